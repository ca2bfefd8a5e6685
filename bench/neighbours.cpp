// SPDX-License-Identifier: MIT
// Time, processor time, recall and memory of the search for nearest rows alone, on made data. One line of
// JSON.
//   neighbours --rows 200000 --columns 16 --kind blobs --count 19 --threads 2 --recall 0.96
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "neighbours/nearest.hpp"

namespace {

using namespace comac;

/// Ten clusters that overlap; of spreads from 1 to 1e-3 if `density`.
Table blobs(std::size_t rows, std::size_t columns, bool density, Random& random) {
  constexpr std::size_t clusters = 10;
  std::vector<double> centres(clusters * columns);
  for (double& value : centres) value = random.normal();
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t c = random.below(clusters);
    const double spread = density ? std::pow(10, -static_cast<double>(c) / 3) : 1.12;
    for (std::size_t d = 0; d < columns; ++d) {
      table.at(r, d) = centres[c * columns + d] + spread * random.normal();
    }
  }
  return table;
}

void sort_rows(Table& table) {
  std::vector<std::size_t> order(table.rows);
  for (std::size_t r = 0; r < table.rows; ++r) order[r] = r;
  std::ranges::sort(order, {}, [&](std::size_t r) { return table.at(r, 0); });
  std::vector<double> values;
  for (const std::size_t r : order) values.insert(values.end(), table.row(r).begin(), table.row(r).end());
  table.values = std::move(values);
}

/// Rows of eight hidden numbers, spread over all columns by a random matrix and bent: like pictures.
Table bent(std::size_t rows, std::size_t columns, Random& random) {
  constexpr std::size_t hidden = 8;
  const Table inner = blobs(rows, hidden, false, random);
  std::vector<double> matrix(hidden * columns);
  for (double& value : matrix) value = random.normal();
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      double sum = 0;
      for (std::size_t h = 0; h < hidden; ++h) sum += inner.at(r, h) * matrix[h * columns + c];
      table.at(r, c) = std::tanh(sum) + 0.1 * random.normal();
    }
  }
  return table;
}

Table make(const std::string& kind, std::size_t rows, std::size_t columns, Random& random) {
  if (kind == "bent") return bent(rows, columns, random);
  Table table = blobs(rows, columns, kind == "density", random);
  if (kind == "sorted") sort_rows(table);
  if (kind == "outlier") table.at(rows / 2, 0) = 1e12;
  if (kind == "duplicates") {  // half of the rows are one row, the others come in tens
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t source = r < rows / 2 ? 0 : r / 10 * 10;
      for (std::size_t c = 0; c < columns; ++c) table.at(r, c) = table.at(source, c);
    }
  }
  if (kind == "grid") {
    for (double& value : table.values) value = std::round(value);
  }
  if (kind == "uniform") {
    for (double& value : table.values) value = random.uniform();
  }
  return table;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// Older searches don't aim at a recall.
template <class Options>
void aim_at(Options& options, double recall) {
  if constexpr (requires { options.recall; }) options.recall = recall;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Time, recall and memory of the search for nearest rows");
  std::size_t rows = 200000, columns = 16;
  std::string kind = "blobs", search = "auto";
  double recall = 0.95;
  NearestOptions options;
  app.add_option("--rows", rows);
  app.add_option("--columns", columns);
  app.add_option("--kind", kind)
      ->check(
          CLI::IsMember({"blobs", "bent", "density", "sorted", "outlier", "duplicates", "grid", "uniform"}));
  app.add_option("--search", search)->check(CLI::IsMember({"auto", "exact", "approximate"}));
  app.add_option("--count", options.count);
  app.add_option("--threads", options.threads);
  app.add_option("--seed", options.seed);
  app.add_option("--recall", recall);
  CLI11_PARSE(app, argc, argv);
  aim_at(options, recall);
  if (search == "exact") options.search = NeighbourSearch::exact;
  if (search == "approximate") options.search = NeighbourSearch::approximate;
  Random random(7);
  const Table table = make(kind, rows, columns, random);
  const long before = peak_megabytes();
  const Progress none;
  ProgressGate gate(none);
  const double cpu = cpu_seconds();
  const Stopwatch watch;
  const Nearest nearest = nearest_rows(table, options, gate);
  const double clock = watch.milliseconds() / 1e3;
  fmt::print(
      "{{\"kind\": \"{}\", \"rows\": {}, \"columns\": {}, \"exact\": {}, \"recall\": {:.4f}, \"clock_s\": "
      "{:.2f}, "
      "\"cpu_s\": {:.2f}, \"peak_mb\": {}, \"planned_mb\": {}}}\n",
      kind, rows, columns, nearest.exact, nearest.recall, clock, cpu_seconds() - cpu,
      peak_megabytes() - before, nearest_memory(rows, columns, options) >> 20);
}
