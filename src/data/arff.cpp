// SPDX-License-Identifier: MIT
#include "data/arff.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "base/memory.hpp"
#include "comac/base/error.hpp"
#include "data/cells.hpp"
#include "data/csv.hpp"
#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/survey.hpp"
#include "data/text.hpp"

namespace comac {

namespace {

constexpr Dialect arff_dialect{.delimiter = ',', .quotes = "'\"", .backslash = true, .comment = '%'};

struct Attribute {
  std::string name;
  bool is_number = false;
  std::vector<std::string> values;  ///< of a nominal attribute; empty for other text
  std::string type;
  std::size_t line = 0;
};

/// Hands out the lines of the part before the rows.
class Lines {
 public:
  explicit Lines(std::string_view content) : rest_(content) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    line = trim(rest_.substr(0, end));
    const bool pair = rest_.substr(end).starts_with("\r\n");
    rest_.remove_prefix(std::min(end + (pair ? 2 : 1), rest_.size()));
    ++number_;
    return true;
  }
  std::size_t number() const { return number_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// Cuts the first word off `text`: up to a blank or a brace, or what stands in quotes.
std::string take_word(std::string_view& text, const Place& place) {
  const bool in_quotes = text.starts_with('\'') || text.starts_with('"');
  std::string word;
  std::size_t i = in_quotes ? 1 : 0;
  for (; i < text.size(); ++i) {
    if (in_quotes ? text[i] == text[0] : text[i] == ' ' || text[i] == '\t' || text[i] == '{') break;
    if (in_quotes && text[i] == '\\' && i + 1 < text.size()) ++i;
    word += text[i];
  }
  if (in_quotes && i == text.size()) {
    throw Error(ErrorCode::data, place, "found a quote that is never closed; add the closing quote");
  }
  text = trim(text.substr(in_quotes ? i + 1 : i));
  return word;
}

void read_values(Attribute& attribute, std::string_view text, const Place& place) {
  const std::size_t end = text.rfind('}');
  if (end == std::string_view::npos) {
    throw Error(ErrorCode::data, place,
                "found the values of " + quoted(attribute.name) +
                    " without their closing brace; add it on the same line");
  }
  Dialect dialect = arff_dialect;
  dialect.comment = 0;
  DelimitedReader reader(text.substr(1, end - 1), place.file, dialect, place.line);
  std::vector<Field> values;
  reader.next(values);
  for (const Field& value : values) attribute.values.emplace_back(value.text);
}

Attribute read_attribute(std::string_view text, const Place& place) {
  Attribute attribute{
      .name = take_word(text, place), .is_number = false, .values = {}, .type = {}, .line = place.line};
  if (text.starts_with('{')) {
    attribute.type = "nominal";
    read_values(attribute, text, place);
    return attribute;
  }
  attribute.type = lower(take_word(text, place));
  attribute.is_number =
      attribute.type == "numeric" || attribute.type == "real" || attribute.type == "integer";
  if (!attribute.is_number && attribute.type != "string" && attribute.type != "date") {
    throw Error(ErrorCode::data, place,
                "found " + quoted(attribute.type) + " as the type of " + quoted(attribute.name) +
                    "; use numeric, real, integer, string, date or a list of values in braces");
  }
  return attribute;
}

/// Everything up to and with the line @data.
std::vector<Attribute> read_head(Lines& lines, const std::string& file) {
  std::vector<Attribute> attributes;
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty() || line.starts_with('%')) continue;
    const Place place{file, lines.number()};
    const std::string keyword = lower(take_word(line, place));
    if (keyword == "@data") return attributes;
    if (keyword == "@attribute") {
      attributes.push_back(read_attribute(line, place));
    } else if (keyword != "@relation") {
      throw Error(
          ErrorCode::data, place,
          "found " + quoted(keyword) + " where @relation, @attribute or @data is expected; correct the line");
    }
  }
  throw Error(ErrorCode::data, {file, lines.number()}, "found no @data line; add it before the rows");
}

/// What a sparse row leaves out: 0, or the first of the values; of texts nobody knows.
std::string left_out_value(const Attribute& attribute) {
  if (attribute.is_number) return "0";
  return attribute.values.empty() ? "?" : attribute.values.front();
}

/// Cuts "3 value" off the text of a sparse row, with what ends it: a comma, or the closing brace.
std::pair<std::size_t, std::string> take_entry(std::string_view& text, std::size_t attributes,
                                               const Place& place) {
  const std::string position = take_word(text, place);
  std::size_t index = attributes;
  const auto [end, error] = std::from_chars(position.data(), position.data() + position.size(), index);
  if (error != std::errc{} || end != position.data() + position.size() || index >= attributes) {
    throw Error(ErrorCode::data, place,
                "found " + quoted(position) + " in a sparse row where the number of an attribute from 0 to " +
                    std::to_string(attributes - 1) + " is expected; correct it");
  }
  const bool in_quotes = text.starts_with('\'') || text.starts_with('"');
  std::string value;
  if (in_quotes) {
    value = take_word(text, place);
  } else {
    const std::size_t stop = std::min(text.find_first_of(",}"), text.size());
    value = trim(text.substr(0, stop));
    text.remove_prefix(stop);
  }
  if (text.empty() || (text[0] != ',' && text[0] != '}')) {
    throw Error(ErrorCode::data, place,
                "found a sparse row without its closing brace; add it on the same line");
  }
  return {index, value};
}

/// "{1 5, 3 x}" with every value of the row.
std::string whole_row(std::string_view text, const std::vector<Attribute>& attributes, const Place& place) {
  std::vector<std::string> values;
  for (const Attribute& attribute : attributes) values.push_back(left_out_value(attribute));
  text = trim(text.substr(1));
  while (!text.starts_with('}')) {
    auto [index, value] = take_entry(text, attributes.size(), place);
    values[index] = std::move(value);
    if (text.starts_with(',')) text = trim(text.substr(1));
  }
  std::string row;
  for (const std::string& value : values) {
    row += row.empty() ? "'" : ",'";
    for (const char c : value) row.append(c == '\'' || c == '\\' ? 1 : 0, '\\') += c;
    row += '\'';
  }
  return row;
}

/// The rows, a line each, with all values of those that are sparse.
std::string with_whole_rows(Lines lines, const std::vector<Attribute>& attributes, const std::string& file,
                            std::size_t memory_limit) {
  std::size_t row_size = 0;
  for (const Attribute& attribute : attributes) row_size += left_out_value(attribute).size() + 3;
  const auto rows = static_cast<std::size_t>(std::ranges::count(lines.rest(), '\n')) + 1;
  require_memory(rows * row_size + lines.rest().size(), memory_limit,
                 file + ": sparse rows with all their values", "use fewer rows");
  std::string whole;
  for (std::string_view line; lines.next(line);) {
    whole.append(line.starts_with('{') ? whole_row(line, attributes, {file, lines.number()})
                                       : std::string(line));
    whole += '\n';
  }
  return whole;
}

bool are_booleans(const std::vector<std::string>& values) {
  return values.size() == 2 && parse_boolean(values[0]) && parse_boolean(values[1]) &&
         parse_boolean(values[0]) != parse_boolean(values[1]);
}

/// What an attribute says about itself settles what it holds; texts and dates are looked at.
std::optional<Form> form_of(const Attribute& attribute) {
  if (attribute.is_number) return Form{{ColumnKind::number, {}}, true};
  if (attribute.type != "nominal") return std::nullopt;
  if (are_booleans(attribute.values)) return Form{{ColumnKind::boolean, {}}, true};
  return Form{{ColumnKind::category, attribute.values}, true};
}

/// Throws Error(data) for values that the attributes don't list.
void check_rows(DelimitedReader reader, const std::vector<Attribute>& attributes, const std::string& file) {
  std::vector<std::unordered_set<std::string_view>> values;
  for (const Attribute& attribute : attributes)
    values.emplace_back(attribute.values.begin(), attribute.values.end());
  std::vector<Field> row;
  while (reader.next(row)) {
    if (row.front().text.starts_with('{')) {
      throw Error(ErrorCode::data, {file, reader.line()},
                  "found a sparse row behind rows that are not; write all rows in one way");
    }
    for (std::size_t c = 0; c < std::min(row.size(), attributes.size()); ++c) {
      if (values[c].empty() || row[c].text == "?" || values[c].contains(row[c].text)) continue;
      throw Error(ErrorCode::data, {file, row[c].line, c + 1},
                  "found " + quoted(row[c].text) + ", which is not among the values of " +
                      quoted(attributes[c].name) + "; add it to the @attribute line or correct it");
    }
  }
}

/// What the options did not settle. A nominal attribute of very many values is left out as any other text.
void take_forms(const std::vector<Attribute>& attributes, ReadPlan& plan) {
  for (std::size_t c = 0; c < attributes.size(); ++c) {
    const auto form = form_of(attributes[c]);
    if (!form || plan.forms[c].settled) continue;
    plan.forms[c] = *form;
    if (plan.roles[c] != feature_role || attributes[c].values.size() <= most_categories) continue;
    plan.roles[c] = ignored_role;
    plan.why[c] = "text of more than " + std::to_string(most_categories) + " different values";
  }
}

}  // namespace

bool is_sparse_arff(std::string_view rows) {
  Lines lines(rows);
  for (std::string_view line; lines.next(line);) {
    if (!line.empty() && !line.starts_with('%')) return line.starts_with('{');
  }
  return false;
}

Dataset parse_arff(std::string_view content, const std::string& file, const ReadOptions& options) {
  Lines lines(without_byte_order_mark(content));
  const std::vector<Attribute> attributes = read_head(lines, file);
  if (attributes.empty()) {
    throw Error(ErrorCode::data, {file, lines.number()},
                "found no @attribute line before @data; describe the columns");
  }
  Columns columns{.file = file, .count = attributes.size(), .of_model = !options.features.empty()};
  for (const Attribute& attribute : attributes) columns.names.push_back(attribute.name);
  std::vector<std::string> notes;
  name_columns(columns, notes);
  ReadPlan plan = plan_reading(columns, options);
  plan.notes = std::move(notes);
  take_forms(attributes, plan);
  const bool sparse = is_sparse_arff(lines.rest());
  const std::string whole =
      sparse ? with_whole_rows(lines, attributes, file, options.memory_limit) : std::string();
  const std::string_view content_of_rows = sparse ? whole : lines.rest();
  const DelimitedReader rows(content_of_rows, file, arff_dialect, lines.number() + 1);
  check_rows(rows, attributes, file);
  return read_rows(rows, columns, std::move(plan), options, content_of_rows);
}

}  // namespace comac
