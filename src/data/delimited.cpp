// SPDX-License-Identifier: MIT
#include "data/delimited.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "base/memory.hpp"
#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac {

namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

DelimitedReader::DelimitedReader(std::string_view content, std::string file, Dialect dialect,
                                 std::size_t first_line)
    : position_(content.data()),
      end_(content.data() + content.size()),
      file_(std::move(file)),
      dialect_(dialect),
      size_(content.size()),
      line_(first_line) {
  for (const char c : dialect.quotes) marks_[static_cast<unsigned char>(c)] = quote;
  marks_['\n'] = marks_['\r'] = line_end;
  marks_[static_cast<unsigned char>(dialect.delimiter)] = delimiter;
  if (dialect.delimiter == ' ') marks_['\t'] = delimiter;
}

bool DelimitedReader::next(std::vector<Field>& fields) {
  fields.clear();
  if (!unescaped_.empty()) unescaped_.clear();
  const char* const before = position_;
  const std::size_t line_before = line_;
  if (!skip_blank_lines()) return dialect_.goes_on ? leave(before, line_before) : false;
  row_line_ = line_;
  do {
    skip_blanks();
    if (fields.size() == fields.capacity()) require_fields(fields.size());
    const std::size_t line = line_;
    const bool in_quotes = position_ != end_ && mark(*position_) == quote;
    fields.push_back({in_quotes ? quoted_field(fields.size() + 1) : plain_field(), line, in_quotes});
  } while (take_delimiter());
  take_line_end();
  return !dialect_.goes_on || position_ != end_ || leave(before, line_before);
}

/// Goes back to where a row began that is not all there. False.
bool DelimitedReader::leave(const char* position, std::size_t line) {
  position_ = position;
  line_ = line;
  return false;
}

/// Before a list of so many fields grows: it doubles, each field becomes a name or a number and something is
/// remembered of each column.
void DelimitedReader::require_fields(std::size_t count) const {
  constexpr std::size_t many = 1 << 16, of_field = 3 * sizeof(Field) + 100;
  if (count < many) return;
  const std::size_t text = dialect_.memory_limit > 0 ? size_ : 0;  // else it is no longer free
  require_memory(
      text + count * of_field, dialect_.memory_limit,
      to_string(Place{file_, row_line_}) + ": a row of more than " + std::to_string(count) + " fields",
      "check what separates the fields");
}

bool DelimitedReader::next_numbers(std::span<double> numbers) {
  const char* p = position_;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) {
      if (p == end_ || *p != dialect_.delimiter) return false;
      ++p;
    }
    const auto [next, error] = std::from_chars(p, end_, numbers[i]);
    if (error != std::errc{} || !std::isfinite(numbers[i])) return false;
    p = next;
  }
  if (p != end_ && mark(*p) != line_end) return false;
  if (dialect_.goes_on && end_ - p < 3) return false;
  position_ = p;
  row_line_ = line_;
  take_line_end();
  return true;
}

bool DelimitedReader::skip_blank_lines() {
  while (position_ != end_) {
    const char* p = std::find_if_not(position_, end_, is_blank);
    if (p != end_ && dialect_.comment != 0 && *p == dialect_.comment) {
      p = std::find_if(p, end_, is_line_end);
    } else if (p != end_ && !is_line_end(*p)) {
      return true;
    }
    position_ = p;
    take_line_end();
  }
  return false;
}

void DelimitedReader::skip_blanks() {
  const char kept = dialect_.delimiter == ' ' ? '\0' : dialect_.delimiter;
  while (position_ != end_ && is_blank(*position_) && *position_ != kept) ++position_;
}

void DelimitedReader::take_line_end() {
  if (position_ == end_) return;
  if (*position_ == '\r' && position_ + 1 != end_ && position_[1] == '\n') ++position_;
  ++position_;
  ++line_;
}

bool DelimitedReader::take_delimiter() {
  if (dialect_.delimiter == ' ') {
    position_ = std::find_if_not(position_, end_, is_blank);
    return position_ != end_ && !is_line_end(*position_);
  }
  if (position_ == end_ || *position_ != dialect_.delimiter) return false;
  ++position_;
  return true;
}

std::string_view DelimitedReader::plain_field() {
  const char* const first = position_;
  const char* p = first;
  while (p != end_ && !ends_field(*p)) ++p;
  position_ = p;
  while (p != first && is_blank(p[-1])) --p;
  return {first, static_cast<std::size_t>(p - first)};
}

std::string_view DelimitedReader::quoted_field(std::size_t column) {
  const std::size_t opened = line_;
  const char closing = *position_++;
  const char* const first = position_;
  bool escaped = false;
  for (; position_ != end_; ++position_) {
    const bool pair = position_ + 1 != end_;
    if (dialect_.backslash && *position_ == '\\' && pair) {
      escaped = true;
      ++position_;
    } else if (*position_ == closing) {
      if (!pair || position_[1] != closing) break;
      escaped = true;
      ++position_;
    }
    if (*position_ == '\n' || (*position_ == '\r' && !(position_ + 1 != end_ && position_[1] == '\n')))
      ++line_;
  }
  if (position_ == end_ && dialect_.goes_on) return {};
  if (position_ == end_) {
    throw Error(ErrorCode::data, {file_, opened, column},
                "found a quote that is never closed; add the closing quote or double a quote inside a field");
  }
  const char* const last = position_++;
  expect_field_end(column);
  if (escaped) return unescape(first, last, closing);
  return {first, static_cast<std::size_t>(last - first)};
}

std::string_view DelimitedReader::unescape(const char* first, const char* last, char closing) {
  std::string& text = unescaped_.emplace_back();
  for (; first != last; ++first) {
    if (*first == closing || (dialect_.backslash && *first == '\\')) ++first;
    text += *first;
  }
  return text;
}

void DelimitedReader::expect_field_end(std::size_t column) {
  const auto stops = [this](char c) { return ends_field(c); };
  while (position_ != end_ && is_blank(*position_) && !stops(*position_)) ++position_;
  if (position_ == end_ || stops(*position_)) return;
  const char* const last = std::find_if(position_, end_, stops);
  if (last == end_ && dialect_.goes_on) {
    position_ = end_;
    return;
  }
  throw Error(ErrorCode::data, {file_, line_, column},
              "found " + quoted({position_, static_cast<std::size_t>(last - position_)}) +
                  " after a closing quote; double the quotes that belong to the field");
}

namespace {

constexpr std::size_t broken = static_cast<std::size_t>(-1);

/// Fields in the first two rows; 0 where there is no row, `broken` where quotes stand in the middle of
/// fields.
struct Widths {
  std::size_t first = 0;
  std::size_t second = 0;
};

std::size_t next_width(DelimitedReader& reader) {
  std::vector<Field> fields;
  try {
    if (!reader.next(fields)) return 0;
  } catch (const Error&) {
    // Whoever reads the rows reports it.
    return broken;
  }
  const bool stray = std::any_of(fields.begin(), fields.end(), [](const Field& field) {
    return !field.in_quotes && field.text.find('"') != std::string_view::npos;
  });
  return stray ? broken : fields.size();
}

Widths widths(std::string_view content, Dialect dialect) {
  DelimitedReader reader(content, "", dialect);
  Widths result;
  result.first = next_width(reader);
  if (result.first != broken) result.second = next_width(reader);
  return result;
}

}  // namespace

char detect_delimiter(std::string_view content, char comment, std::size_t memory_limit) {
  constexpr char candidates[] = {'\t', ';', ',', ' '};
  Widths found[std::size(candidates)];
  for (std::size_t i = 0; i < std::size(candidates); ++i) {
    found[i] =
        widths(content, {.delimiter = candidates[i], .comment = comment, .memory_limit = memory_limit});
    const auto [first, second] = found[i];
    if (first > 1 && first != broken && (second == first || second == 0)) return candidates[i];
  }
  // Ragged rows. A name such as "petal length" over a single column doesn't make the blank a delimiter.
  for (std::size_t i = 0; i < std::size(candidates); ++i) {
    const auto [first, second] = found[i];
    if (first > 1 && first != broken && (candidates[i] != ' ' || second > 1)) return candidates[i];
  }
  return ',';
}

}  // namespace comac
