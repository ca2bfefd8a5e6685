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
  double least = 0, most = -1e300;
  for (const Result& result : results_of_seeds(options))
    least = std::min(least, result.cost), most = std::max(most, result.cost);
  return most - least;
}

TEST(Seeds, OfADenseChainEndAlikeUnlessFewRestartsAreAskedFor) {
  Options options;
  options.chain.kind = ChainKind::dense, options.prep.scale = Scale::none;
  EXPECT_LT(spread_of_costs(options), 0.003);
  options.search.restarts = 5;
  EXPECT_GT(spread_of_costs(options), 0.02);
}

TEST(Seeds, AnEndThatIsFoundAtOnceIsNotLookedForFiftyTimes) {
  Options options;
  options.clusters = 3, options.chain.kind = ChainKind::dense, options.prep.scale = Scale::zscore;
  const Result result = cluster(wine().table, {}, options);
  EXPECT_LT(result.restarts.size(), 50U);
  const auto found = std::ranges::count_if(
      result.restarts, [&](const RestartSummary& r) { return r.cost < result.cost + 1e-9; });
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace comac
