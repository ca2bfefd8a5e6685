// SPDX-License-Identifier: MIT
#include "constraints/conflicts.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "constraints/contradiction.hpp"
#include "constraints/propagate.hpp"

namespace comac {
namespace {

constexpr std::size_t most_rounds = 20;

/// How much the chain speaks against an item, from 0 to 1.
class Implausibility {
 public:
  Implausibility(const Belief& belief, const Similarity& similarity)
      : belief_(belief), known_(belief.said), similarity_(similarity) {
    for (const Link& link : known_.links) ranked_.push_back(similar(link));
    std::ranges::sort(ranked_);
  }

  double of(ItemId item) const {
    if (item.is_label()) return of(known_.labels[item.index]);
    const Link& link = known_.links[item.index];
    const auto below = std::ranges::lower_bound(ranked_, similar(link)) - ranked_.begin();
    const double rank = static_cast<double>(below) / static_cast<double>(ranked_.size());
    return link.kind == LinkKind::must ? 1 - rank : rank;
  }

 private:
  double similar(const Link& link) const {
    return similarity_(link.first, link.second) + similarity_(link.second, link.first);
  }

  double of(const Label& label) const {
    double same = 0, all = 0;
    for (std::size_t i = 0; i < known_.labels.size(); ++i) {
      const Label& other = known_.labels[i];
      if (other.row == label.row || belief_.status[ItemId::label(i)].is_dropped()) continue;
      const double similar = similarity_(label.row, other.row);
      all += similar;
      if (other.label == label.label) same += similar;
    }
    return all > 0 ? 1 - same / all : 0.5;
  }

  const Belief& belief_;
  const SideInformation& known_;
  const Similarity& similarity_;
  std::vector<double> ranked_;
};

/// The member of a conflict that is believed least; among equals the one that propagate() refused.
Conflict victim_of(const Conflict& conflict, const SideInformation& known,
                   const Implausibility& implausibility) {
  std::vector<ItemId> items{conflict.item};
  items.insert(items.end(), conflict.against.begin(), conflict.against.end());
  const auto least = std::ranges::max_element(items, [&](ItemId a, ItemId b) {
    return std::pair(-known.trust(a), implausibility.of(a)) <
           std::pair(-known.trust(b), implausibility.of(b));
  });
  Conflict victim{.item = *least};
  items.erase(least);
  victim.against = std::move(items);
  victim.reason = contradiction_sentence(victim, known);
  return victim;
}

}  // namespace

std::vector<Conflict> independent_conflicts(const std::vector<Conflict>& conflicts) {
  std::vector<Conflict> result;
  std::set<ItemId> used;
  for (const Conflict& conflict : conflicts) {
    const bool apart = !used.contains(conflict.item) &&
                       std::ranges::none_of(conflict.against, [&](ItemId id) { return used.contains(id); });
    if (!apart) continue;
    used.insert(conflict.item);
    used.insert(conflict.against.begin(), conflict.against.end());
    result.push_back(conflict);
  }
  return result;
}

std::vector<Conflict> least_believed(Belief belief, std::size_t rows, const Similarity& similarity) {
  std::vector<Conflict> given_up;
  for (std::size_t round = 0;; ++round) {
    const auto dropped = propagate(belief, rows).dropped;
    if (dropped.empty()) return given_up;
    std::vector<Conflict> victims = dropped;
    if (round < most_rounds) {
      const Implausibility implausibility(belief, similarity);
      victims = independent_conflicts(dropped);
      for (Conflict& conflict : victims) conflict = victim_of(conflict, belief.said, implausibility);
    }
    belief.drop(victims);
    std::ranges::move(victims, std::back_inserter(given_up));
  }
}

Resolved resolve(SideInformation said, std::size_t rows, OnConflict on_conflict,
                 const Similarity& similarity) {
  if (on_conflict == OnConflict::error) {
    Constraints constraints = propagate(said, rows, on_conflict);
    return {Belief(std::move(said)), std::move(constraints)};
  }
  Belief belief(std::move(said));
  const auto given_up = least_believed(belief, rows, similarity);
  on_conflict == OnConflict::drop ? belief.drop(given_up) : belief.doubt(given_up);
  Constraints constraints = propagate(belief, rows);
  return {std::move(belief), std::move(constraints)};
}

Resolved doubt_all_involved(SideInformation said, std::size_t rows) {
  Belief belief(std::move(said));
  for (;;) {
    Constraints constraints = propagate(belief, rows);
    if (constraints.dropped.empty()) return {std::move(belief), std::move(constraints)};
    std::vector<Conflict> involved;
    std::set<ItemId> seen;
    for (const Conflict& conflict : constraints.dropped) {
      std::vector<ItemId> items{conflict.item};
      items.insert(items.end(), conflict.against.begin(), conflict.against.end());
      for (const ItemId item : items) {
        if (!seen.insert(item).second) continue;
        involved.push_back({item, conflict.reason, {}});
        std::ranges::copy_if(items, std::back_inserter(involved.back().against),
                             [&](ItemId other) { return other != item; });
      }
    }
    belief.doubt(involved);
  }
}

}  // namespace comac
