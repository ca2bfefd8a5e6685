// SPDX-License-Identifier: MIT
// Time, memory and quality of a run on blobs: 10 clusters in 16 dimensions that overlap so much that k-means
// reaches NMI .88. One line of JSON for each run, and one of CSV in a file if asked for; and pictures of
// that.
//   scaling --rows 100000 --labelled 0.01 --record runs.csv
//   scaling --draw runs.csv --pictures DIRECTORY
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "comac/cluster.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"
#include "data/file.hpp"
#include "report/line_chart.hpp"
#include "report/svg.hpp"

namespace {

using namespace comac;

struct Blobs {
  Table table;
  std::vector<std::uint32_t> truth;
};

Blobs blobs(std::size_t rows, std::size_t clusters, double spread, Random& random) {
  constexpr std::size_t columns = 16;
  std::vector<double> centres(clusters * columns);
  for (double& value : centres) value = random.normal();
  Blobs result{{rows, columns, std::vector<double>(rows * columns), {}}, std::vector<std::uint32_t>(rows)};
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t c = random.below(clusters);
    result.truth[r] = static_cast<std::uint32_t>(c);
    for (std::size_t d = 0; d < columns; ++d) {
      result.table.at(r, d) = centres[c * columns + d] + spread * random.normal();
    }
  }
  return result;
}

SideInformation side(const std::vector<std::uint32_t>& truth, std::size_t classes, double labelled,
                     std::size_t links, Random& random) {
  SideInformation known;
  for (std::size_t c = 0; c < classes; ++c) known.label_names.push_back(fmt::format("c{}", c));
  for (std::uint32_t r = 0; r < truth.size(); ++r) {
    if (random.uniform() < labelled) known.labels.push_back({r, truth[r], {}});
  }
  while (known.links.size() < links) {
    const auto a = static_cast<std::uint32_t>(random.below(truth.size()));
    const auto b = static_cast<std::uint32_t>(random.below(truth.size()));
    if (a != b) known.links.push_back({a, b, truth[a] == truth[b] ? LinkKind::must : LinkKind::cannot, {}});
  }
  return known;
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}
double cpu_seconds(const rusage& usage) { return seconds(usage.ru_utime) + seconds(usage.ru_stime); }
double cpu_seconds_since(const rusage& before) {
  rusage now{};
  getrusage(RUSAGE_SELF, &now);
  return cpu_seconds(now) - cpu_seconds(before);
}

const std::string record_head = "rows,search_s,after_search_s,peak_mb,planned_mb\n";

void record(const std::string& path, const std::string& line) {
  const std::string before = std::filesystem::exists(path) ? read_file(path) : record_head;
  write_file(path, before + line);
}

std::vector<double> column(const Table& table, std::size_t c) {
  std::vector<double> values;
  for (std::size_t r = 0; r < table.rows; ++r) values.push_back(table.at(r, c));
  return values;
}

void draw_chart(const Table& runs, const std::string& title,
                std::vector<std::pair<std::string, std::size_t>> lines, const std::string& path) {
  LineChart chart;
  chart.x.title = "rows";
  chart.y.title = title;
  chart.x.logarithmic = chart.y.logarithmic = true;
  chart.x.high = 1.5 * runs.at(runs.rows - 1, 0);  // room for the last number
  for (auto& [name, c] : lines) {
    Series series;
    series.name = std::move(name);
    series.x = column(runs, 0);
    series.y = column(runs, c);
    chart.series.push_back(std::move(series));
  }
  write_file(path, standalone_svg(draw(chart), title + " against the number of rows"));
}

void draw_runs(const std::string& path, const std::string& pictures) {
  const Table runs = read_dataset(path).table;
  draw_chart(runs, "seconds by the clock, two threads", {{"neighbour search", 1}, {"all that follows", 2}},
             pictures + "/scaling-time.svg");
  draw_chart(runs, "memory, MB", {{"measured peak", 3}, {"planned", 4}}, pictures + "/scaling-memory.svg");
}

/// What the command line says.
struct Asked {
  std::size_t rows = 20000, clusters = 10, links = 0;
  double labelled = 0, spread = 1.12;
  Options options;
  std::string chain = "auto", method = "comac", record, draw, pictures = ".";
};

void declare(CLI::App& app, Asked& asked) {
  app.add_option("--rows", asked.rows);
  app.add_option("--clusters", asked.clusters);
  app.add_option("--labelled", asked.labelled);
  app.add_option("--links", asked.links);
  app.add_option("--spread", asked.spread);
  app.add_option("--neighbours", asked.options.chain.neighbours);
  app.add_option("--threads", asked.options.threads);
  app.add_option("--beta", asked.options.search.beta);
  app.add_option("--restarts", asked.options.search.restarts);
  app.add_option("--seed", asked.options.seed);
  app.add_option("--record", asked.record);
  app.add_option("--draw", asked.draw);
  app.add_option("--pictures", asked.pictures);
  app.add_option("--chain", asked.chain)->check(CLI::IsMember({"auto", "dense", "sparse"}));
  app.add_option("--method", asked.method)->check(CLI::IsMember({"comac", "comac-seq"}));
}

struct Measured {
  Result result;
  double search_s = 0, search_cpu_s = 0, after_search_s = 0, cpu_s = 0;
  long before_mb = 0, peak_mb = 0;
};

Measured run(const Blobs& data, const SideInformation& known, const Options& options) {
  Measured measured;
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const Stopwatch watch;
  bool searching = false;
  measured.result = cluster(data.table, known, options, [&](const ProgressEvent& event) {
    if (event.stage == "neighbours") searching = true;
    if (event.stage == "chain" && std::exchange(searching, false)) {
      measured.search_s = watch.milliseconds() / 1e3;
      measured.search_cpu_s = cpu_seconds_since(before);
    }
    return true;
  });
  measured.after_search_s = watch.milliseconds() / 1e3 - measured.search_s;
  getrusage(RUSAGE_SELF, &after);
  measured.cpu_s = cpu_seconds(after) - cpu_seconds(before);
  measured.before_mb = before.ru_maxrss / 1024, measured.peak_mb = after.ru_maxrss / 1024;
  return measured;
}

void print(const Asked& asked, const Measured& measured, const std::vector<std::uint32_t>& truth) {
  const Result& result = measured.result;
  fmt::print(
      "{{\"rows\": {}, \"clusters\": {}, \"labelled\": {}, \"links\": {}, \"chain\": \"{}\", "
      "\"transitions\": {}, "
      "\"recall\": {:.3f}, \"chain_s\": {:.2f}, \"optimise_s\": {:.2f}, \"total_s\": {:.2f}, \"cpu_s\": "
      "{:.2f}, \"search_s\": {:.2f}, \"search_cpu_s\": {:.2f}, \"after_search_s\": {:.2f}, "
      "\"peak_mb\": {}, \"before_mb\": {}, \"planned_mb\": {}, \"cost\": {:.6f}, \"nmi\": {:.4f}, "
      "\"sweeps\": {}, "
      "\"violated\": {}}}\n",
      asked.rows, asked.clusters, asked.labelled, asked.links, to_string(result.chain.kind),
      result.chain.transitions, result.chain.recall, result.times.chain / 1e3, result.times.optimise / 1e3,
      result.times.total / 1e3, measured.cpu_s, measured.search_s, measured.search_cpu_s,
      measured.after_search_s, measured.peak_mb, measured.before_mb, result.chain.memory >> 20, result.cost,
      score(truth, result.cluster).nmi, result.restarts[result.best_restart].sweeps,
      result.certificate.violated().size());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Time, memory and quality on blobs");
  Asked asked;
  declare(app, asked);
  CLI11_PARSE(app, argc, argv);
  if (!asked.draw.empty()) {
    draw_runs(asked.draw, asked.pictures);
    return 0;
  }
  Random random(7);
  const Blobs data = blobs(asked.rows, asked.clusters, asked.spread, random);
  const SideInformation known = side(data.truth, asked.clusters, asked.labelled, asked.links, random);
  Options& options = asked.options;
  options.clusters = asked.clusters;
  if (asked.chain != "auto")
    options.chain.kind = asked.chain == "dense" ? ChainKind::dense : ChainKind::sparse;
  if (asked.method == "comac-seq") options.search.method = Method::comac_seq;
  const Measured measured = run(data, known, options);
  print(asked, measured, data.truth);
  if (asked.record.empty()) return 0;
  record(asked.record,
         fmt::format("{},{:.2f},{:.2f},{},{}\n", asked.rows, measured.search_s, measured.after_search_s,
                     measured.peak_mb - measured.before_mb, measured.result.chain.memory >> 20));
}
