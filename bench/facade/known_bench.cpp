// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "comac/cluster.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/generate.hpp"
#include "comac/data/read.hpp"

namespace comac {
namespace {

/// What is known: nothing, 30 % of the labels, or as many pairs as there are rows.
SideInformation known(const Dataset& data, std::int64_t kind, std::uint64_t seed) {
  if (kind == 1) return sample_labels(*data.truth, {.share = 0.3, .seed = seed});
  if (kind == 2) return sample_pairs(*data.truth, {.share = 1, .seed = seed});
  return {};
}

/// The User set from the folder COMAC_DATA, or blobs of the same size.
const Dataset& user() {
  static const Dataset data = [] {
    const char* folder = std::getenv("COMAC_DATA");
    if (folder != nullptr) return read_dataset(std::string(folder) + "/user.csv", {.truth_column = "class"});
    return generate({.shape = Shape::blobs, .rows = 403, .clusters = 4, .dimensions = 5});
  }();
  return data;
}

const Dataset& large() {
  static const Dataset data =
      generate({.shape = Shape::blobs, .rows = 10'000, .clusters = 10, .dimensions = 16, .spread = 3});
  return data;
}

void run(benchmark::State& state, const Dataset& data, std::size_t clusters, std::size_t threads) {
  Options options{.clusters = clusters};
  options.threads = threads;
  constexpr std::uint64_t draws = 5;
  std::vector<SideInformation> sides;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) sides.push_back(known(data, state.range(0), seed));
  std::size_t turn = 0;
  for (auto _ : state) benchmark::DoNotOptimize(cluster(data.table, sides[turn++ % draws], options));
}

void user_run(benchmark::State& state) { run(state, user(), 4, 1); }
BENCHMARK(user_run)->Name("known/user")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void large_run(benchmark::State& state) { run(state, large(), 10, 2); }
BENCHMARK(large_run)
    ->Name("known/dense_10000x16")
    ->DenseRange(0, 2)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5)
    ->UseRealTime();

}  // namespace
}  // namespace comac
