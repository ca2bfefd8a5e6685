// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <fmt/format.h>

#include "cluster_run.hpp"
#include "comac/base/error.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "many_runs.hpp"
#include "methods.hpp"
#include "paint.hpp"
#include "report/text.hpp"

namespace comac::app {
namespace {

/// "a,b" as systems; all of them if nothing is said.
std::vector<const System*> chosen_systems(const Arguments& arguments) {
  const auto all = all_systems();
  if (!arguments.given("methods")) return {all.begin(), all.end()};
  return listed_systems(arguments.text("methods"));
}

/// Drawn anew for every run, or what the files say for all.
std::function<SideInformation(std::size_t)> side_of(const Arguments& arguments, const ClusterInput& input) {
  if (arguments.given("labelled") && arguments.given("pairs")) {
    throw Error(ErrorCode::usage, "both --labelled and --pairs are given; expected one of them");
  }
  const bool drawn = arguments.given("labelled") || arguments.given("pairs");
  if (drawn && !input.known.empty()) {
    throw Error(ErrorCode::usage, "side information is both drawn and read; expected one of them");
  }
  if (!drawn) return [&input](std::size_t) { return input.known; };
  using Protocol = experiments::Side::Protocol;
  experiments::Side side{arguments.given("pairs") ? Protocol::pairs : Protocol::labels};
  arguments.set(arguments.given("pairs") ? "pairs" : "labelled", side.share);
  std::size_t seed = Options{}.seed;
  arguments.set("seed", seed);
  return [&input, side, seed](std::size_t run) {
    SideInformation known = experiments::draw_side(*input.data.truth, side, seed - 1 + run);
    known.row_names = input.known.row_names;
    known.first_row = input.known.first_row;
    return known;
  };
}

std::string describe_side(const Arguments& arguments, const ClusterInput& input) {
  for (const std::string name : {"labelled", "pairs"}) {
    if (arguments.given(name)) return fmt::format("--{} {}", name, arguments.text(name));
  }
  if (input.known.empty()) return "nothing known";
  return counted(input.known.labels.size(), "label") + ", " + counted(input.known.links.size(), "link");
}

/// Rows of our own methods stand out, and the heading.
std::string paint_own(const std::string& table) {
  return paint_lines(paint_lines(table, "comac"), "method ");
}

}  // namespace

int run_compare(const Arguments& arguments) {
  if (!arguments.given("truth-column")) {
    throw Error(ErrorCode::usage, "--truth-column is missing; name the column of true classes");
  }
  const auto systems = chosen_systems(arguments);
  const Options options = engine_options(arguments);
  std::size_t runs = 10;
  arguments.set("runs", runs);
  if (runs == 0) throw Error(ErrorCode::usage, "--runs is 0; expected 1 or more");
  const ClusterInput input = read_cluster_input(arguments);

  const InterruptGuard guard;
  RunsProgress progress(arguments);
  const auto [standings, finished, all] = experiments::compare(
      {input.data, side_of(arguments, input), systems, options, runs, InterruptGuard::interrupted},
      progress.callback());
  if (finished == 0) throw Error(ErrorCode::interrupted, "interrupted before a run was finished");
  Outputs outputs;
  if (arguments.given("csv")) outputs.add(arguments.text("csv"), experiments::to_csv(standings));
  if (arguments.given("json")) outputs.add(arguments.text("json"), experiments::to_json(standings));
  if (arguments.given("report")) {
    outputs.add(arguments.text("report"),
                experiments::to_html(standings, input.path, describe_side(arguments, input)));
  }
  const std::string table = experiments::to_text(standings);
  outputs.add("-", goes_to_terminal("-") ? paint_own(table) : table);
  outputs.commit();
  if (finished == all) return done;
  say_warning(fmt::format("interrupted: {} of {} runs were finished", finished, all));
  return interrupted;
}

}  // namespace comac::app
