// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "cluster_run.hpp"
#include "comac/base/error.hpp"
#include "command.hpp"
#include "data/file.hpp"
#include "data/text.hpp"
#include "input.hpp"
#include "memory_budget.hpp"
#include "methods.hpp"
#include "prep/check.hpp"

namespace comac::app {
namespace {

/// What only makes sense for a table, beside the options of the engine that say so.
constexpr std::string_view table_options[] = {"label-column", "truth-column", "id-column", "columns",
                                              "ignore",       "missing",      "category",  "ordinal",
                                              "plot-columns", "data-dir",     "append"};

void refuse_with_transition(const Arguments& arguments, std::string_view option) {
  if (!arguments.given(option)) return;
  throw Error(ErrorCode::usage, fmt::format("--{} is for tables; leave it out with --transition", option));
}

void check_chain_usage(const Arguments& arguments) {
  if (!arguments.positionals().empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("both DATA '{}' and --transition are given; expected one of them",
                            arguments.positionals().front()));
  }
  if (const std::string_view method = chosen_system(arguments).info().name; !is_engine(method)) {
    throw Error(ErrorCode::usage,
                fmt::format("the method {} works on tables; expected comac, comac-seq or comac-ann with "
                            "--transition",
                            method));
  }
  for (const OptionInfo& option : option_table()) {
    if (option.for_tables) refuse_with_transition(arguments, option.name);
  }
  for (const std::string_view option : table_options) refuse_with_transition(arguments, option);
}

/// Keeps the text where columns are to be added to it.
void read_table(const Arguments& arguments, ClusterInput& input) {
  ReadOptions options = read_options(arguments);
  options.memory_limit = engine_options(arguments).memory_limit;
  if (find_option(arguments.command(), "append") == nullptr || !arguments.flag("append")) {
    input.data = read_dataset(input.path, options);
    return;
  }
  input.content = read_file(input.path, options.memory_limit);
  input.data = parse_dataset(input.content, shown_name(input.path), options);
}

/// Looked up before the work, so that a typing mistake costs no time.
void set_plot_columns(const Arguments& arguments, ClusterInput& input) {
  if (!arguments.given("plot-columns")) return;
  const std::string text = arguments.text("plot-columns");
  const std::size_t comma = std::min(text.find(','), text.size());
  input.plot_x = text.substr(0, comma);
  input.plot_y = text.substr(std::min(comma + 1, text.size()));
  std::vector<std::string> names = input.data.table.column_names;
  for (std::size_t c = names.size(); c-- > 0;) {
    if (input.data.table.about[c].kind == ColumnKind::category)
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(c));
  }
  for (const std::string& name : {input.plot_x, input.plot_y}) {
    if (std::ranges::find(names, name) != names.end()) continue;
    throw Error(ErrorCode::usage,
                fmt::format("--plot-columns is '{}'; expected two of {}", text, listed(names)));
  }
}

}  // namespace

Options engine_options(const Arguments& arguments) {
  Options options;
  const System& system = chosen_system(arguments);
  set_option(options, "method", system.info().name);  // the engine's own; another system doesn't look at it
  for (const OptionInfo& option : option_table()) {
    if (option.name != "method") arguments.set(option.name, options);
  }
  if (!options.search.restarts) options.search.restarts = system.info().restarts;
  const bool finds_count = system.info().name == "comac";
  if (!finds_count && arguments.given("clusters") && !options.clusters) {
    throw Error(ErrorCode::usage,
                fmt::format("--clusters is {}; expected a number: only the method comac finds it",
                            arguments.text("clusters")));
  }
  if (!finds_count) options.cluster_count();  // throws where it is missing
  options.validate();
  return options;
}

Error placed_error(const Error& error, const ClusterInput& input) {
  if (error.code() != ErrorCode::data || !error.place().file.empty()) return error;
  if (input.is_chain) return error.at(Place{input.path});
  const auto cell = too_large_cell(input.data.table);
  if (!cell) return error;
  Place place{input.path, input.data.lines.empty() ? 0 : input.data.lines[cell->row]};
  std::size_t features = 0;
  for (std::size_t c = 0; c < input.data.columns.size() && place.line > 0; ++c) {
    if (input.data.columns[c].use != ColumnFinding::Use::feature) continue;
    if (features++ == cell->column) place.column = c + 1;
  }
  return error.at(std::move(place));
}

ClusterInput read_cluster_input(const Arguments& arguments) {
  ClusterInput input;
  input.is_chain = arguments.given("transition");
  if (input.is_chain) {
    check_chain_usage(arguments);
    input.path = arguments.text("transition");
    Graph graph = read_graph(input.path, engine_options(arguments).memory_limit);
    input.transition = std::move(graph.matrix);
    input.data.ids = std::move(graph.names);
    input.data.table.rows = input.data.table.columns = input.transition.rows();
  } else {
    input.path = find_data(arguments, arguments.only_positional("DATA"));
    if (input.path.empty())
      throw Error(ErrorCode::usage, "DATA is missing; name a file, or - for standard input");
    read_table(arguments, input);
    advise_for(input.data.table.rows, input.data.table.columns);
    set_plot_columns(arguments, input);
  }
  if (input.data.labels) add_labels(input.data, input.path, input.known);
  const bool one_based = arguments.flag("one-based");
  input.known.row_names = names_of_rows(input.data, one_based);
  input.known.first_row = one_based ? 1 : 0;
  read_side_files(arguments, row_names(input.data, one_based), input.known,
                  engine_options(arguments).memory_limit);
  if (const std::string note = passed_over_note(input.known); !note.empty()) input.data.notes.push_back(note);
  return input;
}

}  // namespace comac::app
