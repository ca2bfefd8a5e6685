// SPDX-License-Identifier: MIT
#include "methods.hpp"

#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

std::string_view to_string(Uses uses) {
  switch (uses) {
    case Uses::labels:
      return "labels";
    case Uses::pairs:
      return "labels, pairs";
    default:
      return "nothing";
  }
}

std::string joined_names(std::string_view separator) {
  std::string names;
  for (const System* system : all_systems()) {
    names.append(names.empty() ? "" : separator).append(system->info().name);
  }
  return names;
}

}  // namespace

const System& chosen_system(const Arguments& arguments) {
  return find_system(arguments.given("method") ? arguments.text("method")
                                               : std::string(comac::to_string(Options{}.search.method)));
}

std::vector<const System*> listed_systems(const std::string& names) {
  std::vector<const System*> systems;
  std::string rest = names + ",";
  for (std::size_t comma = rest.find(','); comma != std::string::npos; comma = rest.find(',')) {
    systems.push_back(&find_system(rest.substr(0, comma)));
    rest.erase(0, comma + 1);
  }
  return systems;
}

void check_options_of_method(const Arguments& arguments) {
  const SystemInfo info = chosen_system(arguments).info();
  for (const OptionInfo& option : option_table()) {
    if (!arguments.given(option.name) || info.can_use(option.name)) continue;
    throw Error(
        ErrorCode::usage,
        fmt::format("--{} makes no difference to {}; leave it out, or use a method that it steers, such "
                    "as {}",
                    option.name, info.name, option.name == "anneal-step" ? "comac-ann" : "comac"));
  }
}

const OptionInfo& method_option() {
  static const OptionInfo option = [] {
    OptionInfo info = option_info("method");
    info.value = joined_names("|");
    info.range = joined_names(", ");
    info.meaning = "the system that groups the rows; comac methods lists them";
    return info;
  }();
  return option;
}

int run_methods(const Arguments& arguments) {
  std::string out = fmt::format("{:<16} {:<14} {}\n", "method", "can use", "what it is");
  for (const System* system : all_systems()) {
    const SystemInfo info = system->info();
    out.append(fmt::format("{:<16} {:<14} {} ({})\n", info.name, to_string(info.uses), info.summary,
                           info.reference));
  }
  write_result(arguments.text("output"), out);
  return done;
}

}  // namespace comac::app
