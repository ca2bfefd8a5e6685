// SPDX-License-Identifier: MIT
#include "append.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "data/arff.hpp"
#include "data/csv.hpp"
#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/gzip.hpp"
#include "data/npy.hpp"
#include "data/text.hpp"
#include "data/unicode.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

using Columns = std::vector<AddedColumn>;

/// Names that the table has already get something in front.
void make_unique(const std::vector<std::string>& taken, Columns& added) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(taken, [&](const std::string& other) { return lower(other) == name; });
  };
  for (AddedColumn& column : added) {
    while (is_taken(column.name)) column.name.insert(0, "comac_");
  }
}

/// Writes the rows of a text one after the other, each with what is added.
class Appender {
 public:
  Appender(const Dataset& data, const Columns& added) : data_(data), added_(added) {}

  /// All rows of `text`, the first of which begins on that line; cell() makes a field of a text.
  template <class Cell>
  void rows(std::string_view text, const Dialect& dialect, std::size_t first_line, bool header,
            std::string_view missing, Cell cell) {
    DelimitedReader reader(text, "", dialect, first_line);
    std::vector<Field> fields;
    std::size_t written = 0, row = 0;
    for (; reader.next(fields); header = false) {
      const std::size_t end = end_of_row(text, reader.offset());
      out_.append(text.substr(written, end - written));
      written = end;
      const bool known = !header && row < data_.lines.size() && data_.lines[row] == reader.line();
      for (const AddedColumn& column : added_) {
        out_ += dialect.delimiter;
        if (header)
          out_ += cell(column.name, false);
        else
          out_ += known ? cell(column.cell(row), column.is_number) : std::string(missing);
      }
      row += known ? 1 : 0;
    }
    out_.append(text.substr(written));
  }

  /// The same for the sparse rows of an ARFF file, of which each is a line; `first_column` is the number of
  /// the first column that is added.
  template <class Cell>
  void sparse_rows(std::string_view text, std::size_t line, std::size_t first_column, Cell cell) {
    for (std::size_t row = 0; !text.empty(); ++line) {
      const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
      const std::string_view own = text.substr(0, end);
      const bool known = row < data_.lines.size() && data_.lines[row] == line;
      const std::size_t brace = known ? own.rfind('}') : std::string_view::npos;
      out_.append(own.substr(0, brace));
      bool first = trim(own.substr(0, brace)) == "{";
      for (std::size_t i = 0; i < added_.size() && brace != std::string_view::npos; ++i, first = false)
        out_ += fmt::format("{}{} {}", first ? "" : ", ", first_column + i,
                            cell(added_[i].cell(row), added_[i].is_number));
      if (brace != std::string_view::npos) out_.append(own.substr(brace));
      row += known ? 1 : 0;
      const std::size_t next = std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size());
      out_.append(text.substr(end, next - end));
      text.remove_prefix(next);
    }
  }

  std::string& out() { return out_; }

 private:
  /// Where the row's own text ends that was read up to `offset`.
  static std::size_t end_of_row(std::string_view text, std::size_t offset) {
    while (offset > 0 && (text[offset - 1] == '\n' || text[offset - 1] == '\r')) --offset;
    return offset;
  }

  const Dataset& data_;
  const Columns& added_;
  std::string out_;
};

std::vector<std::string> names_in(std::string_view text, const Dialect& dialect) {
  DelimitedReader reader(text, "", dialect);
  std::vector<Field> fields;
  std::vector<std::string> names;
  reader.next(fields);
  for (const Field& field : fields) names.emplace_back(field.text);
  return names;
}

/// Adds the columns to rows, of which the first begins on this line of the file.
void append_rows(Appender& appender, std::string_view text, const Dialect& dialect, std::size_t line,
                 bool header, bool decimal_comma) {
  appender.rows(text, dialect, line, header, dialect.delimiter == ' ' ? "NA" : "",
                [&](std::string field, bool is_number) {
                  if (is_number && decimal_comma && dialect.delimiter != ',') {
                    std::ranges::replace(field, '.', ',');
                    return field;
                  }
                  const bool blank = dialect.delimiter == ' ' && field.find(' ') != std::string::npos;
                  if (field.empty() && dialect.delimiter == ' ') return std::string("NA");
                  return blank ? '"' + field + '"' : csv_field(field);
                });
}

std::string append_to_delimited(std::string_view content, const Dataset& data, Columns added) {
  Appender appender(data, added);
  std::string_view text = without_byte_order_mark(content);
  const auto said = take_separator(text);
  appender.out() = content.substr(0, content.size() - text.size());
  const Dialect dialect{.delimiter = said ? *said : detect_delimiter(text)};
  const bool header = !data.table.column_names.empty();
  if (header) make_unique(names_in(text, dialect), added);
  append_rows(appender, text, dialect, 1, header, data.decimal_comma);
  return std::move(appender.out());
}

std::string arff_text(const std::string& text) {
  std::string quoted_text = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted_text += '\\';
    quoted_text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted_text + '\'';
}

/// Where the line @data begins and where it ends, and its number.
struct DataLine {
  std::size_t begin = 0, end = 0, number = 0;
};

DataLine find_data_line(std::string_view content) {
  DataLine line;
  while (line.end < content.size()) {
    line.begin = line.end;
    line.end = std::min(content.find_first_of("\r\n", line.begin), content.size());
    const std::string_view text = trim(content.substr(line.begin, line.end - line.begin));
    line.end = std::min(line.end + (content.substr(line.end).starts_with("\r\n") ? 2 : 1), content.size());
    ++line.number;
    if (lower(text.substr(0, 5)) == "@data") return line;
  }
  return line;
}

constexpr Dialect arff_rows{.delimiter = ',', .quotes = "'\"", .backslash = true, .comment = '%'};

std::string append_to_arff(std::string_view content, const Dataset& data, Columns added) {
  make_unique(data.table.column_names, added);
  Appender appender(data, added);
  const DataLine at = find_data_line(content);
  appender.out() = content.substr(0, at.begin);
  for (const AddedColumn& column : added) {
    appender.out() += fmt::format("@attribute {} {}\n", column.name, column.is_number ? "numeric" : "string");
  }
  appender.out() += content.substr(at.begin, at.end - at.begin);
  const auto cell = [](const std::string& field, bool is_number) {
    return is_number ? field : field.empty() ? std::string("?") : arff_text(field);
  };
  if (is_sparse_arff(content.substr(at.end)))
    appender.sparse_rows(content.substr(at.end), at.number + 1, data.columns.size(), cell);
  else
    appender.rows(content.substr(at.end), arff_rows, at.number + 1, false, "?", cell);
  return std::move(appender.out());
}

/// The first line of the CSV that an NPY file becomes.
std::string npy_header(std::size_t columns, const Columns& added) {
  std::vector<std::string> fields;
  for (std::size_t c = 1; c <= columns; ++c) fields.push_back(fmt::format("x{}", c));
  for (const AddedColumn& column : added) fields.push_back(column.name);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// Its further lines; `known` is the number of the row in the dataset, if it is there.
std::string npy_line(std::span<const double> row, std::optional<std::size_t> known, const Columns& added) {
  std::vector<std::string> fields;
  for (const double value : row) fields.push_back(std::isnan(value) ? "" : fmt::format("{}", value));
  for (const AddedColumn& column : added) fields.push_back(known ? csv_field(column.cell(*known)) : "");
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// What is not a text, as CSV: all columns and rows of the file.
std::string append_to_npy(std::string_view content, const Dataset& data, const Columns& added) {
  std::string out = npy_header(data.columns.size(), added);
  std::size_t number = 0, known = 0;
  each_npy_row(content, "", [&](std::span<const double> row) {
    const bool is_known =
        data.row_numbers.empty() || (known < data.row_numbers.size() && data.row_numbers[known] == number);
    out += npy_line(row, is_known ? std::optional(known) : std::nullopt, added);
    known += is_known ? 1 : 0;
    ++number;
  });
  return out;
}

}  // namespace

std::string append_columns(std::string_view content, const Dataset& data, std::vector<AddedColumn> added) {
  if (is_gzip(content)) return append_columns(unpack_gzip(content, "", 0), data, std::move(added));
  const FileKind kind = file_kind(content, "");
  if (kind == FileKind::npy) return append_to_npy(content, data, added);
  std::string recoded;
  content = as_utf8(content, recoded);
  return kind == FileKind::arff ? append_to_arff(content, data, std::move(added))
                                : append_to_delimited(content, data, std::move(added));
}

std::string TableAppender::add(const TableBlock& block, std::vector<AddedColumn> added) {
  if (block.is_whole) return append_columns(block.text, block.data, std::move(added));
  if (!block.numbers.empty()) return add_to_numbers(block, added);
  std::string_view text = block.text;
  std::string before;
  if (block.is_first) {
    text = without_byte_order_mark(text);
    take_separator(text);
    before = block.text.substr(0, block.text.size() - text.size());
    dialect_.delimiter = block.delimiter;
    if (!block.data.table.column_names.empty()) taken_ = names_in(text, dialect_);
  }
  make_unique(taken_, added);
  Appender appender(block.data, added);
  appender.out() = std::move(before);
  append_rows(appender, text, dialect_, block.line, block.is_first && !taken_.empty(),
              block.data.decimal_comma);
  return std::move(appender.out());
}

std::string TableAppender::add_to_numbers(const TableBlock& block, const Columns& added) {
  const std::size_t columns = block.data.columns.size();
  std::string out = block.is_first ? npy_header(columns, added) : "";
  for (std::size_t r = 0; r < block.data.table.rows; ++r)
    out += npy_line(std::span(block.numbers).subspan(r * columns, columns), r, added);
  return out;
}

std::vector<AddedColumn> cluster_columns(const std::vector<std::uint32_t>& cluster,
                                         const std::vector<std::string>& names,
                                         const std::vector<double>& confidence) {
  std::vector<AddedColumn> columns{
      {"cluster", true, [&cluster](std::size_t row) { return std::to_string(cluster[row]); }}};
  if (std::ranges::any_of(names, [](const std::string& name) { return !name.empty(); }))
    columns.push_back({"label", false, [&](std::size_t row) { return names[cluster[row]]; }});
  if (!confidence.empty())
    columns.push_back(
        {"confidence", true, [&confidence](std::size_t row) { return confidence_text(confidence[row]); }});
  return columns;
}

std::string confidence_text(double confidence) { return fmt::format("{:.4f}", confidence); }

}  // namespace comac::app
