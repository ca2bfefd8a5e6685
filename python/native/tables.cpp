// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "comac/systems/system.hpp"
#include "native.hpp"

namespace comac::python {
namespace {

const char* name_of(OptionKind kind) {
  constexpr const char* names[] = {"text", "whole", "real", "choice", "flag"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(Uses uses) {
  return uses == Uses::nothing ? "nothing" : uses == Uses::labels ? "labels" : "labels, pairs";
}

py::list options() {
  py::list rows;
  for (const OptionInfo& option : option_table()) {
    py::dict row;
    row["option"] = option.name;
    row["name"] = python_name(option.name);
    row["value"] = option.value;
    row["default"] = option.fallback;
    row["range"] = option.range;
    row["meaning"] = option.meaning;
    row["why"] = option.why;
    row["kind"] = name_of(option.kind);
    row["for_tables"] = option.for_tables;
    rows.append(row);
  }
  return rows;
}

py::list methods() {
  py::list rows;
  for (const System* system : all_systems()) {
    const SystemInfo info = system->info();
    py::dict row;
    row["name"] = std::string(info.name);
    row["uses"] = name_of(info.uses);
    row["summary"] = std::string(info.summary);
    row["reference"] = std::string(info.reference);
    row["needs_labels"] = info.needs_labels;
    rows.append(row);
  }
  return rows;
}

void check_used(const SystemInfo& info, const std::string& option) {
  if (info.can_use(option)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} makes no difference to {}; leave it out, or use a method that it steers, such "
                          "as {}",
                          setting(option), info.name, option == "anneal-step" ? "comac-ann" : "comac"));
}

}  // namespace

std::string python_name(std::string_view option) {
  if (option == "clusters") return "n_clusters";
  if (option == "seed") return "random_state";
  if (option == "threads") return "n_jobs";
  std::string name(option);
  std::ranges::replace(name, '-', '_');
  return name;
}

void set_given(Options& options, const std::string& name, const std::string& text) {
  if (set_option(options, name, text)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} is '{}'; expected {}", setting(name), text, option_info(name).range));
}

Options make_options(const std::string& method, const GivenOptions& given, const SideInformation& known) {
  const SystemInfo info = find_system(method).info();
  Options options;
  set_option(options, "method", info.name);  // the engine's own; another system doesn't look at it
  bool says_trust = false;
  for (const auto& [name, text] : given) {
    check_used(info, name);
    says_trust |= name == "trust";
    set_given(options, name, text);
  }
  if (!options.search.restarts) options.search.restarts = info.restarts;
  if (!says_trust && known.has_confidences && info.can_use("trust")) options.side.trust = automatic_trust;
  const bool finds_count = method == "comac";
  if (!finds_count) options.cluster_count();  // throws where it is missing
  options.validate();
  return options;
}

void add_tables(py::module_& module) {
  module.def("options", options, "The option table, a dictionary for each option.");
  module.def("methods", methods, "The methods, a dictionary for each.");
}

}  // namespace comac::python
