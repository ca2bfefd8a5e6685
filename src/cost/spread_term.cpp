// SPDX-License-Identifier: MIT
#include "cost/spread_term.hpp"

#include <algorithm>
#include <map>

namespace comac {

SpreadLinks spread_links(const SparseChain& chain, std::span<const Link> links, double weight) {
  SpreadLinks result;
  std::map<std::uint32_t, std::uint32_t> number;
  const auto number_of = [&](std::uint32_t row) {
    const auto [found, added] = number.try_emplace(row, static_cast<std::uint32_t>(result.steps.size()));
    if (added) {
      result.partners.emplace_back();
      auto& steps = result.steps.emplace_back();
      chain.each_from(row, [&](std::uint32_t to, double mass) {
        steps.push_back({to, mass / chain.mass(row)});
      });
    }
    return found->second;
  };
  for (const Link& link : links) {
    const double sign = link.kind == LinkKind::must ? 1 : -1;
    const double bits = sign * weight * (2 * link.trust - 1) / static_cast<double>(chain.states());
    const std::uint32_t first = number_of(link.first), second = number_of(link.second);
    result.partners[first].push_back({second, bits});
    result.partners[second].push_back({first, bits});
  }
  return result;
}

SpreadTerm::SpreadTerm(std::shared_ptr<const SpreadLinks> links, const Groups& groups, const Partition& start)
    : links_(std::move(links)),
      clusters_(start.clusters()),
      reached_(groups.count()),
      inside_(groups.count(), 0),
      chance_(links_->steps.size() * clusters_, 0),
      wanted_(chance_.size(), 0) {
  for (std::uint32_t l = 0; l < links_->steps.size(); ++l) {
    for (const auto& [row, chance] : links_->steps[l]) {
      const std::uint32_t group = groups.group_of(row);
      auto& reached = reached_[group];
      if (reached.empty() || reached.back().from != l) reached.push_back({l, 0});
      reached.back().chance += chance;
      chance_[l * clusters_ + start.of(group)] += chance;
    }
  }
  for (std::size_t l = 0; l < links_->partners.size(); ++l) {
    for (const auto& [of, weight] : links_->partners[l]) {
      musts_ += std::max(weight, 0.0) / 2;  // each link is in two lists
      for (std::size_t c = 0; c < clusters_; ++c)
        wanted_[l * clusters_ + c] += weight * chance_[of * clusters_ + c];
    }
  }
  for (std::size_t g = 0; g < reached_.size(); ++g) inside_[g] = between(g, g) / 2;
}

double SpreadTerm::value(const Partition&) const {
  double sum = 0;
  for (std::size_t i = 0; i < chance_.size(); ++i) sum += chance_[i] * wanted_[i];
  return musts_ - sum / 2;
}

double SpreadTerm::chance_of(std::size_t group, std::uint32_t from) const {
  const auto found = std::ranges::lower_bound(reached_[group], from, {}, &Reach::from);
  return found != reached_[group].end() && found->from == from ? found->chance : 0;
}

/// Sum of weight m(l) m'(l') over all links in both directions, for the chances m, m' to reach two groups.
double SpreadTerm::between(std::size_t first, std::size_t second) const {
  double sum = 0;
  for (const auto& [from, chance] : reached_[first]) {
    for (const auto& [of, weight] : links_->partners[from]) sum += weight * chance * chance_of(second, of);
  }
  return sum;
}

double SpreadTerm::pull(std::size_t group, std::uint32_t cluster) const {
  double sum = 0;
  for (const auto& [from, chance] : reached_[group]) sum += chance * wanted_[from * clusters_ + cluster];
  return sum;
}

void SpreadTerm::add_deltas(std::size_t group, std::span<const std::uint32_t> candidates,
                            const Partition& partition, std::span<double> out) const {
  if (reached_[group].empty()) return;
  const std::uint32_t own = partition.of(group);
  const double leaving = pull(group, own) - 2 * inside_[group];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] != own) out[i] += leaving - pull(group, candidates[i]);
  }
}

double SpreadTerm::delta_of(std::span<const Move> moves, const Partition& partition) {
  double delta = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto [group, to] = moves[i];
    if (reached_[group].empty()) continue;
    const std::uint32_t own = partition.of(group);
    if (to != own) delta += pull(group, own) - pull(group, to) - 2 * inside_[group];
    for (std::size_t j = 0; j < i; ++j) {  // what each changes for the other
      const auto [other, to_other] = moves[j];
      const std::uint32_t from_other = partition.of(other);
      const int meet = (to == to_other) - (to == from_other) - (own == to_other) + (own == from_other);
      if (meet != 0) delta -= meet * between(group, other);
    }
  }
  return delta;
}

void SpreadTerm::apply(std::size_t group, std::uint32_t from, std::uint32_t to) {
  for (const auto& [l, chance] : reached_[group]) {
    chance_[l * clusters_ + from] -= chance;
    chance_[l * clusters_ + to] += chance;
    for (const auto& [of, weight] : links_->partners[l]) {
      wanted_[of * clusters_ + from] -= weight * chance;
      wanted_[of * clusters_ + to] += weight * chance;
    }
  }
}

TermMaker spread_term(SpreadLinks links) {
  auto shared = std::make_shared<const SpreadLinks>(std::move(links));
  return [shared](const Groups& groups, const Partition& start) -> std::unique_ptr<Term> {
    return std::make_unique<SpreadTerm>(shared, groups, start);
  };
}

}  // namespace comac
