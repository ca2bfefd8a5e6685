// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "chain/gaussian_chain.hpp"
#include "comac/cluster.hpp"
#include "comac/data/generate.hpp"
#include "comac/data/read.hpp"
#include "cost/dense_cost.hpp"
#include "cost/information.hpp"
#include "cost/xlog2x.hpp"
#include "optimise/sequential.hpp"

namespace comac {
namespace {

/// The User set from the folder COMAC_DATA, or blobs of the same size.
const Table& user_table() {
  static const Table table = [] {
    const char* folder = std::getenv("COMAC_DATA");
    if (folder != nullptr)
      return read_dataset(std::string(folder) + "/user.csv", {.truth_column = "class"}).table;
    return generate({.shape = Shape::blobs, .rows = 403, .clusters = 4, .dimensions = 5}).table;
  }();
  return table;
}

const DenseChain& user_chain() {
  static const DenseChain chain = [] {
    const Progress nobody;
    ProgressGate gate(nobody);
    return gaussian_chain(user_table(), 20, 1, gate).chain;
  }();
  return chain;
}

std::vector<std::uint32_t> round_robin(std::size_t rows, std::uint32_t clusters) {
  std::vector<std::uint32_t> cluster(rows);
  for (std::uint32_t i = 0; i < rows; ++i) cluster[i] = i % clusters;
  return cluster;
}

/// All deltas of a sweep over the User set: each row against each of 4 clusters.
void sweep_by_tables(benchmark::State& state) {
  const double beta = static_cast<double>(state.range(0)) / 10;
  const Groups rows = Groups::singletons(user_chain().states());
  const GroupedChain states(user_chain(), rows);
  DenseCost cost(states, Partition(4, round_robin(rows.rows(), 4)), beta);
  const std::vector<std::uint32_t> all{0, 1, 2, 3};
  std::vector<double> delta(4);
  for (auto _ : state) {
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      cost.deltas(row, all, delta);
      benchmark::DoNotOptimize(delta.data());
    }
  }
  state.counters["per_delta"] =
      benchmark::Counter(static_cast<double>(4 * rows.rows()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(sweep_by_tables)->Name("user/sweep/tables/beta10")->Arg(5)->Arg(3)->Unit(benchmark::kMicrosecond);

/// The same from the definition, for a fortieth of the rows: multiply by 40.
void sweep_from_scratch(benchmark::State& state) {
  const double beta = static_cast<double>(state.range(0)) / 10;
  auto cluster = round_robin(user_chain().states(), 4);
  for (auto _ : state) {
    for (std::size_t row = 0; row < cluster.size(); row += 40) {
      const std::uint32_t own = cluster[row];
      for (std::uint32_t y = 0; y < 4; ++y) {
        cluster[row] = y;
        benchmark::DoNotOptimize(information(user_chain(), cluster, 4, beta));
      }
      cluster[row] = own;
    }
  }
}
BENCHMARK(sweep_from_scratch)
    ->Name("user/sweep/scratch_40th/beta10")
    ->Arg(5)
    ->Arg(3)
    ->Unit(benchmark::kMicrosecond);

void one_logarithm(benchmark::State& state) {
  std::vector<double> t(4096), w(4096, 1e-7);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = 1e-4 * static_cast<double>(i % 97 + 1);
  for (auto _ : state) benchmark::DoNotOptimize(sum_xlog2x_shifted(t.data(), w.data(), 1, t.size()));
  state.counters["per_log"] =
      benchmark::Counter(4096, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(one_logarithm)->Name("xlog2x/vector");

void one_library_logarithm(benchmark::State& state) {
  std::vector<double> t(4096);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = 1e-4 * static_cast<double>(i % 97 + 1);
  for (auto _ : state) {
    double sum = 0;
    for (const double value : t) sum += value * std::log2(value);
    benchmark::DoNotOptimize(sum);
  }
  state.counters["per_log"] =
      benchmark::Counter(4096, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(one_library_logarithm)->Name("xlog2x/std_log2");

/// From table to labels with 5 restarts on one thread.
void user_run(benchmark::State& state) {
  Options options{.clusters = 4,
                  .search = {.method = Method::comac_seq, .beta = static_cast<double>(state.range(0)) / 10}};
  options.threads = 1;
  for (auto _ : state) benchmark::DoNotOptimize(cluster(user_table(), {}, options));
}
BENCHMARK(user_run)->Name("user/run/beta10")->Arg(5)->Arg(3)->Unit(benchmark::kMillisecond);

/// 10 000 x 16, K = 10, dense, 5 restarts; chain and restarts apart, by threads.
void large_run(benchmark::State& state) {
  static const Table table =
      generate({.shape = Shape::blobs, .rows = 10000, .clusters = 10, .dimensions = 16}).table;
  Options options{.clusters = 10, .search = {.method = Method::comac_seq}};
  options.threads = static_cast<std::size_t>(state.range(0));
  double chain = 0, optimise = 0;
  for (auto _ : state) {
    const Result result = cluster(table, {}, options);
    chain += result.times.chain, optimise += result.times.optimise;
  }
  state.counters["chain_ms"] = benchmark::Counter(chain, benchmark::Counter::kAvgIterations);
  state.counters["optimise_ms"] = benchmark::Counter(optimise, benchmark::Counter::kAvgIterations);
}
BENCHMARK(large_run)
    ->Name("dense_10000x16/threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace comac
