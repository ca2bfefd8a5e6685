// SPDX-License-Identifier: MIT
#include "input.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "comac/base/error.hpp"

namespace comac::app {

std::string data_folder(const Arguments& arguments) {
  const char* variable = std::getenv("COMAC_DATA");
  if (arguments.given("data-dir") || variable == nullptr) return arguments.text("data-dir");
  return variable;
}

std::string find_data(const Arguments& arguments, const std::string& path) {
  namespace fs = std::filesystem;
  const std::string directory = data_folder(arguments);
  std::error_code error;
  if (path.empty() || path == "-" || directory.empty() || fs::exists(path, error)) return path;
  const fs::path there = fs::path(directory) / path;
  return fs::exists(there, error) ? there.string() : path;
}

namespace {

Missing missing_policy(const Arguments& arguments) {
  const std::string text = arguments.text("missing");
  if (text.empty() || text == "fill") return Missing::fill;
  if (text == "drop") return Missing::drop;
  if (text == "refuse") return Missing::refuse;
  throw Error(ErrorCode::usage, fmt::format("--missing is '{}'; expected fill, drop or refuse", text));
}

}  // namespace

ReadOptions read_options(const Arguments& arguments) {
  ReadOptions options;
  options.label_column = arguments.text("label-column");
  options.truth_column = arguments.text("truth-column");
  options.id_column = arguments.text("id-column");
  options.columns = arguments.texts("columns");
  options.ignore = arguments.texts("ignore");
  options.category = arguments.texts("category");
  options.ordinal = arguments.texts("ordinal");
  options.missing = missing_policy(arguments);
  return options;
}

std::vector<std::string> names_of_rows(const Dataset& data, bool one_based) {
  if (!data.ids.empty()) return data.ids;
  std::vector<std::string> names;
  for (const std::size_t row : data.row_numbers) names.push_back(std::to_string(row + (one_based ? 1 : 0)));
  return names;
}

RowNames row_names(const Dataset& data, bool one_based) {
  const auto names = names_of_rows(data, one_based);
  if (names.empty()) return {data.table.rows, one_based};
  RowNames rows(names);
  auto left_out = data.rows_left_out;
  for (std::string& name : left_out) {
    if (data.ids.empty() && one_based) name = std::to_string(std::stoull(name) + 1);
  }
  rows.leave_out(left_out);
  return rows;
}

void read_side_files(const Arguments& arguments, const RowNames& rows, SideInformation& known,
                     std::size_t memory_limit) {
  const auto links = [&](std::string_view option, std::optional<LinkKind> kind) {
    for (const std::string& path : arguments.texts(option)) read_links(path, rows, kind, known, memory_limit);
  };
  for (const std::string& path : arguments.texts("labels")) read_labels(path, rows, known, memory_limit);
  links("links", std::nullopt);
  links("must-link", LinkKind::must);
  links("cannot-link", LinkKind::cannot);
}

std::string passed_over_note(const SideInformation& known) {
  if (known.passed_over == 0) return "";
  return fmt::format(
      "passed over {} about rows that were left out",
      known.passed_over == 1 ? "a label or link" : fmt::format("{} labels or links", known.passed_over));
}

}  // namespace comac::app
