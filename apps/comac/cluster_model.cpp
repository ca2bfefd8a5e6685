// SPDX-License-Identifier: MIT
#include "cluster_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "fitted/model_file.hpp"
#include "input.hpp"
#include "methods.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

/// What may be said beside --continue; all else is the model's.
constexpr std::string_view beside_continue[] = {
    "continue",         "labels", "links", "must-link", "cannot-link",
    "clusters",         "trust",  "save",  "save-rows", "threads",
    "allow-violations", "output", "json",  "report",    "quiet",
    "verbose",          "config", "help",  "confidence"};

void check_continued_usage(const Arguments& arguments) {
  if (arguments.flag("append")) {
    throw Error(ErrorCode::usage,
                "--append needs the table, which a model doesn't hold; leave it out, or use comac predict "
                "MODEL DATA --append");
  }
  if (!arguments.positionals().empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("both DATA '{}' and --continue are given; the model has its rows, leave DATA out",
                            arguments.positionals().front()));
  }
  for (const OptionGroup& group : arguments.command().groups) {
    for (const OptionInfo* option : group.options) {
      if (!arguments.given(option->name)) continue;
      if (std::ranges::find(beside_continue, option->name) != std::end(beside_continue)) continue;
      throw Error(ErrorCode::usage,
                  fmt::format("--{} was settled when the model was made; leave it out with --continue",
                              option->name));
    }
  }
}

template <class Action>
auto with_progress(const Arguments& arguments, Action action) {
  ProgressBar bar(person_reads() && !arguments.flag("quiet"));
  return action([&](const ProgressEvent& event) {
    bar.show(event);
    return !InterruptGuard::interrupted();
  });
}

}  // namespace

void check_model_usage(const Arguments& arguments) {
  if (arguments.given("continue")) check_continued_usage(arguments);
  if (arguments.given("save-rows") && !arguments.given("save")) {
    throw Error(ErrorCode::usage, "--save-rows is for --save; name a file with it");
  }
  const std::string rows = arguments.text("save-rows");
  if (!rows.empty() && rows != "all" && rows != "none") {
    throw Error(ErrorCode::usage, fmt::format("--save-rows is '{}'; expected all or none", rows));
  }
  if (!arguments.given("save")) return;
  if (const std::string_view method = chosen_system(arguments).info().name; !is_engine(method)) {
    throw Error(ErrorCode::usage, fmt::format("the method {} makes no model; expected comac, comac-seq or "
                                              "comac-ann with --save",
                                              method));
  }
}

ContinuedInput read_continued_input(const Arguments& arguments) {
  std::size_t threads = 0;
  arguments.set("threads", threads);
  ContinuedInput continued{Model::load(arguments.text("continue"), threads), {}, {}};
  const Model& model = continued.model;
  const SideInformation& known = model.known();
  const std::size_t count = model.result().cluster.size();
  const RowNames rows =
      known.row_names.empty() ? RowNames(count, known.first_row == 1) : RowNames(known.row_names);
  Again& again = continued.again;
  read_side_files(arguments, rows, again.more);
  Options asked = model.options();
  arguments.set("clusters", asked);
  arguments.set("trust", asked);
  if (!asked.clusters) {
    throw Error(ErrorCode::usage, fmt::format("--clusters is {}; expected a number with --continue, which "
                                              "doesn't search for it again",
                                              arguments.text("clusters")));
  }
  if (asked.clusters != model.options().clusters) again.clusters = asked.clusters;
  if (arguments.given("trust")) again.trust = asked.side.trust;
  if (!again.clusters) again.start = model.result().cluster;
  ClusterInput& input = continued.input;
  input.path = arguments.text("continue");
  input.data.table.rows = count;
  input.data.table.columns = model.columns();
  input.data.ids = known.row_names;
  input.known = known;
  input.known.add(again.more);
  return continued;
}

Model run_model(const Arguments& arguments, const ClusterInput& input, const Options& options) {
  return with_progress(arguments, [&](const Progress& progress) {
    try {
      return input.is_chain ? fit(input.transition, input.known, options, progress)
                            : fit(input.data.table, input.known, options, progress);
    } catch (const Error& error) {
      throw placed_error(error, input);
    }
  });
}

Model run_continued(const Arguments& arguments, const ContinuedInput& continued) {
  return with_progress(
      arguments, [&](const Progress& progress) { return solve(continued.model, continued.again, progress); });
}

void save_model(const Arguments& arguments, const Model& model, Outputs& outputs) {
  const SaveRows rows = arguments.text("save-rows") == "none" ? SaveRows::none : SaveRows::all;
  with_pieces_of(model, rows, [&](auto pieces) { outputs.add(arguments.text("save"), pieces); });
}

}  // namespace comac::app
