// SPDX-License-Identifier: MIT
#include "optimise/multilevel.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.hpp"
#include "constraints/colouring.hpp"
#include "cost/sparse_cost.hpp"
#include "optimise/refinement.hpp"

namespace comac {
namespace {

constexpr std::size_t least_base = 2000;         // states of the base level, and
constexpr std::size_t base_for_cluster = 20;     // for each cluster
constexpr std::size_t coarsest_for_cluster = 4;  // states of the coarsest level for each cluster
constexpr std::size_t colourings = 6;            // tried on the coarsest level,
constexpr std::size_t colourings_of_many = 2;    // and beyond 20 clusters, where more gained nothing
constexpr double most_mass_of_state = 1.5;       // on coarse levels, in clusters of equal size
constexpr double least_shrink = 0.95;            // of a level, or it is the coarsest

/// Levels, each half as large as the one before.
class Hierarchy {
 public:
  explicit Hierarchy(const Level& finest, std::size_t threads = 1) : finest_(finest), threads_(threads) {}

  std::size_t size() const { return coarse_.size() + 1; }
  Level level(std::size_t i) const { return i == 0 ? finest_ : Level(coarse_[i - 1]); }
  Level coarsest() const { return level(size() - 1); }

  /// Adds a level of about half the states, or a quarter if `passes` is 2: large levels are kept apart by
  /// more, since their entries fall slower than their states. Returns false if they hardly fall at all.
  bool coarsen(MatchOptions options, Random& random, std::size_t passes = 1) {
    Groups groups = match_states(coarsest(), options, random);
    if (options.merged == nullptr && hardly_fewer(groups.count(), groups.rows())) return false;
    CoarseLevel next = contract(coarsest(), groups, threads_);
    options.merged = nullptr;
    for (std::size_t pass = 1; pass < passes; ++pass) {
      const Groups more = match_states(next, options, random);
      next = contract(next, more, threads_);
      groups = joined(groups, more);
    }
    add(std::move(next), std::move(groups));
    return true;
  }
  /// Adds the level of the groups.
  void merge(const Groups& groups) { add(contract(coarsest(), groups, threads_), groups); }

  /// The partition of level `i` that a partition of the next coarser one stands for.
  std::vector<std::uint32_t> project(std::size_t i, const std::vector<std::uint32_t>& coarse) const {
    std::vector<std::uint32_t> fine(level(i).chain.states());
    for (std::size_t x = 0; x < fine.size(); ++x) fine[x] = coarse[groups_[i].group_of(x)];
    return fine;
  }

  /// The other way, for a partition that the merges have kept to.
  std::vector<std::uint32_t> lift(const std::vector<std::uint32_t>& fine) const {
    std::vector<std::uint32_t> coarse(coarsest().chain.states());
    for (std::size_t x = 0; x < fine.size(); ++x) coarse[groups_.back().group_of(x)] = fine[x];
    return coarse;
  }

 private:
  void add(CoarseLevel next, Groups groups) {
    coarse_.push_back(std::move(next));
    groups_.push_back(std::move(groups));
  }
  static bool hardly_fewer(std::size_t after, std::size_t before) {
    return static_cast<double>(after) > least_shrink * static_cast<double>(before);
  }
  static Groups joined(const Groups& fine, const Groups& coarse) {
    std::vector<std::uint32_t> group(fine.rows());
    for (std::size_t x = 0; x < group.size(); ++x) group[x] = coarse.group_of(fine.group_of(x));
    return Groups(group);
  }

  Level finest_;
  std::size_t threads_;
  std::vector<CoarseLevel> coarse_;
  std::vector<Groups> groups_;  // of the states of level i: the states of level i + 1
};

class Multilevel {
 public:
  Multilevel(const Level& finest, const MultilevelOptions& options, const Refine& refine,
             ProgressGate& progress)
      : options_(options), refine_(refine), progress_(progress), hierarchy_(finest, options.threads) {}

  CoarseStart run() {
    coarsen_to_base();
    CoarseStart result = solve_base();
    const ProgressGate::Part part(progress_, 0.6, 1);
    auto& cluster = result.cluster_of_state;
    for (std::size_t i = hierarchy_.size() - 1; i-- > 0;) {
      cluster = hierarchy_.project(i, cluster);
      if (i > 0)
        cluster = refine_(hierarchy_.level(i), std::move(cluster), stop_refining(i)).cluster_of_state;
    }
    return result;
  }

 private:
  MatchOptions match_options() const {
    return {options_.clusters, most_mass_of_state / static_cast<double>(options_.clusters)};
  }
  StopCheck stop_refining(std::size_t levels_left) {
    const double done = 1 - static_cast<double>(levels_left) / static_cast<double>(hierarchy_.size());
    return [this, done] { return progress_.report({"refine", done}); };
  }

  void coarsen_to_base() {
    const ProgressGate::Part part(progress_, 0, 0.4);
    const std::size_t base = std::max(least_base, base_for_cluster * options_.clusters);
    const std::size_t states = hierarchy_.coarsest().chain.states();
    Random random(options_.seed);
    MatchOptions match = match_options();
    match.merged = options_.merged;
    if (match.merged != nullptr && states <= base) hierarchy_.merge(*match.merged);
    bool more = true;
    while (more && hierarchy_.coarsest().chain.states() > base) {
      const double left = static_cast<double>(hierarchy_.coarsest().chain.states() - base);
      if (progress_.report({"coarsen", 1 - left / static_cast<double>(states)})) return;
      const std::size_t passes = hierarchy_.coarsest().chain.states() > 8 * base ? 2 : 1;
      more = hierarchy_.coarsen(match, random, passes);
      match.merged = nullptr;
    }
  }

  CoarseStart solve_base() {
    const ProgressGate::Part part(progress_, 0.4, 0.6);
    std::vector<LevelSolution> starts(options_.starts);
    std::atomic<std::size_t> done = 0;
    const StopCheck stop = [&] {
      return progress_.report({"solve", static_cast<double>(done) / static_cast<double>(starts.size())});
    };
    parallel_for(starts.size(), 1, options_.threads, [&](std::size_t begin, std::size_t) {
      Random random(options_.seed, 1 + begin);
      starts[begin] = start(random, stop);
      ++done;
    });
    CoarseStart result;
    for (const LevelSolution& s : starts) result.starts.push_back({s.cost, s.sweeps, s.converged});
    const auto least = std::ranges::min_element(starts, {}, &LevelSolution::cost);
    result.best = static_cast<std::size_t>(least - starts.begin());
    result.cluster_of_state = cycled(std::move(*least), stop);
    return result;
  }

  /// What comes of a solution of the base level if it is coarsened and refined again.
  std::vector<std::uint32_t> cycled(LevelSolution best, const StopCheck& stop) const {
    Random random(options_.seed, 1 + options_.starts);
    for (std::size_t i = 0; i < options_.cycles && !progress_.stopped(); ++i) {
      LevelSolution again = cycle(best, random, stop);
      if (again.cost < best.cost) best = std::move(again);
    }
    return std::move(best.cluster_of_state);
  }

  std::size_t coarsest_size() const { return coarsest_for_cluster * options_.clusters; }

  /// One solution of the base level from nothing.
  LevelSolution start(Random& random, const StopCheck& stop) const {
    Hierarchy levels(hierarchy_.coarsest());
    while (levels.coarsest().chain.states() > coarsest_size() && !progress_.stopped()) {
      if (!levels.coarsen(match_options(), random)) break;
    }
    LevelSolution best = colour(levels.coarsest(), random, stop);
    // Where exclusions have kept the coarsest level large, one is expensive enough.
    const bool small = levels.coarsest().chain.states() <= 4 * coarsest_size();
    const std::size_t most = options_.clusters <= 20 ? colourings : colourings_of_many;
    for (std::size_t c = 1; c < (small ? most : 1) && !progress_.stopped(); ++c) {
      LevelSolution other = colour(levels.coarsest(), random, stop);
      if (other.cost < best.cost) best = std::move(other);
    }
    return climb(levels, std::move(best), stop);
  }

  /// The base level coarsened again, but only within the clusters of a solution, which so can only improve.
  LevelSolution cycle(const LevelSolution& from, Random& random, const StopCheck& stop) const {
    Hierarchy levels(hierarchy_.coarsest());
    std::vector<std::uint32_t> part = from.cluster_of_state;
    MatchOptions options = match_options();
    while (levels.coarsest().chain.states() > coarsest_size() && !progress_.stopped()) {
      options.part = part;
      if (!levels.coarsen(options, random)) break;
      part = levels.lift(part);
    }
    return climb(levels, refine_(levels.coarsest(), std::move(part), stop), stop);
  }

  LevelSolution colour(const Level& level, Random& random, const StopCheck& stop) const {
    const Groups states = Groups::singletons(level.chain.states());
    auto start = greedy_colouring(states, level.exclusive, options_.clusters, random);
    permute_pieces(level.exclusive, options_.clusters, random, start);
    return refine_(level, std::move(start), stop);
  }

  LevelSolution climb(const Hierarchy& levels, LevelSolution solution, const StopCheck& stop) const {
    for (std::size_t i = levels.size() - 1; i-- > 0;) {
      const std::size_t sweeps = solution.sweeps;
      solution = refine_(levels.level(i), levels.project(i, solution.cluster_of_state), stop);
      solution.sweeps += sweeps;
    }
    return solution;
  }

  const MultilevelOptions& options_;
  const Refine& refine_;
  ProgressGate& progress_;
  Hierarchy hierarchy_;
};

}  // namespace

Refine refinement_by_sweeps(std::size_t clusters, std::size_t max_sweeps, std::size_t threads) {
  return [=](const Level& level, std::vector<std::uint32_t> start, const StopCheck& stop) -> LevelSolution {
    const Groups groups = Groups::singletons(level.chain.states());
    const GroupedSparseChain states(level.chain, groups);
    SparseCost cost(states, Partition(clusters, std::move(start)), 0.5);
    Refinement<SparseCost> refinement(groups, level.exclusive, clusters, threads);
    LevelSolution solution;
    while (solution.sweeps < max_sweeps && !solution.converged && !stop()) {
      solution.converged = !refinement.sweep_near(cost, stop);
      ++solution.sweeps;
    }
    solution.cluster_of_state = cost.partition().cluster_of_group();
    solution.cost = cost.value();
    return solution;
  };
}

CoarseStart multilevel_start(const Level& finest, const MultilevelOptions& options, const Refine& refine,
                             ProgressGate& progress) {
  return Multilevel(finest, options, refine, progress).run();
}

std::size_t multilevel_memory(std::size_t states, std::size_t entries) {
  // Measured on k-NN graphs: all coarse levels together have some 2.5 times the entries of the finest, and
  // a tenth of these is taken on the way by parts that are joined.
  return sparse_chain_memory(states, entries * 11 / 4) + states * 64;
}

}  // namespace comac
