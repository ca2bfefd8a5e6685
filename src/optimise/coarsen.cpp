// SPDX-License-Identifier: MIT
#include "optimise/coarsen.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace comac {
namespace {

constexpr std::uint32_t nobody = UINT32_MAX;

/// The matching as it grows.
class Matching {
 public:
  Matching(const Level& level, const MatchOptions& options)
      : level_(level), options_(options), partner_(level.chain.states(), nobody) {
    if (options.merged == nullptr) return;
    for (std::size_t g = 0; g < options.merged->count(); ++g) {
      const auto members = options.merged->members(g);
      if (members.size() == 1) continue;
      for (const auto i : members) partner_[i] = members[0];
    }
  }

  void match(std::uint32_t i) {
    if (partner_[i] != nobody) return;
    const Flows flows = level_.chain.from(i);
    const bool alone = flows.size() == 0 || (flows.size() == 1 && flows.state[0] == i);
    const std::uint32_t j = alone ? lonely_ : nearest_free(i, flows);
    partner_[i] = i;
    if (alone) lonely_ = i;
    if (j == nobody || !possible(i, j)) return;
    partner_[i] = j;
    partner_[j] = i;
    if (alone) lonely_ = nobody;
  }

  /// Joins states that found nobody since their neighbours are taken, if they have the nearest one in common:
  /// where rows are equal by the thousand, all of them have the same few neighbours.
  void match_around_hubs(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> waiting(partner_.size(), nobody);  // at each hub
    for (const auto i : order) {
      const std::uint32_t hub = partner_[i] == i ? nearest(i) : nobody;
      if (hub == nobody) continue;
      const std::uint32_t j = std::exchange(waiting[hub], i);
      if (j == nobody || !possible(i, j)) continue;
      partner_[i] = j, partner_[j] = i;
      waiting[hub] = nobody;
    }
  }

  std::size_t singles() const {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < partner_.size(); ++i) count += partner_[i] == i ? 1 : 0;
    return count;
  }

  Groups groups() {
    for (std::uint32_t i = 0; i < partner_.size(); ++i) partner_[i] = std::min(i, partner_[i]);
    return Groups(partner_);
  }

 private:
  bool possible(std::uint32_t i, std::uint32_t j) const {
    return level_.chain.mass(i) + level_.chain.mass(j) <= options_.most_mass &&
           (options_.part.empty() || options_.part[i] == options_.part[j]) &&
           may_merge(level_.exclusive, i, j, options_.clusters);
  }

  std::uint32_t nearest(std::uint32_t i) const {
    const Flows flows = level_.chain.from(i);
    std::uint32_t best = nobody;
    double best_rating = 0;
    for (std::size_t e = 0; e < flows.size(); ++e) {
      const std::uint32_t j = flows.state[e];
      const double rating = j == i ? 0 : flows.mass[e] / level_.chain.mass(j);
      if (rating > best_rating) best = j, best_rating = rating;
    }
    return best;
  }

  std::uint32_t nearest_free(std::uint32_t i, const Flows& flows) const {
    std::uint32_t best = nobody;
    double best_rating = 0;
    for (std::size_t e = 0; e < flows.size(); ++e) {
      const std::uint32_t j = flows.state[e];
      if (j == i || partner_[j] != nobody) continue;
      const double rating = flows.mass[e] / level_.chain.mass(j);
      if (rating > best_rating && possible(i, j)) best = j, best_rating = rating;
    }
    return best;
  }

  const Level& level_;
  const MatchOptions& options_;
  std::vector<std::uint32_t> partner_;  // itself: stays single; the first of a group that is merged already
  std::uint32_t lonely_ = nobody;       // the last state without neighbours that found no partner
};

/// The same graph with other names for its vertices.
template <class Name>
Adjacency renamed(const Adjacency& graph, std::size_t vertices, Name name) {
  std::vector<Adjacency::Edge> edges;
  for (std::uint32_t i = 0; i < graph.vertices(); ++i) {
    for (const auto j : graph.of(i)) {
      if (i < j) edges.emplace_back(name(i), name(j));
    }
  }
  return Adjacency(vertices, edges);
}

}  // namespace

bool may_merge(const Adjacency& exclusive, std::size_t i, std::size_t j, std::size_t clusters) {
  const auto a = exclusive.of(i), b = exclusive.of(j);
  if (a.empty() || b.empty()) return true;
  if (std::max(a.size(), b.size()) >= clusters) return false;
  if (std::ranges::binary_search(a, j)) return false;
  std::size_t both = 0;
  for (const auto other : a) both += std::ranges::binary_search(b, other) ? 1 : 0;
  return a.size() + b.size() - both < clusters;
}

Groups match_states(const Level& level, const MatchOptions& options, Random& random) {
  std::vector<std::uint32_t> order(level.chain.states());
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle<std::uint32_t>(order);
  Matching matching(level, options);
  for (const auto i : order) matching.match(i);
  const bool few_matched = options.merged == nullptr && matching.singles() > order.size() / 2;
  if (few_matched) matching.match_around_hubs(order);
  return matching.groups();
}

Adjacency contract(const Adjacency& exclusive, const Groups& groups) {
  return renamed(exclusive, groups.count(), [&](std::uint32_t i) { return groups.group_of(i); });
}

Adjacency between_first_states(const Adjacency& exclusive, const Groups& groups) {
  return renamed(exclusive, groups.rows(), [&](std::uint32_t g) { return groups.members(g)[0]; });
}

CoarseLevel contract(const Level& level, const Groups& groups, std::size_t threads) {
  return {contract(level.chain, groups, threads), contract(level.exclusive, groups)};
}

}  // namespace comac
