// SPDX-License-Identifier: MIT
#include "data/csv.hpp"

#include <algorithm>
#include <optional>

#include "comac/base/error.hpp"
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

/// What a first row looks like when the text of its fields is gone.
struct FirstRow {
  explicit FirstRow(const std::vector<Field>& row) {
    for (const Field& field : row) {
      kinds.push_back(kind(field));
      texts.emplace_back(kinds.back() == NumberKind::text ? field.text : std::string_view());
      plain_number = plain_number || (kinds.back() == NumberKind::finite && !field.in_quotes);
      line = field.line;
    }
  }
  /// The first column that is text here and a number in `later`.
  std::optional<std::size_t> text_above_number(const std::vector<Field>& later) const {
    for (std::size_t c = 0; c < std::min(kinds.size(), later.size()); ++c) {
      if (kinds[c] == NumberKind::text && kind(later[c]) == NumberKind::finite) return c;
    }
    return std::nullopt;
  }

  std::vector<NumberKind> kinds;
  std::vector<std::string> texts;
  bool plain_number = false;  ///< holds a number that isn't in quotes
  std::size_t line = 0;
};

/// Whether there is a header, and what is to be said about it.
struct Header {
  bool there = false;
  std::string note = {};
};

/// A text above numbers makes a header; but with a number beside it the row could as well be data with a
/// mistake, and must not get lost without a word. In quotes the number is a name.
Header find_header(DelimitedReader reader, Purpose purpose, const std::string& file) {
  constexpr int looked_at = 10;
  std::vector<Field> row;
  if (!reader.next(row)) return {};
  if (all_text(row)) return {true};
  if (purpose == Purpose::matrix) return {};
  const FirstRow first(row);
  for (int i = 0; i < looked_at && reader.next(row); ++i) {
    const auto column = first.text_above_number(row);
    if (!column) continue;
    if (!first.plain_number) return {true};
    return {true, to_string(Place{file, first.line, *column + 1}) + ": found " +
                      quoted(first.texts[*column]) +
                      " above numbers, so the first row was taken for a header though it holds numbers too; "
                      "if it is data, correct it, and if not, put its numbers into quotes"};
  }
  return {};
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
  const std::size_t limit = options.memory_limit;
  DelimitedReader reader(content, file,
                         {.delimiter = detect_delimiter(content, 0, limit), .memory_limit = limit});
  const Header header = find_header(reader, purpose, file);
  std::vector<Field> row;
  bool more = reader.next(row);
  Columns columns{.file = file, .count = row.size(), .purpose = purpose};
  if (header.there) {
    for (const Field& field : row) columns.names.emplace_back(field.text);
    columns.header_line = reader.line();
    more = reader.next(row);
  }
  DatasetBuilder builder(std::move(columns), options);
  builder.reserve(most_rows(content, row.empty() ? 1 : row.size()), content.size());
  if (more) builder.add(row, reader.line());
  if (more) add_rows(reader, row, builder);
  Dataset dataset = builder.finish();
  if (!header.note.empty()) dataset.notes.push_back(header.note);
  return dataset;
}

}  // namespace comac
