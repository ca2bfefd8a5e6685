// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cost/term.hpp"

namespace comac {

/// Bits that each row would take in each cluster, whatever the others do: a row after the other.
using RowBits = std::shared_ptr<const std::vector<double>>;

/// A fixed charge for each row in each cluster. O(1) for a candidate.
class RowTerm : public Term {
 public:
  /// O(rows K).
  RowTerm(const RowBits& bits, const Groups& groups, std::size_t clusters, std::string name);

  std::string_view name() const override { return name_; }
  double value(const Partition& partition) const override;
  void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates, const Partition& partition,
                  std::span<double> out) const override;
  double delta_of(std::span<const Move> moves, const Partition& partition) override;
  void apply(std::size_t, std::uint32_t, std::uint32_t) override {}
  bool changes_from_afar(std::size_t) const override { return false; }

 private:
  const double* of(std::size_t group) const { return charge_.data() + group * clusters_; }

  std::size_t clusters_;
  std::string name_;
  std::vector<double> charge_;  // group by cluster
};

/// `name` is what reports call it.
TermMaker row_term(RowBits bits, std::string name = "evidence");

}  // namespace comac
