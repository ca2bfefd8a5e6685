// SPDX-License-Identifier: MIT
#include "data/csv.hpp"

#include <algorithm>
#include <optional>

#include "comac/base/error.hpp"
#include "data/dataset_builder.hpp"
#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/survey.hpp"
#include "data/text.hpp"
#include "data/tidy.hpp"

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
      empty_or_text.push_back(kinds.back() == NumberKind::text || field.text.empty());
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
  std::vector<bool> empty_or_text;
  bool plain_number = false;  ///< holds a number that isn't in quotes
  std::size_t line = 0;
};

/// Whether there is a header, and what is to be said about it.
struct Header {
  bool there = false;
  std::string note = {};
};

/// Names and columns without one, no number: then it is data only if a field comes again in its column.
bool all_names(const FirstRow& first) {
  return std::ranges::find(first.kinds, NumberKind::text) != first.kinds.end() && !first.plain_number &&
         std::ranges::all_of(first.kinds, [](NumberKind kind) {
           return kind == NumberKind::text || kind == NumberKind::missing;
         });
}

bool comes_again(const FirstRow& first, const std::vector<Field>& later) {
  for (std::size_t c = 0; c < std::min(first.texts.size(), later.size()); ++c) {
    if (!first.texts[c].empty() && first.texts[c] == later[c].text) return true;
  }
  return false;
}

/// A text above numbers makes a header; but with a number beside it the row could as well be data with a
/// mistake, and must not get lost without a word. In quotes the number is a name. Names alone are a header
/// unless one of them comes again below.
Header find_header(DelimitedReader reader, Purpose purpose, const std::string& file) {
  constexpr int looked_at = 10;
  std::vector<Field> row;
  if (!reader.next(row)) return {};
  const FirstRow first(row);
  const bool names = all_names(first);
  if (purpose == Purpose::matrix) return {all_text(row)};
  for (int i = 0; i < looked_at && reader.next(row); ++i) {
    const auto column = first.text_above_number(row);
    if (column && !first.plain_number) return {true};
    if (names && comes_again(first, row)) return {};
    if (!column) continue;
    return {true, to_string(Place{file, first.line, *column + 1}) + ": found " +
                      quoted(first.texts[*column]) +
                      " above numbers, so the first row was taken for a header though it holds numbers too; "
                      "if it is data, correct it, and if not, put its numbers into quotes"};
  }
  return {names && std::ranges::all_of(first.empty_or_text, [](bool fits) { return fits; })};
}

/// At most so many rows: no more than lines, and every field takes a character and a delimiter.
std::size_t most_rows(std::string_view content, std::size_t columns) {
  const auto lines = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n')) + 1;
  return std::min(lines, content.size() / (2 * columns) + 1);
}

/// R leaves out the name of the column of row names: the header is one shorter than the rows.
bool is_one_shorter(DelimitedReader rows, std::size_t header) {
  std::vector<Field> row;
  for (int i = 0; i < 2; ++i) {
    if (!rows.next(row)) return i > 0;
    if (row.size() != header + 1) return false;
  }
  return true;
}

}  // namespace

std::optional<char> take_separator(std::string_view& content) {
  const std::string_view line = content.substr(0, content.find_first_of("\r\n"));
  const std::string_view bare = line.starts_with('"') && line.ends_with('"') && line.size() > 1
                                    ? line.substr(1, line.size() - 2)
                                    : line;
  if (lower(bare.substr(0, 4)) != "sep=" || bare.size() > 5) return std::nullopt;
  const char separator = bare.size() == 5 ? bare[4] : '\t';
  if (std::string_view(",;\t|: ").find(separator) == std::string_view::npos) return std::nullopt;
  content.remove_prefix(line.size());
  return separator;
}

Dataset read_rows(const DelimitedReader& rows, const Columns& columns, ReadPlan plan,
                  const ReadOptions& options, std::string_view content) {
  for (;;) {
    DatasetBuilder builder(columns, plan, options);
    builder.reserve(most_rows(content, std::max<std::size_t>(columns.count, 1)), content.size());
    DelimitedReader reader = rows;
    if (!add_rows(reader, builder, columns.count)) {
      judge(columns, survey(rows, columns, plan), plan);
      continue;
    }
    const auto failed = builder.failed_candidates();
    if (!failed.empty()) {
      give_up_candidates(failed, options, plan);
      continue;
    }
    Dataset dataset = builder.finish();
    dataset.notes = plan.notes;
    dataset.decimal_comma = std::ranges::any_of(plan.forms, &Form::decimal_comma);
    tidy(dataset, columns, plan, options);
    return dataset;
  }
}

void give_up_candidates(const std::vector<std::size_t>& failed, const ReadOptions& options, ReadPlan& plan) {
  const bool asked_for_others = !options.features.empty() || !options.columns.empty();
  for (const std::size_t column : failed) plan.roles[column] = asked_for_others ? ignored_role : feature_role;
  plan.judged = false;
}

CsvStart start_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                   Purpose purpose, bool goes_on) {
  const char* const begin = content.data();
  content = without_byte_order_mark(content);
  const std::size_t limit = options.memory_limit;
  const auto said = take_separator(content);
  const char delimiter = said ? *said : detect_delimiter(content, 0, limit);
  const Dialect dialect{.delimiter = delimiter, .memory_limit = limit, .goes_on = goes_on};
  DelimitedReader reader(content, file, dialect);
  const Header header = find_header(reader, purpose, file);
  std::vector<Field> row;
  DelimitedReader rows = reader;
  reader.next(row);
  Columns columns{.file = file,
                  .count = row.size(),
                  .purpose = purpose,
                  .delimiter = delimiter,
                  .of_model = !options.features.empty()};
  std::vector<std::string> notes;
  if (header.there) {
    for (const Field& field : row) columns.names.emplace_back(field.text);
    columns.header_line = reader.line();
    if (purpose == Purpose::features && is_one_shorter(reader, row.size()))
      columns.names.emplace(columns.names.begin());
    columns.count = columns.names.size();
    rows = reader;
    name_columns(columns, notes);
  }
  if (!header.note.empty()) notes.push_back(header.note);
  ReadPlan plan = plan_reading(columns, options);
  plan.notes = std::move(notes);
  const auto skipped = static_cast<std::size_t>(content.data() - begin);
  return {std::move(columns), std::move(plan), dialect, skipped + rows.offset(), rows.next_line()};
}

Dataset parse_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose) {
  CsvStart start = start_csv(content, file, options, purpose);
  const DelimitedReader rows(content.substr(start.offset), file, start.dialect, start.line);
  return read_rows(rows, start.columns, std::move(start.plan), options, content);
}

}  // namespace comac
