// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "constraints/groups.hpp"
#include "cost/cost.hpp"

namespace comac {

/// A charge in bits that is added to the cost of a chain, see TermedCost: another term is a class of its own,
/// and nothing else needs to know of it. It sees the partition but doesn't own it.
class Term {
 public:
  virtual ~Term() = default;

  /// Of its kind, for reports.
  virtual std::string_view name() const = 0;
  virtual double value(const Partition& partition) const = 0;
  /// Adds to out[i] the change if `group` joined candidates[i], nothing for its own cluster. Threads may ask
  /// at the same time.
  virtual void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates,
                          const Partition& partition, std::span<double> out) const = 0;
  /// The change if all these moves of different groups were made together.
  virtual double delta_of(std::span<const Move> moves, const Partition& partition) = 0;
  /// To be told before the partition changes.
  virtual void apply(std::size_t group, std::uint32_t from, std::uint32_t to) = 0;

  // Where a chain is sparse, groups look only at clusters that they are near to, and only after something
  // has moved around them. A term that says nothing of this kind is always right, only slower.

  /// Whether moves of groups that are no neighbours on the chain may change what it says about this one.
  virtual bool changes_from_afar(std::size_t) const { return true; }
  /// Adds clusters that it may draw the group to, in any order; all of them, if it returns false.
  virtual bool add_near(std::size_t, std::vector<std::uint32_t>&) const { return false; }
};

/// Makes a term for a search whose groups are these and which begins at `start`: what every search needs of
/// its own.
using TermMaker = std::function<std::unique_ptr<Term>(const Groups& groups, const Partition& start)>;

}  // namespace comac
