// SPDX-License-Identifier: MIT
#include "evaluate/explain.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "cost/cost_of.hpp"
#include "cost/soft_term.hpp"
#include "cost/termed_cost.hpp"
#include "optimise/candidates.hpp"

namespace comac {
namespace {

constexpr std::size_t most_moved = 256;

using Rows = std::vector<std::uint32_t>;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

Pair ordered(std::uint32_t a, std::uint32_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

/// Clusters under a cost whose groups move as one.
template <class Chain>
struct Costing {
  Costing(const Explained<Chain>& run, const Groups& the_groups)
      : groups(the_groups),
        states(run.chain, groups),
        soft(new SoftTerm(run.belief.said, groups, partition(run))),
        cost(CostOf<Chain>(states, partition(run), run.beta), terms(run)) {}

  Partition partition(const Explained<Chain>& run) const {
    Rows cluster(groups.count());
    for (std::size_t g = 0; g < cluster.size(); ++g) cluster[g] = run.cluster[groups.members(g)[0]];
    return {run.clusters, std::move(cluster)};
  }

  std::vector<std::unique_ptr<Term>> terms(const Explained<Chain>& run) {
    std::vector<std::unique_ptr<Term>> result;
    result.emplace_back(soft);
    for (const TermMaker& make : run.terms) result.push_back(make(groups, partition(run)));
    return result;
  }
  /// See SoftTerm::weigh.
  template <class Item>
  double weigh(const Item& item, double share) {
    return soft->weigh(item, groups, cost.partition(), share);
  }

  Groups groups;
  Grouped<Chain> states;
  SoftTerm* soft;  // which the cost owns
  TermedCost<CostOf<Chain>> cost;
};

template <class Chain>
class Explainer {
 public:
  explicit Explainer(const Explained<Chain>& run)
      : run_(run),
        said_(run.belief.said),
        rows_(run.chain.states()),
        by_row_(run, Groups::singletons(rows_)),
        by_group_(run, run.constraints.components),
        candidates_(by_group_.groups, run.constraints.exclusive, run.clusters),
        class_of_component_(run.constraints.components.count(), none),
        cannot_of_row_(rows_) {
    count_items();
  }

  ItemCost cost_of(ItemId item) {
    ItemCost result = item.is_label() ? of(said_.labels[item.index]) : of(said_.links[item.index]);
    result.item = item;
    if (is_dropped(item)) result.bits = 0;
    return result;
  }

  RowMargins margins_of(std::uint32_t row) {
    RowMargins result{
        row, std::vector<double>(run_.clusters, 0), std::vector<bool>(run_.clusters, false), {}};
    const Rows all = all_clusters();
    by_row_.cost.deltas(row, all, result.bits);
    const std::uint32_t group = run_.constraints.components.group_of(row);
    for (const auto cluster : candidates_.of(group, by_group_.cost.partition()))
      result.allowed[cluster] = true;
    for (const ItemId id : run_.belief.status.ids()) {
      if (!is_dropped(id) && names(id, row)) result.held_by.push_back(id);
    }
    return result;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  bool is_dropped(ItemId id) const { return run_.belief.status[id].is_dropped(); }
  bool names(ItemId id, std::uint32_t row) const {
    if (id.is_label()) return said_.labels[id.index].row == row;
    return said_.links[id.index].first == row || said_.links[id.index].second == row;
  }
  std::uint32_t component(std::uint32_t row) const { return run_.constraints.components.group_of(row); }
  std::uint32_t class_node(std::uint32_t label) const { return static_cast<std::uint32_t>(rows_) + label; }

  Rows all_clusters() const {
    Rows all(run_.clusters);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }

  /// How often each tie and exclusion was said, and which class each component has.
  void count_items() {
    for (const ItemId id : run_.belief.status.ids()) {
      if (run_.belief.status[id].is_hard())
        id.is_label() ? count(said_.labels[id.index]) : count(said_.links[id.index]);
    }
  }

  void count(const Label& label) {
    ++times_tied_[{label.row, class_node(label.label)}];
    class_of_component_[component(label.row)] = label.label;
  }

  void count(const Link& link) {
    if (link.kind == LinkKind::must) {
      ++times_tied_[ordered(link.first, link.second)];
    } else {
      ++times_excluded_[ordered(component(link.first), component(link.second))];
      cannot_of_row_[link.first].push_back(link.second);
      cannot_of_row_[link.second].push_back(link.first);
    }
  }

  ItemCost of(const Label& label) {
    if (!is_hard(label)) return soft(label, {component(label.row)}, false);
    const Pair tie{label.row, class_node(label.label)};
    if (times_tied_[tie] > 1) return {};
    const Rows rest = part_without(tie.second, tie);
    double bits = std::max(gain_of_side(part_without(tie.first, tie)), gain_of_side(rest));
    if (rest.size() == 1) bits = std::max(bits, gain_of_other_classes(component(label.row)));
    return {{}, bits, false, false};
  }

  ItemCost of(const Link& link) {
    const bool together = run_.cluster[link.first] == run_.cluster[link.second];
    const bool violated = together != (link.kind == LinkKind::must);
    if (!is_hard(link)) return soft(link, {component(link.first), component(link.second)}, violated);
    if (violated) return {{}, 0, false, true};
    if (link.kind == LinkKind::cannot) return {{}, gain_of_joining(link), false, false};
    const Pair tie = ordered(link.first, link.second);
    if (times_tied_[tie] > 1) return {};
    return {{},
            std::max(gain_of_side(part_without(tie.first, tie)), gain_of_side(part_without(tie.second, tie))),
            false,
            false};
  }

  /// The charge of a soft item, and the best move of a group that names it once it no longer charges.
  template <class Item>
  ItemCost soft(const Item& item, const Rows& groups, bool violated) {
    auto& cost = by_group_.cost;
    const double charge = -by_group_.weigh(item, -1);
    double best = 0;
    std::vector<double> delta(run_.clusters);
    for (const auto group : groups) {
      const auto allowed = candidates_.of(group, cost.partition());
      cost.deltas(group, allowed, delta);
      best = std::min(best, *std::min_element(delta.begin(), delta.begin() + std::ssize(allowed)));
    }
    by_group_.weigh(item, 1);
    return {{}, std::max(0.0, charge - best), true, violated};
  }

  /// What stays tied to `start` if `tie` is cut; nothing if that holds together all the same.
  Rows part_without(std::uint32_t start, Pair tie) const {
    const std::uint32_t other = tie.first == start ? tie.second : tie.first;
    Rows part{start};
    std::map<std::uint32_t, bool> seen{{start, true}};
    for (std::size_t i = 0; i < part.size() && part.size() <= most_moved + 1; ++i) {
      for (const auto next : run_.constraints.explicit_must.of(part[i])) {
        if (ordered(part[i], next) == ordered(tie.first, tie.second)) continue;
        if (next == other) return {};
        if (seen.emplace(next, true).second) part.push_back(next);
      }
    }
    return part;
  }

  /// The best way for a part (rows, and perhaps the class they belong to) to go elsewhere.
  double gain_of_side(const Rows& part) {
    if (part.empty() || part.size() > most_moved) return 0;
    std::vector<bool> blocked(run_.clusters, false);
    Rows moved;
    for (const auto node : part) {
      if (node < rows_) {
        moved.push_back(node);
        for (const auto other : cannot_of_row_[node]) blocked[run_.cluster[other]] = true;
      } else {
        block_other_classes(node - static_cast<std::uint32_t>(rows_), blocked);
      }
    }
    double best = 0;
    for (std::uint32_t y = 0; y < run_.clusters; ++y) {
      if (moved.empty() || blocked[y] || y == run_.cluster[moved[0]]) continue;
      std::vector<Move> moves;
      for (const auto row : moved) moves.push_back({row, y});
      best = std::min(best, by_row_.cost.delta_of(moves));
    }
    return -best;
  }

  void block_other_classes(std::uint32_t label, std::vector<bool>& blocked) const {
    for (std::size_t c = 0; c < class_of_component_.size(); ++c) {
      if (class_of_component_[c] == none || class_of_component_[c] == label) continue;
      blocked[run_.cluster[run_.constraints.components.members(c)[0]]] = true;
    }
  }

  /// A component that had the only label of its class no longer keeps other classes out.
  double gain_of_other_classes(std::uint32_t freed) {
    double best = 0;
    for (std::uint32_t c = 0; c < class_of_component_.size(); ++c) {
      const bool kept_out = c != freed && class_of_component_[c] != none;
      if (kept_out && !times_excluded_.contains(ordered(c, freed)))
        best = std::max(best, gain_of_chain(c, freed));
    }
    return best;
  }

  double gain_of_joining(const Link& link) {
    const std::uint32_t a = component(link.first), b = component(link.second);
    const bool classes = class_of_component_[a] != none && class_of_component_[b] != none;
    if (times_excluded_[ordered(a, b)] > 1 || classes) return 0;
    return std::max(gain_of_chain(a, b), gain_of_chain(b, a));
  }

  /// Group `from` goes to the cluster of `to` as if nothing were between these two, and whatever else
  /// excludes one another within the two clusters changes places.
  double gain_of_chain(std::uint32_t from, std::uint32_t to) {
    const Partition& partition = by_group_.cost.partition();
    const std::uint32_t own = partition.of(from), other = partition.of(to);
    std::vector<Move> chain{{from, other}};
    std::map<std::uint32_t, bool> seen{{from, true}};
    for (std::size_t i = 0; i < chain.size(); ++i) {
      for (const auto next : run_.constraints.exclusive.of(chain[i].group)) {
        const bool lifted = ordered(chain[i].group, next) == ordered(from, to);
        if (lifted || partition.of(next) != chain[i].to || !seen.emplace(next, true).second) continue;
        chain.push_back({next, chain[i].to == other ? own : other});
      }
      if (chain.size() > most_moved) return 0;
    }
    return std::max(0.0, -by_group_.cost.delta_of(chain));
  }

  const Explained<Chain>& run_;
  const SideInformation& said_;
  std::size_t rows_;
  Costing<Chain> by_row_;  // every row a group: parts of groups can move
  Costing<Chain> by_group_;
  Candidates candidates_;
  Rows class_of_component_;
  std::vector<Rows> cannot_of_row_;
  std::map<Pair, std::size_t> times_tied_, times_excluded_;
};

}  // namespace

template <class Chain>
Explanation explain_items(const Explained<Chain>& run, std::span<const std::uint32_t> rows) {
  Explainer<Chain> explainer(run);
  Explanation result;
  for (const ItemId item : run.belief.status.ids()) result.ranking.push_back(explainer.cost_of(item));
  std::ranges::stable_sort(result.ranking, std::ranges::greater{}, &ItemCost::bits);
  for (const auto row : rows) result.rows.push_back(explainer.margins_of(row));
  return result;
}

#define COMAC_INSTANTIATE(Chain) \
  template Explanation explain_items(const Explained<Chain>&, std::span<const std::uint32_t>);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
