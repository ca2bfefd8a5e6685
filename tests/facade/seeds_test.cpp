// SPDX-License-Identifier: MIT
// Raw Wine has several optima of nearly the same cost: five starts alone end in another one for each seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "comac/cluster.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"

namespace comac {
namespace {

const Dataset& wine() {
  static const Dataset dataset =
      read_dataset(COMAC_SOURCE_DIR "/data/wine.csv", ReadOptions{.truth_column = "class"});
  return dataset;
}

std::vector<Result> results_of_seeds(Options options) {
  std::vector<Result> results;
  options.clusters = 3, options.threads = 2;
  for (options.seed = 1; options.seed <= 5; ++options.seed)
    results.push_back(cluster(wine().table, {}, options));
  return results;
}

TEST(Seeds, OfTheDefaultEndAlike) {
  const auto results = results_of_seeds({});
  for (const Result& result : results)
    EXPECT_GT(score(results.front().cluster, result.cluster).nmi, 0.97) << result.cost;
}

double spread_of_costs(const Options& options) {
  double least = 1e300, most = -1e300;
  for (const Result& result : results_of_seeds(options))
    least = std::min(least, result.cost), most = std::max(most, result.cost);
  return most - least;
}

/// One step of the chain at a time, and nothing beside it: searches from random starts.
Options one_step(Scale scale) {
  Options options;
  options.chain.kind = ChainKind::dense, options.chain.relaxation = 1, options.prep.scale = scale;
  options.search.row_model = RowModelUse::off;
  return options;
}

TEST(Seeds, OfADenseChainEndAlike) {
  EXPECT_LT(spread_of_costs(one_step(Scale::none)), 0.003);
  Options options;
  options.chain.kind = ChainKind::dense, options.prep.scale = Scale::none;
  const auto results = results_of_seeds(options);
  for (const Result& result : results)
    EXPECT_GT(score(results.front().cluster, result.cluster).nmi, 0.97) << result.cost;
}

TEST(Seeds, AnEndThatIsFoundAtOnceIsNotLookedForFiftyTimes) {
  Options options = one_step(Scale::zscore);
  options.clusters = 3;
  const Result result = cluster(wine().table, {}, options);
  EXPECT_LT(result.restarts.size(), 50U);
  const auto found = std::ranges::count_if(
      result.restarts, [&](const RestartSummary& r) { return r.cost < result.cost + 1e-9; });
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace comac
