// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cost/cost.hpp"
#include "cost/term.hpp"

namespace comac {

/// A cost with any number of terms added to it.
template <Cost C>
class TermedCost {
 public:
  explicit TermedCost(C base, std::vector<std::unique_ptr<Term>> terms = {})
      : base_(std::move(base)), terms_(std::move(terms)), all_(base_.partition().clusters()) {
    std::iota(all_.begin(), all_.end(), 0U);
  }

  double value() const { return base_.value() + charge(); }
  const Partition& partition() const { return base_.partition(); }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) {
    base_.deltas(group, candidates, out);
    add_deltas(group, candidates, out);
  }
  double delta_of(std::span<const Move> moves) {
    double delta = base_.delta_of(moves);
    for (const auto& term : terms_) delta += term->delta_of(moves, partition());
    return delta;
  }
  void apply(std::size_t group, std::uint32_t to) {
    for (const auto& term : terms_) term->apply(group, partition().of(group), to);
    base_.apply(group, to);
  }

  // What the base offers beyond that.
  void set_beta(double beta) requires HasBeta<C> { base_.set_beta(beta); }
  CostTerms terms() const requires Itemised<C> {
    CostTerms terms = base_.terms();
    for (const auto& term : terms_) {
      const auto same = std::ranges::find(terms.beside, term->name(), &TermBits::name);
      TermBits& named = same == terms.beside.end()
                            ? terms.beside.emplace_back(TermBits{std::string(term->name()), 0})
                            : *same;
      named.bits += term->value(partition());
    }
    return terms;
  }
  std::span<const double> flows() const requires Itemised<C> { return base_.flows(); }

  auto workspace() const requires SharesLooking<C> { return base_.workspace(); }
  auto& own() requires KnowsNear<C> { return base_.own(); }
  void deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out,
              auto& at) const requires SharesLooking<C> {
    base_.deltas(group, candidates, out, at);
    add_deltas(group, candidates, out);
  }
  NearClusters near(std::size_t group, std::size_t most, auto& at) const requires KnowsNear<C> {
    const NearClusters of_base = base_.near(group, most, at);
    if (terms_.empty()) return of_base;
    for (const auto& term : terms_) {
      if (!term->add_near(group, at.near)) return {all_, true};
    }
    std::ranges::sort(at.near);
    at.near.erase(std::unique(at.near.begin(), at.near.end()), at.near.end());
    return {at.near, of_base.all};
  }
  template <class Visit>
  void each_neighbour(std::size_t group, Visit visit) const requires KnowsNear<C> {
    base_.each_neighbour(group, visit);
  }
  bool changes_from_afar(std::size_t group) const requires KnowsNear<C> {
    return base_.changes_from_afar(group) ||
           std::ranges::any_of(terms_, [group](const auto& term) { return term->changes_from_afar(group); });
  }

 private:
  double charge() const {
    double sum = 0;
    for (const auto& term : terms_) sum += term->value(partition());
    return sum;
  }
  void add_deltas(std::size_t group, std::span<const std::uint32_t> candidates, std::span<double> out) const {
    for (const auto& term : terms_) term->add_deltas(group, candidates, partition(), out);
  }

  C base_;
  std::vector<std::unique_ptr<Term>> terms_;
  std::vector<std::uint32_t> all_;  // clusters
};

}  // namespace comac
