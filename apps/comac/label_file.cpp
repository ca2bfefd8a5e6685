// SPDX-License-Identifier: MIT
#include "label_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "data/csv.hpp"
#include "data/delimited.hpp"
#include "data/file.hpp"
#include "data/file_kind.hpp"
#include "data/gzip.hpp"
#include "data/roles.hpp"
#include "data/text.hpp"
#include "data/unicode.hpp"

namespace comac::app {
namespace {

constexpr std::string_view usual_names[] = {"comac_cluster", "cluster", "label", "labels",
                                            "class",         "truth",   "target"};

using Cells = std::vector<std::vector<std::string>>;

/// Adds to `lines` the line of each row.
Cells read_cells(std::string_view content, const std::string& path, std::vector<std::size_t>& lines) {
  content = without_byte_order_mark(content);
  const auto said = take_separator(content);
  DelimitedReader reader(content, path, {.delimiter = said ? *said : detect_delimiter(content)});
  Cells cells;
  std::vector<Field> fields;
  std::size_t next_line = 0;
  while (reader.next(fields)) {
    // R leaves out the name of the column of row names.
    if (cells.size() == 1 && fields.size() == cells.front().size() + 1)
      cells.front().emplace(cells.front().begin());
    // Readers of tables skip empty lines, but where a line is a label, one is missing.
    if (fields.size() == 1 && !cells.empty() && reader.line() > next_line) {
      throw Error(ErrorCode::data, {path, next_line, 0},
                  "found an empty line; expected a label for every row");
    }
    next_line = reader.line() + 1 + static_cast<std::size_t>(std::ranges::count(fields[0].text, '\n'));
    if (!cells.empty() && fields.size() != cells.front().size()) {
      throw Error(ErrorCode::data, {path, reader.line(), 0},
                  fmt::format("found {} fields; expected {}, as in the first line", fields.size(),
                              cells.front().size()));
    }
    auto& row = cells.emplace_back();
    for (const Field& field : fields) row.emplace_back(without_apostrophe(field.text));
    lines.push_back(reader.line());
  }
  if (cells.empty())
    throw Error(ErrorCode::data, {path, 0, 0}, "the file is empty; expected one label a line");
  return cells;
}

bool is_number(const std::string& text) { return parse_number(text).kind == NumberKind::finite; }

/// A first line is a header if it has a name that says so, or a text above a column of numbers.
bool has_header(const Cells& cells, const LabelColumn& which) {
  for (std::size_t c = 0; c < cells[0].size(); ++c) {
    if (is_number(cells[0][c])) continue;
    if (cells[0][c] == which.row_column || cells[0][c] == which.column) return true;
    const std::string name = lower(cells[0][c]);
    if (std::ranges::find(usual_names, name) != std::end(usual_names)) return true;
    const bool numbers_below =
        cells.size() > 1 &&
        std::all_of(cells.begin() + 1, cells.end(), [&](const auto& row) { return is_number(row[c]); });
    if (numbers_below) return true;
  }
  return false;
}

std::optional<std::size_t> find_column(const std::vector<std::string>& header, std::string_view name) {
  const auto found = std::ranges::find(header, name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (lower(header[c]) == name) return c;
  }
  return std::nullopt;
}

/// Column names, or numbers from 1 where there is no header.
std::vector<std::string> column_names(const Cells& cells, bool header) {
  std::vector<std::string> names;
  for (std::size_t c = 1; c <= cells[0].size(); ++c) {
    names.push_back(!header                   ? std::to_string(c)
                    : cells[0][c - 1].empty() ? "column " + std::to_string(c)
                                              : cells[0][c - 1]);
  }
  return names;
}

/// The column that comac cluster takes for the names of the rows without being told: a first one without a
/// name, or one that is called so, if all its values differ.
std::optional<std::size_t> guess_row_column(const Cells& cells, bool header) {
  for (std::size_t c = 0; c < cells[0].size() && header; ++c) {
    if (!(c == 0 && cells[0][c].empty()) && !is_name_of_ids(cells[0][c])) continue;
    std::unordered_set<std::string_view> seen;
    const bool differ = std::all_of(cells.begin() + 1, cells.end(), [&](const auto& row) {
      return !row[c].empty() && seen.insert(row[c]).second;
    });
    if (differ) return c;
  }
  return std::nullopt;
}

std::size_t choose_column(const std::vector<std::string>& names, const LabelColumn& which,
                          const std::string& path) {
  if (!which.column.empty()) {
    if (const auto found = find_column(names, which.column)) return *found;
    throw Error(ErrorCode::data, {path, 0, 0},
                fmt::format("there is no column '{}'; the columns are {}", which.column, listed(names)));
  }
  for (const std::string_view name : usual_names) {
    if (const auto found = find_column(names, name)) return *found;
  }
  const auto row_column = find_column(names, which.row_column);
  if (names.size() == 1) return 0;
  if (names.size() == 2 && row_column) return 1 - *row_column;
  throw Error(ErrorCode::usage, {path, 0, 0},
              fmt::format("more than one column could hold the labels ({}); say {}:COLUMN{}", listed(names),
                          path, which.remedy.empty() ? "" : " or " + which.remedy));
}

/// A table in which columns have types: the reader of tables knows it.
LabelFile parse_typed(std::string_view content, const std::string& name, const LabelColumn& which) {
  if (which.column.empty()) {
    throw Error(ErrorCode::usage, {name, 0, 0},
                fmt::format("the column of the classes is missing; say {}:COLUMN{}", name,
                            which.remedy.empty() ? "" : " or " + which.remedy));
  }
  ReadOptions options;
  (which.minus_one_is_unknown ? options.label_column : options.truth_column) = which.column;
  if (which.row_column != "row") options.id_column = which.row_column;
  Dataset data = parse_dataset(content, name, options);
  const bool guessed = !data.ids.empty() && options.id_column.empty();
  return {name, std::move(data.ids), *std::move(which.minus_one_is_unknown ? data.labels : data.truth),
          std::move(data.lines), guessed};
}

/// Numbered rows out of order can only be matched if the other file names its rows, too.
void check_order(const LabelFile& named, const LabelFile& other) {
  if (named.rows.empty() || !other.rows.empty() || named.first_number()) return;
  const bool numbered = named.rows[0].find_first_not_of("0123456789") == std::string::npos;
  throw Error(ErrorCode::data, {named.path, 0, 0},
              fmt::format("the rows {}, and {} has no column 'row' that names its rows; name it with "
                          "--id-column{}",
                          numbered ? "are not in order" : "have names", other.path,
                          numbered ? ", or sort the file" : ""));
}

}  // namespace

FileAndColumn split_argument(const std::string& argument) {
  const std::size_t colon = argument.rfind(':');
  std::error_code error;
  if (colon == std::string::npos || std::filesystem::exists(argument, error)) return {argument, ""};
  return {argument.substr(0, colon), argument.substr(colon + 1)};
}

void LabelFile::check_complete() const {
  const auto missing = std::ranges::find(labels.ids, unknown_category);
  if (missing == labels.ids.end()) return;
  throw Error(ErrorCode::data, {path, lines[static_cast<std::size_t>(missing - labels.ids.begin())], 0},
              "found no cluster; expected one for every row");
}

std::optional<std::size_t> LabelFile::first_number() const {
  if (rows.empty()) return std::nullopt;
  const Number first = parse_number(rows[0]);
  constexpr double largest = 1e15;  // beyond, not every whole number is one
  if (first.kind != NumberKind::finite || first.value < 0 || first.value > largest) return std::nullopt;
  const auto start = static_cast<std::size_t>(first.value);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] != std::to_string(start + r)) return std::nullopt;
  }
  return start;
}

LabelFile read_label_file(const std::string& argument, const LabelColumn& asked) {
  const FileAndColumn parts = split_argument(argument);
  LabelColumn which = asked;
  if (!parts.column.empty()) which.column = parts.column;
  std::string content = read_file(parts.path);
  if (is_gzip(content)) content = unpack_gzip(content, parts.path);
  std::string recoded;
  return parse_label_file(as_utf8(content, recoded), parts.path, which);
}

namespace {

/// Where rows were left out of a table whose rows have no names, their numbers tell them; from 1 only if they
/// can't be from 0. Nothing if they don't.
std::optional<std::vector<std::size_t>> by_number(const LabelFile& table, const LabelFile& labels) {
  const std::size_t all = table.labels.ids.size();
  if (!table.rows.empty() || labels.labels.ids.size() >= all || labels.rows.empty()) return std::nullopt;
  if (labels.first_number()) return std::nullopt;  // there is no gap: it is another table
  const std::size_t first = std::ranges::find(labels.rows, std::to_string(all)) == labels.rows.end() ? 0 : 1;
  std::vector<std::size_t> matched;
  for (const std::string& name : labels.rows) {
    const Number number = parse_number(name);
    const auto row = static_cast<std::size_t>(std::clamp(number.value, 0.0, 1e15));
    if (number.kind != NumberKind::finite || std::to_string(row) != name || row < first || row >= all + first)
      return std::nullopt;
    matched.push_back(row - first);
  }
  return matched;
}

/// Names that were guessed are none if the other file doesn't know them.
LabelFile with_known_names(LabelFile table, const LabelFile& labels) {
  if (!table.guessed_rows) return table;
  const std::unordered_set<std::string_view> names(table.rows.begin(), table.rows.end());
  const bool known = !labels.rows.empty() && std::ranges::all_of(labels.rows, [&](const std::string& name) {
    return names.contains(name);
  });
  if (!known) table.rows.clear();
  return table;
}

}  // namespace

std::vector<std::size_t> match_rows(const LabelFile& given, const LabelFile& labels) {
  const LabelFile table = with_known_names(given, labels);
  const std::size_t count = labels.labels.ids.size();
  if (auto found = by_number(table, labels)) return *std::move(found);
  const bool some = !table.rows.empty() && !labels.rows.empty() && count < table.labels.ids.size();
  if (table.labels.ids.size() != count && !some) {
    throw Error(ErrorCode::data, fmt::format("{} has {} rows, but {} has {}; expected the same rows in both",
                                             table.path, table.labels.ids.size(), labels.path, count));
  }
  check_order(table, labels);
  check_order(labels, table);
  std::vector<std::size_t> matched(count);
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (!by_name.emplace(table.rows[r], r).second) {
      throw Error(ErrorCode::data, {table.path, table.lines.empty() ? 0 : table.lines[r], 0},
                  fmt::format("row '{}' is there twice; expected each once", table.rows[r]));
    }
  }
  for (std::size_t r = 0; r < count; ++r) {
    matched[r] = r;
    if (by_name.empty() || labels.rows.empty()) continue;
    const auto found = by_name.find(labels.rows[r]);
    if (found == by_name.end()) {
      throw Error(ErrorCode::data, {labels.path, labels.lines.empty() ? 0 : labels.lines[r], 0},
                  fmt::format("row '{}' is not a row of {}; name the column that holds such names with "
                              "--id-column",
                              labels.rows[r], table.path));
    }
    matched[r] = found->second;
  }
  return matched;
}

LabelFile parse_label_file(std::string_view content, const std::string& name, const LabelColumn& which) {
  if (file_kind(content, name) == FileKind::arff) return parse_typed(content, name, which);
  LabelFile file;
  file.path = name;
  const Cells cells = read_cells(content, name, file.lines);
  const bool header = has_header(cells, which);
  const std::vector<std::string> names = column_names(cells, header);
  const std::size_t column = choose_column(names, which, name);
  auto row_column = find_column(names, which.row_column);
  if (!row_column && which.row_column == LabelColumn{}.row_column) {
    row_column = guess_row_column(cells, header);
    file.guessed_rows = row_column && *row_column != column;
  }

  if (header) file.lines.erase(file.lines.begin());
  NameIndex index;
  for (std::size_t r = header ? 1 : 0; r < cells.size(); ++r) {
    const std::string& text = cells[r][column];
    const bool unknown = is_missing(text) || (which.minus_one_is_unknown && is_unknown_label(text));
    file.labels.ids.push_back(unknown ? unknown_category : index.number(text));
    if (row_column && *row_column != column) file.rows.push_back(cells[r][*row_column]);
  }
  file.labels.names = index.take();
  return file;
}

namespace {

/// The numbers that ascending ones leave out: rows that were not clustered. None where these are no numbers.
std::vector<std::string> missing_numbers(const std::vector<std::string>& rows) {
  constexpr double most = 1e9;  // rows of a table are fewer
  std::vector<std::string> missing;
  std::size_t next = 0;
  for (const std::string& row : rows) {
    const Number number = parse_number(row);
    if (number.kind != NumberKind::finite || number.value < static_cast<double>(next) || number.value > most)
      return {};
    const auto value = static_cast<std::size_t>(number.value);
    if (row != std::to_string(value) || value - next > 10 * rows.size()) return {};
    for (; next < value; ++next) missing.push_back(std::to_string(next));
    ++next;
  }
  return missing;
}

}  // namespace

RowNames name_rows(const LabelFile& file, bool one_based, SideInformation& known) {
  const auto first = file.first_number();
  if (!file.rows.empty() && first != 0U && first != 1U) {
    known.row_names = file.rows;
    RowNames rows(file.rows);
    rows.leave_out(missing_numbers(file.rows));
    return rows;
  }
  known.first_row = one_based || first == 1U ? 1 : 0;
  return RowNames(file.labels.ids.size(), known.first_row == 1);
}

}  // namespace comac::app
