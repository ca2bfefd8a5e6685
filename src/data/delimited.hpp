// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

/// How the fields of a text stand beside one another.
struct Dialect {
  char delimiter = ',';            ///< a blank stands for any run of blanks and tabs
  std::string_view quotes = "\"";  ///< a field in quotes may hold anything; a doubled quote is one quote
  bool backslash = false;          ///< inside quotes a backslash protects what follows
  char comment = 0;                ///< lines that begin with it are skipped; 0: none do
  std::size_t memory_limit = 0;    ///< bytes that text and fields may take; 0: what is free
  bool goes_on = false;            ///< more text follows: a row that reaches the end is left for later
};

/// A field without its quotes and surrounding blanks.
struct Field {
  std::string_view text;
  std::size_t line = 0;  ///< where it begins
  bool in_quotes = false;
};

/// Cuts a text into rows of fields, in one pass. Lines end in LF, CRLF or CR, the last one may end without.
/// Blank lines are skipped. The content must outlive the reader.
class DelimitedReader {
 public:
  DelimitedReader(std::string_view content, std::string file, Dialect dialect, std::size_t first_line = 1);

  /// The next row into `fields`, whose texts live until the next call; false at the end.
  /// Throws Error(data) for a quote that is never closed or closed in the middle of a field, and before a row
  /// takes more memory than there may be.
  bool next(std::vector<Field>& fields);
  /// The next row as numbers into `numbers`, if it is exactly that many plain numbers on a line of its own;
  /// else false, and the row is left to next(). This is what makes reading large tables fast.
  bool next_numbers(std::span<double> numbers);
  /// The line on which the last row begins.
  std::size_t line() const { return row_line_; }
  /// The line on which the next one would begin.
  std::size_t next_line() const { return line_; }
  /// Bytes up to the end of the last row, with the end of its line.
  std::size_t offset() const { return size_ - static_cast<std::size_t>(end_ - position_); }

 private:
  enum Mark : unsigned char { none, quote, delimiter, line_end };  // the last two end a field
  Mark mark(char c) const { return marks_[static_cast<unsigned char>(c)]; }
  bool ends_field(char c) const { return mark(c) >= delimiter; }

  void require_fields(std::size_t count) const;
  bool skip_blank_lines();
  bool leave(const char* position, std::size_t line);
  void skip_blanks();
  void take_line_end();
  bool take_delimiter();
  std::string_view plain_field();
  std::string_view quoted_field(std::size_t column);
  std::string_view unescape(const char* first, const char* last, char quote);
  void expect_field_end(std::size_t column);

  const char* position_;
  const char* end_;
  std::string file_;
  Dialect dialect_;
  std::size_t size_;
  std::size_t line_;
  std::size_t row_line_ = 0;
  std::array<Mark, 256> marks_{};
  std::deque<std::string> unescaped_;
};

/// The delimiter (tab, semicolon, comma or blank) of a text, from its first two rows.
char detect_delimiter(std::string_view content, char comment = 0, std::size_t memory_limit = 0);

}  // namespace comac
