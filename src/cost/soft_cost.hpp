// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"
#include "constraints/groups.hpp"
#include "cost/cost.hpp"

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
class SoftTerm {
 public:
  SoftTerm(const SideInformation& known, const Groups& groups, const Partition& start);

  double value(const Partition& partition) const;
  bool speaks_of(std::size_t group) const { return !labels_.of(group).empty() || !links_.of(group).empty(); }
  /// Adds to out[i] the change if `group` joined candidates[i].
  void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates, const Partition& partition,
                  std::span<double> out) const;
  /// To be told before the partition changes.
  void apply(std::size_t group, std::uint32_t from, std::uint32_t to);
  double delta_of(std::span<const Move> moves, const Partition& partition);
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
    Lists(std::size_t groups, std::vector<std::pair<std::uint32_t, Weighted>> items);
    std::span<const Weighted> of(std::size_t group) const {
      return {items.data() + offsets[group], offsets[group + 1] - offsets[group]};
    }
    /// Adds to the weight of the first item of `group` that is about `what`.
    void add(std::size_t group, std::uint32_t what, double weight);
    std::vector<std::size_t> offsets;
    std::vector<Weighted> items;
  };

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

/// A cost with the charge for soft side information added to it.
template <Cost C>
class SoftCost {
 public:
  SoftCost(C base, const SideInformation& known)
      : base_(std::move(base)),
        term_(known, base_.groups(), base_.partition()),
        all_(base_.partition().clusters()) {
    std::iota(all_.begin(), all_.end(), 0U);
  }

  double value() const { return base_.value() + term_.value(partition()); }
  CostTerms terms() const {
    CostTerms terms = base_.terms();
    terms.side = term_.value(partition());
    return terms;
  }
  const Partition& partition() const { return base_.partition(); }
  const Groups& groups() const { return base_.groups(); }
  std::span<const double> flows() const { return base_.flows(); }
  void set_beta(double beta) { base_.set_beta(beta); }

  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
    base_.deltas(group, candidates, out);
    term_.add_deltas(group, candidates, partition(), out);
  }
  double delta_of(std::span<const Move> moves) {
    return base_.delta_of(moves) + term_.delta_of(moves, partition());
  }
  void apply(std::size_t group, std::uint32_t to) {
    term_.apply(group, partition().of(group), to);
    base_.apply(group, to);
  }

  /// Where the base knows near clusters: as it says, but a group that a soft item speaks of is near to all.
  auto workspace() const requires KnowsNear<C> { return base_.workspace(); }
  auto& own() requires KnowsNear<C> { return base_.own(); }
  std::span<const std::uint32_t> near(std::size_t group, std::size_t most,
                                      auto& at) const requires KnowsNear<C> {
    return term_.speaks_of(group) ? std::span<const std::uint32_t>(all_) : base_.near(group, most, at);
  }
  void settle(std::size_t group, std::size_t most, auto& at) requires KnowsNear<C> {
    base_.settle(group, most, at);
  }
  bool stirred(std::size_t group, std::size_t most) const requires KnowsNear<C> {
    return term_.speaks_of(group) || base_.stirred(group, most);
  }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
              auto& at) const requires KnowsNear<C> {
    base_.deltas(group, candidates, out, at);
    term_.add_deltas(group, candidates, partition(), out);
  }

  /// See SoftTerm::weigh.
  template <class Item>
  double weigh(const Item& item, double share) {
    return term_.weigh(item, groups(), partition(), share);
  }

 private:
  C base_;
  SoftTerm term_;
  std::vector<std::uint32_t> all_;  // clusters
};

}  // namespace comac
