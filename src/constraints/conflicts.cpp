// SPDX-License-Identifier: MIT
#include "constraints/conflicts.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "constraints/contradiction.hpp"
#include "constraints/propagate.hpp"

namespace comac {
namespace {

constexpr std::size_t most_rounds = 20;
constexpr double doubtful = 0.8;

std::size_t number_of(const Dropped& item, const SideInformation& known) {
  return item.kind == Dropped::Kind::label ? item.index : known.labels.size() + item.index;
}

Dropped numbered(std::size_t item, const SideInformation& known) {
  const std::size_t labels = known.labels.size();
  return item < labels ? Dropped{Dropped::Kind::label, item, {}, {}}
                       : Dropped{Dropped::Kind::link, item - labels, {}, {}};
}

/// How much the chain speaks against an item, from 0 to 1.
class Implausibility {
 public:
  Implausibility(const SideInformation& known, const Similarity& similarity,
                 const std::vector<Dropped>& given_up)
      : known_(known), similarity_(similarity), counts_(known.labels.size(), true) {
    for (const Dropped& item : given_up) {
      if (item.kind == Dropped::Kind::label) counts_[item.index] = false;
    }
    for (const Link& link : known.links) ranked_.push_back(similar(link));
    std::ranges::sort(ranked_);
  }

  double of(const Dropped& item) const {
    if (item.kind == Dropped::Kind::label) return of(known_.labels[item.index]);
    const Link& link = known_.links[item.index];
    const auto below = std::ranges::lower_bound(ranked_, similar(link)) - ranked_.begin();
    const double rank = static_cast<double>(below) / static_cast<double>(ranked_.size());
    return link.kind == LinkKind::must ? 1 - rank : rank;
  }

  double trust(const Dropped& item) const {
    return item.kind == Dropped::Kind::label ? known_.labels[item.index].trust
                                             : known_.links[item.index].trust;
  }

 private:
  double similar(const Link& link) const {
    return similarity_(link.first, link.second) + similarity_(link.second, link.first);
  }

  double of(const Label& label) const {
    double same = 0, all = 0;
    for (std::size_t i = 0; i < known_.labels.size(); ++i) {
      const Label& other = known_.labels[i];
      if (other.row == label.row || !counts_[i]) continue;
      const double similar = similarity_(label.row, other.row);
      all += similar;
      if (other.label == label.label) same += similar;
    }
    return all > 0 ? 1 - same / all : 0.5;
  }

  const SideInformation& known_;
  const Similarity& similarity_;
  std::vector<bool> counts_;  // labels that were not given up
  std::vector<double> ranked_;
};

/// The member of a conflict that is believed least; among equals the one that propagate() refused.
Dropped victim_of(const Dropped& conflict, const SideInformation& known,
                  const Implausibility& implausibility) {
  std::vector<std::size_t> items{number_of(conflict, known)};
  items.insert(items.end(), conflict.against.begin(), conflict.against.end());
  const auto least = std::ranges::max_element(items, [&](std::size_t a, std::size_t b) {
    const Dropped first = numbered(a, known), second = numbered(b, known);
    return std::pair(-implausibility.trust(first), implausibility.of(first)) <
           std::pair(-implausibility.trust(second), implausibility.of(second));
  });
  Dropped victim = numbered(*least, known);
  items.erase(least);
  victim.against = std::move(items);
  victim.reason = contradiction_sentence(victim, known);
  return victim;
}

}  // namespace

std::vector<Dropped> independent_conflicts(const std::vector<Dropped>& dropped,
                                           const SideInformation& known) {
  std::vector<Dropped> result;
  std::unordered_set<std::size_t> used;
  for (const Dropped& conflict : dropped) {
    const bool apart =
        !used.contains(number_of(conflict, known)) &&
        std::ranges::none_of(conflict.against, [&](std::size_t i) { return used.contains(i); });
    if (!apart) continue;
    used.insert(number_of(conflict, known));
    used.insert(conflict.against.begin(), conflict.against.end());
    result.push_back(conflict);
  }
  return result;
}

std::vector<Dropped> least_believed(const SideInformation& known, std::size_t rows,
                                    const Similarity& similarity) {
  std::vector<Dropped> given_up;
  for (std::size_t round = 0;; ++round) {
    auto dropped = propagate(known, rows, given_up).dropped;
    dropped.erase(dropped.begin(), dropped.begin() + std::ssize(given_up));
    if (dropped.empty()) return given_up;
    if (round == most_rounds) {
      std::ranges::move(dropped, std::back_inserter(given_up));
      return given_up;
    }
    const Implausibility implausibility(known, similarity, given_up);
    for (const Dropped& conflict : independent_conflicts(dropped, known))
      given_up.push_back(victim_of(conflict, known, implausibility));
  }
}

SideInformation softened(SideInformation known, const std::vector<Dropped>& items) {
  for (const Dropped& item : items) {
    (item.kind == Dropped::Kind::label ? known.labels[item.index].trust : known.links[item.index].trust) =
        doubtful;
  }
  return known;
}

}  // namespace comac
