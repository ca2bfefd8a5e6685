// SPDX-License-Identifier: MIT
#include "optimise/restarts.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "constraints/colouring.hpp"
#include "cost/cost_of.hpp"
#include "cost/soft_cost.hpp"
#include "optimise/primitive.hpp"
#include "optimise/refinement.hpp"

namespace comac {
namespace {

/// Restarts in progress, handed out sweep by sweep: whoever is free takes the one that has waited longest. At
/// the end no thread is left with a whole restart while the others have nothing to do.
class Turns {
 public:
  using Start = std::function<std::unique_ptr<Search>(std::size_t index)>;

  Turns(Start start, const Options& options, ProgressGate& progress)
      : start_(std::move(start)),
        options_(options),
        progress_(progress),
        most_at_once_(std::max<std::size_t>(16, 2 * thread_count(options.threads))),
        done_(options.search.restarts) {}

  /// Works until nothing is left to hand out.
  void work() {
    while (auto turn = take()) {
      if (!turn->search) turn->search = start_(turn->index);
      const bool more = turn->search->step([this] { return progress_.report({"optimise", fraction_}); });
      if (more && !progress_.stopped()) {
        give_back(std::move(*turn));
      } else {
        finish(std::move(*turn));
      }
    }
  }

  std::vector<SearchState> results() {
    for (Turn& turn : waiting_) done_[turn.index] = turn.search->state();  // only after a cancellation
    std::erase_if(done_, [](const SearchState& state) { return state.cluster_of_row.empty(); });
    return std::move(done_);
  }

 private:
  struct Turn {
    std::size_t index = 0;
    std::unique_ptr<Search> search;
  };

  /// A new restart as long as few are under way: their tables take memory.
  std::optional<Turn> take() {
    const std::lock_guard lock(mutex_);
    if (progress_.stopped()) return {};
    const bool may_start = started_ < options_.search.restarts && started_ - finished_ < most_at_once_;
    if (may_start) return Turn{started_++, nullptr};
    if (waiting_.empty()) return {};
    Turn turn = std::move(waiting_.front());
    waiting_.pop_front();
    return turn;
  }

  void give_back(Turn turn) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(turn));
  }

  void finish(Turn turn) {
    SearchState state = turn.search->state();
    const std::lock_guard lock(mutex_);
    done_[turn.index] = std::move(state);
    ++finished_;
    fraction_ = static_cast<double>(finished_) / static_cast<double>(options_.search.restarts);
  }

  Start start_;
  const Options& options_;
  ProgressGate& progress_;
  std::size_t most_at_once_;
  std::mutex mutex_;
  std::deque<Turn> waiting_;
  std::size_t started_ = 0;
  std::size_t finished_ = 0;
  std::atomic<double> fraction_ = 0;
  std::vector<SearchState> done_;
};

template <class Sweeper, Cost C>
std::unique_ptr<Search> anneal(Sweeper sweeper, C cost, const Options& options) {
  return std::make_unique<Annealing<Sweeper, C>>(std::move(sweeper), std::move(cost), beta_schedule(options),
                                                 options.search.max_sweeps);
}

template <class Chain>
CostOf<Chain> cost_of(const Problem<Chain>& problem, const Options& options,
                      std::vector<std::uint32_t> start) {
  return {problem.states, Partition(options.cluster_count(), std::move(start)), options.search.beta};
}

/// Clusters in which all exclusions hold, if some were brought in which they do.
template <class Chain>
std::vector<std::uint32_t> honouring(const Problem<Chain>& problem, const Options& options,
                                     std::vector<std::uint32_t> start) {
  return repaired_colouring(problem.constraints.components, problem.constraints.exclusive, options.cluster_count(),
                            std::move(start), problem.feasible);
}

/// Lets go of what is soft, from clusters that honour all of it: only then may it be outvoted.
template <class Chain>
std::unique_ptr<Search> soften(const Problem<Chain>& problem, const Options& options,
                               const std::vector<std::uint32_t>& cluster_of_row) {
  const Groups& groups = problem.states.groups;
  const Adjacency& exclusive = problem.constraints.exclusive;
  std::vector<std::uint32_t> start(groups.count());
  for (std::size_t g = 0; g < start.size(); ++g) start[g] = cluster_of_row[groups.members(g)[0]];
  start = honouring(problem, options, std::move(start));
  using Soft = SoftCost<CostOf<Chain>>;
  return anneal(Refinement<Soft>(groups, exclusive, options.cluster_count(), options.threads),
                Soft(cost_of(problem, options, std::move(start)), *problem.soft), options);
}

}  // namespace

std::vector<double> beta_schedule(const Options& options) {
  std::vector<double> betas;
  if (options.search.method == Method::comac_ann) {
    // Multiples of the step rather than repeated subtraction: no beta a rounding error above the target.
    for (std::size_t i = 0;; ++i) {
      const double beta = 1 - static_cast<double>(i) * options.search.anneal_step;
      if (beta <= options.search.beta + 1e-9) break;
      betas.push_back(beta);
    }
  }
  betas.push_back(options.search.beta);
  return betas;
}

template <class Chain>
std::unique_ptr<Search> start_search(const Problem<Chain>& problem, const Options& options,
                                     std::size_t index) {
  if (problem.soft != nullptr) {
    Problem<Chain> without_soft = problem;
    without_soft.soft = nullptr;
    const bool without = problem.half_without_soft && index % 2 == 1;
    return std::make_unique<Continued>(
        start_search(without ? without_soft : *problem.hardened, options, index),
        [&](const auto& clusters) { return soften(problem, options, clusters); });
  }
  const auto& [components, exclusive, explicit_must, dropped] = problem.constraints;
  const std::size_t clusters = options.cluster_count();
  Random random(options.seed, index);
  if (!options.search.propagation) {
    Primitive<CostOf<Chain>> sweeper(problem.constraints, clusters);
    auto start = sweeper.start(random);
    return anneal(std::move(sweeper), cost_of(problem, options, std::move(start)), options);
  }
  const bool given = index == 0 && !problem.start.empty();
  auto start = given ? problem.start : greedy_colouring(components, exclusive, clusters, random);
  if (options.search.method != Method::comac) {
    if (problem.repair_starts) start = honouring(problem, options, std::move(start));
    return anneal(Sequential<CostOf<Chain>>(components, exclusive, clusters),
                  cost_of(problem, options, std::move(start)), options);
  }
  start = honouring(problem, options, std::move(start));
  if (!given) permute_pieces(exclusive, clusters, random, start);
  return anneal(Refinement<CostOf<Chain>>(components, exclusive, clusters, options.threads),
                cost_of(problem, options, std::move(start)), options);
}

template <class Chain>
SearchState first_steps(const Problem<Chain>& problem, const Options& options) {
  const auto search = start_search(problem, options, 0);
  search->step([] { return true; });  // soft items are let go, so that hard ones hold
  SearchState state = search->state();
  state.broken = count_broken(problem.constraints, state.cluster_of_row);
  return state;
}

namespace {

template <class Chain>
std::vector<SearchState> run_all(const Problem<Chain>& problem, const Options& options,
                                 ProgressGate& progress) {
  Turns turns([&](std::size_t index) { return start_search(problem, options, index); }, options, progress);
  const std::size_t threads = std::min(thread_count(options.threads), options.search.restarts);
  parallel_for(threads, 1, threads, [&](std::size_t, std::size_t) { turns.work(); });
  auto results = turns.results();
  for (SearchState& state : results) state.broken = count_broken(problem.constraints, state.cluster_of_row);
  return results;
}

}  // namespace

template <class Chain>
std::vector<SearchState> run_restarts(const Problem<Chain>& problem, const Options& options,
                                      ProgressGate& progress) {
  auto results = run_all(problem, options, progress);
  const bool broken = !results.empty() && results[best_restart(results)].broken > 0;
  if (!broken || problem.feasible == nullptr) return results;
  Problem<Chain> repaired = problem;
  repaired.repair_starts = true;
  return progress.stopped() ? std::vector{first_steps(repaired, options)}
                            : run_all(repaired, options, progress);
}

std::size_t best_restart(const std::vector<SearchState>& restarts) {
  const auto best =
      std::min_element(restarts.begin(), restarts.end(), [](const SearchState& a, const SearchState& b) {
        return std::tuple(a.broken, !a.in_last_phase, a.summary.cost + a.summary.echo) <
               std::tuple(b.broken, !b.in_last_phase, b.summary.cost + b.summary.echo);
      });
  return static_cast<std::size_t>(best - restarts.begin());
}

template std::unique_ptr<Search> start_search(const Problem<DenseChain>&, const Options&, std::size_t);
template std::unique_ptr<Search> start_search(const Problem<SparseChain>&, const Options&, std::size_t);
template SearchState first_steps(const Problem<DenseChain>&, const Options&);
template SearchState first_steps(const Problem<SparseChain>&, const Options&);
template std::vector<SearchState> run_restarts(const Problem<DenseChain>&, const Options&, ProgressGate&);
template std::vector<SearchState> run_restarts(const Problem<SparseChain>&, const Options&, ProgressGate&);

}  // namespace comac
