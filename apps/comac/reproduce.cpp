// SPDX-License-Identifier: MIT
#include "reproduce.hpp"

#include <fmt/format.h>

#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"
#include "command.hpp"
#include "data/text.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "many_runs.hpp"
#include "methods.hpp"
#include "report/text.hpp"

namespace comac::app {

namespace {

/// The methods that an option lists; none if it isn't given.
std::vector<std::string> names_of(const Arguments& arguments, const std::string& option) {
  std::vector<std::string> names;
  if (!arguments.given(option)) return names;
  for (const System* system : listed_systems(arguments.text(option))) names.emplace_back(system->info().name);
  return names;
}

}  // namespace

int run_reproduce(const Arguments& arguments) {
  experiments::Reproduction what;
  what.figures = arguments.positionals();
  what.out = arguments.given("out") ? arguments.text("out") : "reproduction";
  what.data_folder = data_folder(arguments);
  what.scope.quick = arguments.flag("quick");
  what.scope.runs = what.scope.quick ? 2 : 10;
  arguments.set("runs", what.scope.runs);
  arguments.set("threads", what.threads);
  what.scope.only_systems = names_of(arguments, "methods");
  what.again = names_of(arguments, "again");
  if (what.scope.runs == 0) throw Error(ErrorCode::usage, "--runs is 0; expected 1 or more");

  const Stopwatch watch;
  const InterruptGuard guard;
  RunsProgress progress(arguments);
  const auto done = experiments::reproduce(what, progress.callback());
  if (done.missing.size() == 1) {
    say_warning(fmt::format("the set {} is missing; name its folder with --data-dir", done.missing.front()));
  } else if (!done.missing.empty()) {
    say_warning(fmt::format("{} sets are missing: {}; name their folder with --data-dir", done.missing.size(),
                            listed(done.missing, 4)));
  }
  if (!arguments.flag("quiet")) {
    say(fmt::format("{} in {}; see {}", counted(done.computed, "run"),
                    format_milliseconds(watch.milliseconds()), done.files.back()));
  }
  return comac::app::done;
}

}  // namespace comac::app
