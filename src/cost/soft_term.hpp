// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "constraints/groups.hpp"
#include "cost/term.hpp"

namespace comac {

/// What an item that is right with probability `trust` charges if it isn't as said.
double soft_weight(double trust, std::size_t rows);

/// What soft side information charges, in bits for each row of the table. An item that is right with
/// probability t weighs w = exchange log2(t / (1-t)) / N:
///   labels  sum over clusters of f(w of the cluster) - sum over classes of f(w of class and cluster), which
///   is
///           the weight of all labels times H(label | cluster);
///   links   the weight of each pair that is not as said.
/// O(items of the group) for a candidate.
class SoftTerm final : public Term {
 public:
  SoftTerm(const SideInformation& known, const Groups& groups, const Partition& start);

  std::string_view name() const override { return "soft items"; }
  double value(const Partition& partition) const override;
  void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates, const Partition& partition,
                  std::span<double> out) const override;
  double delta_of(std::span<const Move> moves, const Partition& partition) override;
  void apply(std::size_t group, std::uint32_t from, std::uint32_t to) override;
  bool changes_from_afar(std::size_t group) const override { return speaks_of(group); }
  bool add_near(std::size_t group, std::vector<std::uint32_t>&) const override { return !speaks_of(group); }

  /// Takes a soft item out (share -1) or puts it back (share 1); returns the change of the charge.
  double weigh(const Label& label, const Groups& groups, const Partition& partition, double share);
  double weigh(const Link& link, const Groups& groups, const Partition& partition, double share);

 private:
  struct Weighted {
    std::uint32_t of = 0;  ///< a class, or a group
    double weight = 0;     ///< of a link: positive for must, negative for cannot
  };
  /// Lists of weighted items, one for each group.
  struct Lists {
    Lists(std::size_t groups, const std::vector<std::pair<std::uint32_t, Weighted>>& of_group);
    std::span<const Weighted> of(std::size_t group) const {
      return {items.data() + offsets[group], offsets[group + 1] - offsets[group]};
    }
    /// Adds to the weight of the first item of `group` that is about `what`.
    void add(std::size_t group, std::uint32_t what, double weight);
    std::vector<std::size_t> offsets;
    std::vector<Weighted> items;
  };

  bool speaks_of(std::size_t group) const { return !labels_.of(group).empty() || !links_.of(group).empty(); }
  static Lists label_lists(const SideInformation& known, const Groups& groups);
  static Lists link_lists(const SideInformation& known, const Groups& groups);
  double entropy_change(std::size_t cluster, std::span<const Weighted> labels, double sign) const;
  double entropy() const;
  double link_charge(std::size_t group, std::uint32_t cluster, const Partition& partition) const;

  std::size_t classes_;
  Lists labels_;
  Lists links_;
  std::vector<double> weight_;           // of the labels in each cluster
  std::vector<double> weight_of_class_;  // cluster by class
  std::vector<std::uint32_t> moved_to_;  // while delta_of() looks ahead: where each group goes, or nowhere
};

/// Makes the term of `known`, which must outlive it.
TermMaker soft_term(const SideInformation& known);

}  // namespace comac
