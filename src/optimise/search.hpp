// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "comac/result.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// A search as it stands after some sweeps.
struct SearchState {
  RestartSummary summary;
  CostTerms terms;
  std::vector<TracePoint> trace;  ///< the cost at the start of each beta and after each sweep
  std::vector<std::uint32_t> cluster_of_row;
  std::vector<double> flows = {};  ///< mass from each cluster to each, a row after the other
  std::size_t broken = 0;          ///< hard constraints that it does not honour, see count_broken()
  bool in_last_phase = true;       ///< false if it was cancelled before soft items were let go
};

/// A search that can be carried on sweep by sweep, so that threads can share many of them evenly.
class Search {
 public:
  virtual ~Search() = default;
  /// Makes one sweep. Returns whether there is more to do.
  virtual bool step(const StopCheck& stop) = 0;
  virtual SearchState state() const = 0;
};

/// Algorithm 3 of the paper: Algorithm 2 for each beta in turn, each from the partition of the one before.
/// One beta alone is Algorithm 2 itself: sweeps until one moves nothing or `max_sweeps` have been made.
template <class Sweeper, Cost C>
class Annealing : public Search {
 public:
  Annealing(Sweeper sweeper, C cost, std::vector<double> betas, std::size_t max_sweeps)
      : sweeper_(std::move(sweeper)),
        cost_(std::move(cost)),
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

  SearchState state() const override {
    SearchState state{summary_, cost_.terms(), trace_, cost_.partition().cluster_of_row(cost_.groups())};
    state.flows.assign(cost_.flows().begin(), cost_.flows().end());
    state.terms.beta = betas_.back();  // also where it was cancelled on the way: restarts are compared by it
    state.summary.cost = state.terms.cost();
    return state;
  }

 private:
  void enter(std::size_t beta) {
    at_ = beta;
    sweeps_at_beta_ = 0;
    cost_.set_beta(betas_[at_]);
    if constexpr (requires { sweeper_.forget(); }) sweeper_.forget();
    trace_.push_back({betas_[at_], cost_.value()});
  }

  Sweeper sweeper_;
  C cost_;
  std::vector<double> betas_;
  std::size_t max_sweeps_;
  std::size_t at_ = 0;
  std::size_t sweeps_at_beta_ = 0;
  RestartSummary summary_;
  std::vector<TracePoint> trace_;
};

/// Two searches one after the other: the second is made from where the first ended.
class Continued : public Search {
 public:
  using Continue = std::function<std::unique_ptr<Search>(const std::vector<std::uint32_t>& cluster_of_row)>;
  Continued(std::unique_ptr<Search> first, Continue next) : now_(std::move(first)), next_(std::move(next)) {}

  bool step(const StopCheck& stop) override {
    if (now_->step(stop)) return true;
    if (!next_) return false;
    const SearchState before = now_->state();
    sweeps_before_ = before.summary.sweeps;
    now_ = next_(before.cluster_of_row);
    next_ = nullptr;
    return !(stop && stop());
  }

  SearchState state() const override {
    SearchState state = now_->state();
    state.summary.sweeps += sweeps_before_;
    state.in_last_phase = !next_;
    return state;
  }

 private:
  std::unique_ptr<Search> now_;
  Continue next_;
  std::size_t sweeps_before_ = 0;
};

}  // namespace comac
