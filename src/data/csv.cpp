// SPDX-License-Identifier: MIT
#include "data/csv.hpp"

#include <algorithm>

#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/text.hpp"

namespace comac {

namespace {

NumberKind kind(const Field& field) { return parse_number(field.text).kind; }

bool all_text(const std::vector<Field>& row) {
  return std::all_of(row.begin(), row.end(),
                     [](const Field& field) { return kind(field) == NumberKind::text; });
}

/// Whether a column that `first` calls text holds a number in `later`.
bool turns_into_number(const std::vector<NumberKind>& first, const std::vector<Field>& later) {
  for (std::size_t c = 0; c < std::min(first.size(), later.size()); ++c) {
    if (first[c] == NumberKind::text && kind(later[c]) == NumberKind::finite) return true;
  }
  return false;
}

bool has_header(DelimitedReader reader, Purpose purpose) {
  constexpr int looked_at = 10;
  std::vector<Field> row;
  if (!reader.next(row)) return false;
  if (all_text(row)) return true;
  if (purpose == Purpose::matrix) return false;
  std::vector<NumberKind> first;
  for (const Field& field : row) first.push_back(kind(field));
  for (int i = 0; i < looked_at && reader.next(row); ++i) {
    if (turns_into_number(first, row)) return true;
  }
  return false;
}

/// At most so many rows: no more than lines, and every field takes a character and a delimiter.
std::size_t most_rows(std::string_view content, std::size_t columns) {
  const auto lines = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n')) + 1;
  return std::min(lines, content.size() / (2 * columns) + 1);
}

void add_rows(DelimitedReader& reader, std::vector<Field>& row, DatasetBuilder& builder) {
  std::vector<double> numbers(row.size());
  for (;;) {
    if (builder.all_features() && reader.next_numbers(numbers)) {
      builder.add(numbers, reader.line());
    } else if (reader.next(row)) {
      builder.add(row, reader.line());
    } else {
      return;
    }
  }
}

}  // namespace

Dataset parse_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose) {
  content = without_byte_order_mark(content);
  DelimitedReader reader(content, file, {.delimiter = detect_delimiter(content)});
  const bool header = has_header(reader, purpose);
  std::vector<Field> row;
  bool more = reader.next(row);
  Columns columns{.file = file, .count = row.size(), .purpose = purpose};
  if (header) {
    for (const Field& field : row) columns.names.emplace_back(field.text);
    columns.header_line = reader.line();
    more = reader.next(row);
  }
  DatasetBuilder builder(std::move(columns), options);
  builder.reserve(most_rows(content, row.empty() ? 1 : row.size()));
  if (more) builder.add(row, reader.line());
  if (more) add_rows(reader, row, builder);
  return builder.finish();
}

}  // namespace comac
