// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "comac/result.hpp"
#include "cost/cost.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// A search as it stands after some sweeps.
struct SearchState {
  RestartSummary summary;
  CostTerms terms;                ///< where the cost can tell
  std::vector<TracePoint> trace;  ///< the cost at the start of each beta and after each sweep
  std::vector<std::uint32_t> cluster_of_row;
  std::vector<double> flows = {};  ///< mass from each cluster to each, a row after the other
  std::size_t broken = 0;          ///< hard constraints that it does not honour, see count_broken()
  /// If it began where coarse levels end: the starts of their base level as they ended there, and the one
  /// that it went on from.
  std::vector<RestartSummary> base_starts = {};
  std::size_t best_base_start = 0;
};

/// A search that can be carried on sweep by sweep, so that threads can share many of them evenly.
class Search {
 public:
  virtual ~Search() = default;
  /// Makes one sweep. Returns whether there is more to do.
  virtual bool step(const StopCheck& stop) = 0;
  /// What it has found; also where it was stopped on the way.
  virtual SearchState end() = 0;
};

/// Algorithm 3 of the paper: Algorithm 2 for each beta in turn, each from the partition of the one before.
/// One beta alone is Algorithm 2 itself: sweeps until one moves nothing or `max_sweeps` have been made.
/// A cost without a beta has one, which means nothing to it.
template <class Sweeper, Cost C>
class Annealing : public Search {
 public:
  /// `groups` are those of the cost and must outlive the search.
  Annealing(Sweeper sweeper, C cost, const Groups& groups, std::vector<double> betas, std::size_t max_sweeps)
      : sweeper_(std::move(sweeper)),
        cost_(std::move(cost)),
        groups_(groups),
        betas_(std::move(betas)),
        max_sweeps_(max_sweeps) {
    enter(0);
  }

  bool step(const StopCheck& stop) override {
    const bool moved = sweeper_.sweep(cost_, stop);
    ++sweeps_at_beta_;
    ++summary_.sweeps;
    trace_.push_back({betas_[at_], cost_.value()});
    if (stop && stop()) return false;
    summary_.converged = !moved;
    if (moved && sweeps_at_beta_ < max_sweeps_) return true;
    if (at_ + 1 == betas_.size()) return false;
    enter(at_ + 1);
    return true;
  }

  SearchState end() override {
    if (at_ + 1 < betas_.size()) set_beta(betas_.back());  // stopped on the way: ends are compared by it
    SearchState state{summary_, {}, trace_, cost_.partition().cluster_of_row(groups_)};
    state.summary.cost = cost_.value();
    if constexpr (Itemised<C>) {
      state.terms = cost_.terms();
      state.summary.cost = state.terms.cost();
      state.flows.assign(cost_.flows().begin(), cost_.flows().end());
    }
    return state;
  }

 private:
  void set_beta(double beta) {
    if constexpr (HasBeta<C>) cost_.set_beta(beta);
  }
  void enter(std::size_t beta) {
    at_ = beta;
    sweeps_at_beta_ = 0;
    set_beta(betas_[at_]);
    if constexpr (requires { sweeper_.forget(); }) sweeper_.forget();
    trace_.push_back({betas_[at_], cost_.value()});
  }

  Sweeper sweeper_;
  C cost_;
  const Groups& groups_;
  std::vector<double> betas_;
  std::size_t max_sweeps_;
  std::size_t at_ = 0;
  std::size_t sweeps_at_beta_ = 0;
  RestartSummary summary_;
  std::vector<TracePoint> trace_;
};

/// Searches one after the other, each made from where the one before ended. Wherever it is stopped, its end
/// is one of the last: so the ends of all searches compare, and what only the last one honours holds.
class PhasedSearch : public Search {
 public:
  using Begin = std::function<std::unique_ptr<Search>(const std::vector<std::uint32_t>& cluster_of_row)>;
  PhasedSearch(std::unique_ptr<Search> first, std::vector<Begin> rest)
      : now_(std::move(first)), rest_(std::move(rest)) {}

  bool step(const StopCheck& stop) override {
    if (now_->step(stop)) return true;
    if (phases_begun_ == rest_.size()) return false;
    next();
    return !(stop && stop());
  }

  SearchState end() override {
    while (phases_begun_ < rest_.size()) next();
    SearchState state = now_->end();
    state.summary.sweeps += sweeps_before_;
    return state;
  }

 private:
  void next() {
    const SearchState before = now_->end();
    sweeps_before_ += before.summary.sweeps;
    now_ = rest_[phases_begun_++](before.cluster_of_row);
  }

  std::unique_ptr<Search> now_;
  std::vector<Begin> rest_;
  std::size_t phases_begun_ = 0;  // of the rest
  std::size_t sweeps_before_ = 0;
};

}  // namespace comac
