// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/delimited.hpp"
#include "data/text_source.hpp"

namespace comac {

/// Rows of fields as DelimitedReader cuts them, of a text that is never in memory as a whole.
class RowReader {
 public:
  /// `block` is how much is read at once.
  RowReader(TextSource& source, std::size_t block) : source_(source), block_(block) {}

  /// The beginning of the text; all_there() says whether it is all.
  std::string_view begin();
  bool all_there() const { return at_end_; }
  /// Makes the beginning longer. Throws Error(data) before it takes more memory than is free.
  std::string_view more();

  /// Goes to where the rows begin; `keeps_text` says whether take_text() will be asked.
  void start(const Dialect& dialect, std::size_t offset, std::size_t line, bool keeps_text = false);
  bool next(std::vector<Field>& fields);
  bool next_numbers(std::span<double> numbers);
  std::size_t line() const { return line_; }
  std::size_t next_line() const { return reader_->next_line(); }

  /// The text up to the end of the last row that was not taken yet; at the end of the rows all that is left.
  std::string take_text();

 private:
  bool fill(std::size_t wanted);
  bool refill();
  void read_on();

  TextSource& source_;
  std::size_t block_;
  std::string text_;     // the part that is looked at
  bool at_end_ = false;  // it is the last one
  Dialect dialect_;
  std::unique_ptr<DelimitedReader> reader_;  // of what lies behind from_
  std::size_t from_ = 0;                     // where the reader began
  std::size_t taken_ = 0;                    // up to where text was taken
  std::string passed_;                       // not yet taken, and no longer in text_
  bool keeps_text_ = false;
  std::size_t line_ = 0;
};

}  // namespace comac
