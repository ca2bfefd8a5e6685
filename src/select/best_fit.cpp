// SPDX-License-Identifier: MIT
// Which of many starts a model of the rows is fitted from.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "select/mixture_fitting.hpp"
#include "select/mixture_starts.hpp"
#include "select/starts.hpp"
#include "select/stopping_rule.hpp"

namespace comac {
namespace {

using Clusters = MixtureFitting::Clusters;

constexpr std::size_t rounds_to_compare = 4, rounds_to_converge = 100;
constexpr double heavy_tails = 8, light_tails = 30;
constexpr double still_gained = 0.8;  // by the next rounds, of what these gained
constexpr double same_end = 1e-4;     // relative: as far apart as fits end that have converged to the same
constexpr std::size_t most_lots_at_all = 10;
constexpr double most_work = 1.5e9, rounds_of_a_lot = 60;
constexpr double work_of_densities = 60;  // of a row in a cluster, beside what grows with columns and factors

}  // namespace

/// Clusters of the rows that stay where they are in a start.
Clusters MixtureFitting::known_from(const Clusters& start) const {
  Clusters known(sample_.size(), unknown_cluster);
  for (std::size_t x = 0; x < known.size(); ++x) {
    if (fixed_[x]) known[x] = start[x];
  }
  return known;
}

/// A start that honours what is known.
Clusters MixtureFitting::as_known(Clusters start, const LowRankChain& chain, const Clusters& known) const {
  if (sample_.size() == table_.rows.rows)
    return fitted_start(std::move(start), chain, task_.constraints, clusters());
  for (std::size_t x = 0; x < start.size(); ++x) {
    if (fixed_[x]) start[x] = known[x];
  }
  return start;
}

/// What a budget of work allows: of large tables every lot takes long.
std::size_t MixtureFitting::most_lots(const LowRankChain& chain) const {
  const auto columns = static_cast<double>(rows_.rows()), codes = static_cast<double>(codes_.columns);
  const double of_a_round =
      static_cast<double>(rows_.cols()) * static_cast<double>(clusters()) *
      (2 * static_cast<double>(chain.factors()) + columns * columns + codes + work_of_densities);
  return std::clamp(static_cast<std::size_t>(most_work / (rounds_of_a_lot * of_a_round)), std::size_t{1},
                    most_lots_at_all);
}

/// The starts are of the sample; rows whose cluster is known begin where they do in the first of them.
MixtureFit MixtureFitting::best_from(const LowRankChain& chain, std::vector<Clusters> starts,
                                     Means means) const {
  if (means == Means::none) return best_of(chain, starts);
  Random random(options_.seed, 1);
  const Clusters known = known_from(starts.front());
  const MeansStarts by_means({codes_.columns == 0 ? rows_ : seen_, rows_}, clusters(),
                             starts_of_a_kind(options_.search.restart_count()), known);
  for (Clusters& start : by_means.first(random)) starts.push_back(as_known(std::move(start), chain, known));
  MixtureFit best = best_of(chain, starts);
  if (means == Means::again && !options_.search.restarts) add_lots(chain, by_means, known, random, best);
  return best;
}

/// Lots of random starts, one after the other, until no better end is to be expected.
void MixtureFitting::add_lots(const LowRankChain& chain, const MeansStarts& means, const Clusters& known,
                              Random& random, MixtureFit& best) const {
  const double same = same_end * (std::abs(best.objective) + static_cast<double>(rows_.cols()));
  StoppingRule ends(best.objective, same);
  for (std::size_t lot = 1; lot < most_lots(chain) && !ends.enough(); ++lot) {
    std::vector<Clusters> starts = means.again(random);
    for (Clusters& start : starts) start = as_known(std::move(start), chain, known);
    MixtureFit other = best_of(chain, starts, best.objective - same);
    if (ends.add(other.objective)) best = std::move(other);
  }
}

/// The first rounds from each start.
std::vector<MixtureFitting::Fitted> MixtureFitting::begun(const LowRankChain& chain,
                                                          const std::vector<Clusters>& starts) const {
  const std::size_t of_each = doubted_.empty() ? 1 : 2;
  std::vector<Fitted> fitted(starts.size() * of_each);
  parallel_for(fitted.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
    const Clusters& start = starts[i / of_each];
    const bool as_if_sure = i % of_each == 1;
    fitted[i] = {as_if_sure ? fit_as_if_sure(chain, start)
                            : fit_mixture(task_from(chain, start, heavy_tails), rounds_to_compare),
                 &start};
  });
  return fitted;
}

/// The better half goes on for some rounds, until one is left: what begins far from what the chain says falls
/// behind at first, and may still win. That one goes on to its end, unless it can't be expected to reach
/// what is to beat: rounds gain less and less, four fifths of those before, say.
MixtureFit MixtureFitting::best_of(const LowRankChain& chain, const std::vector<Clusters>& starts,
                                   double to_beat) const {
  std::vector<Fitted> fitted = begun(chain, starts);
  while (true) {
    std::ranges::stable_sort(fitted, std::ranges::greater{}, [](const Fitted& f) { return f.fit.objective; });
    fitted.resize((fitted.size() + 1) / 2);
    if (fitted.size() == 1) break;
    parallel_for(fitted.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
      auto& [fit, from, gained] = fitted[i];
      gained = -fit.objective;
      fit = fit_mixture(task_from(chain, *from, heavy_tails), fit.memberships, rounds_to_compare);
      gained += fit.objective;
    });
  }
  Fitted& last = fitted.front();
  const bool hopeless = last.fit.objective + last.gained * still_gained / (1 - still_gained) < to_beat;
  return hopeless ? std::move(last.fit) : converged(chain, last);
}

/// Begins as if no label were wrong, then lets go.
MixtureFit MixtureFitting::fit_as_if_sure(const LowRankChain& chain, const Clusters& start) const {
  std::vector<bool> fixed = fixed_;
  for (const DoubtedLabel& label : doubted_) fixed[label.row] = true;
  const Clusters sure =
      sample_.size() == table_.rows.rows ? fitted_start(start, chain, *if_sure_, clusters()) : start;
  const MixtureTask task{rows_, chain, clusters(), sure, fixed, {}, heavy_tails, 0, rounding_, &codes_};
  Eigen::MatrixXd memberships = fit_mixture(task, rounds_to_compare).memberships;
  return fit_mixture(task_from(chain, start, heavy_tails), std::move(memberships), rounds_to_compare);
}

/// With heavy tails or with light ones, whichever fits.
MixtureFit MixtureFitting::converged(const LowRankChain& chain, const Fitted& fitted) const {
  const auto& [begun, from, gained] = fitted;
  MixtureFit heavy = fit_mixture(task_from(chain, *from, heavy_tails), begun.memberships, rounds_to_converge);
  MixtureFit light = fit_mixture(task_from(chain, *from, light_tails), heavy.memberships, rounds_to_converge);
  return light.objective > heavy.objective ? light : heavy;
}

}  // namespace comac
