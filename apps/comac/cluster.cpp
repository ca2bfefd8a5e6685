// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cluster_model.hpp"
#include "cluster_run.hpp"
#include "comac/report/report.hpp"
#include "command.hpp"
#include "evaluate/name_clusters.hpp"
#include "evaluate/repeated_column.hpp"
#include "exit_code.hpp"
#include "methods.hpp"
#include "report/messages.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Scores over the rows whose class is known.
std::optional<Scores> score_against_truth(const Categories& truth,
                                          const std::vector<std::uint32_t>& cluster) {
  std::vector<std::uint32_t> expected;
  std::vector<std::uint32_t> found;
  for (std::size_t r = 0; r < cluster.size(); ++r) {
    if (truth.ids[r] == unknown_category) continue;
    expected.push_back(truth.ids[r]);
    found.push_back(cluster[r]);
  }
  if (expected.empty()) return std::nullopt;
  return score(expected, found);
}

/// Whether there are more rows than a person reads on a terminal, who didn't say where they should go.
bool is_too_long_to_show(const Arguments& arguments, const RunReport& run) {
  constexpr std::size_t most_shown = 40;
  return !arguments.given("output") && isatty(STDOUT_FILENO) == 1 && run.result.cluster.size() > most_shown;
}

void write_outputs(const Arguments& arguments, const RunReport& run, const ClusterInput& input,
                   const std::optional<Model>& model) {
  Outputs outputs;
  if (arguments.given("json")) outputs.add(arguments.text("json"), to_json(run));
  if (arguments.given("report")) {
    outputs.add(arguments.text("report"), html_report(arguments, run, input, model));
  }
  if (!is_too_long_to_show(arguments, run))
    outputs.add(arguments.text("output"), labels_csv(arguments, run, input));
  if (arguments.given("save")) save_model(arguments, *model, outputs);
  outputs.commit();
}

/// Warnings, violations and the summary, on standard error.
void tell(const Arguments& arguments, const RunReport& run) {
  for (const std::string& message : run.reading) say_warning(message);
  for (const std::string& message : run.messages) say_warning(message);
  const auto broken = run.result.certificate.violated();
  if (!broken.empty()) {
    std::string lines = violation_lines(run);
    lines.pop_back();  // say() ends the line
    say_warning(fmt::format("{} not honoured:\n{}",
                            broken.size() == 1 ? "a constraint is" : "constraints are", lines));
  }
  const bool hidden = is_too_long_to_show(arguments, run);
  if ((person_reads() || hidden || arguments.flag("verbose")) && !arguments.flag("quiet")) {
    say_summary(summary(run, arguments));
  }
  if (hidden) say("rows   -o FILE writes the cluster of each row, -o - shows them here");
}

/// The page of --report points at suspicious items; to judge very many would take longer than the clustering.
bool explains(const Arguments& arguments, const ClusterInput& input, const Options& options) {
  constexpr std::size_t most_items = 20'000;
  const std::size_t items = input.known.labels.size() + input.known.links.size();
  return arguments.given("report") && options.search.propagation && items > 0 && items <= most_items;
}

}  // namespace

Result run_system(const Arguments& arguments, const ClusterInput& input, const Options& options) {
  ProgressBar bar(person_reads() && !arguments.flag("quiet"));
  const Progress progress = [&](const ProgressEvent& event) {
    bar.show(event);
    return !InterruptGuard::interrupted();
  };
  try {
    if (input.is_chain) return aggregate(input.transition, input.known, options, progress);
    return chosen_system(arguments).run({input.data.table, input.known, options, progress});
  } catch (const Error& error) {
    throw placed_error(error, input);
  }
}

Options options_for(const Arguments& arguments, const ClusterInput& input) {
  Options options = engine_options(arguments);
  const bool weighs = chosen_system(arguments).info().can_use("trust");
  if (weighs && input.known.has_confidences && !arguments.given("trust"))
    options.side.trust = automatic_trust;
  return options;
}

RunReport begin_report(const Arguments& arguments, const ClusterInput& input, const Options& options) {
  RunReport run;
  run.version = COMAC_VERSION;
  run.input = input.path;
  run.rows = input.data.table.rows;
  run.columns = input.data.table.columns;
  run.options = options;
  const std::string_view method = chosen_system(arguments).info().name;
  if (!is_engine(method)) run.system = method;
  run.known = input.known;
  run.truth = input.data.truth;
  return run;
}

void finish_report(const ClusterInput& input, RunReport& run) {
  run.cluster_names = name_clusters(run.known, run.result.certificate.class_of_cluster);
  if (run.truth) run.scores = score_against_truth(*run.truth, run.result.cluster);
  run.messages = messages_of(run);
  if (!input.is_chain && input.known.empty() && !input.data.table.values.empty()) {
    const Table& table = input.data.table;
    if (const auto repeated = repeated_column(table, run.result.cluster))
      run.messages.push_back(repeated_sentence(table, *repeated));
  }
  run.reading = input.data.notes;
}

namespace {

/// What a page or a JSON file says about each cluster, and how much of it.
bool describes(const Arguments& arguments) { return arguments.given("report") || arguments.given("json"); }
constexpr std::size_t most_traits = 5;

/// Adds the result, writes everything and returns the exit code.
int end_run(const Arguments& arguments, RunReport run, const ClusterInput& input,
            const std::optional<Model>& model) {
  if (run.result.cancelled && run.result.cluster.empty()) {
    throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  }
  finish_report(input, run);
  if (describes(arguments)) run.description = describe_clusters(input, model, run, most_traits);
  write_outputs(arguments, run, input, model);
  tell(arguments, run);
  if (run.result.cancelled) return interrupted;
  return run.result.certificate.violated().empty() || arguments.flag("allow-violations") ? done : violated;
}

int run_continue(const Arguments& arguments) {
  const auto start = Clock::now();
  ContinuedInput continued = read_continued_input(arguments);
  continued.again.explain = explains(arguments, continued.input, continued.model.options());
  const double read_ms = milliseconds_since(start);
  const InterruptGuard guard;
  const Model model = run_continued(arguments, continued);
  RunReport run = begin_report(arguments, continued.input, model.options());
  run.read_ms = read_ms;
  run.result = model.result();
  return end_run(arguments, std::move(run), continued.input, model);
}

/// Whether what is found is kept as a model: to be saved, or for what is told about its rows.
bool keeps_model(const Arguments& arguments) {
  return arguments.given("save") || (describes(arguments) && is_engine(chosen_system(arguments).info().name));
}

}  // namespace

int run_cluster(const Arguments& arguments) {
  check_options_of_method(arguments);
  check_model_usage(arguments);
  if (arguments.given("continue")) return run_continue(arguments);
  engine_options(arguments);  // mistakes on the command line come before the work
  const auto start = Clock::now();
  const ClusterInput input = read_cluster_input(arguments);
  Options options = options_for(arguments, input);
  options.explain = explains(arguments, input, options);
  RunReport run = begin_report(arguments, input, options);
  run.read_ms = milliseconds_since(start);
  const InterruptGuard guard;
  std::optional<Model> model;
  if (keeps_model(arguments)) model = run_model(arguments, input, options);
  run.result = model ? model->result() : run_system(arguments, input, options);
  return end_run(arguments, std::move(run), input, model);
}

}  // namespace comac::app
