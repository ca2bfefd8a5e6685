// SPDX-License-Identifier: MIT
#include "data/row_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/memory.hpp"

namespace comac {

/// Reads until there are `wanted` bytes, or all. Whether there are more than before.
bool RowReader::fill(std::size_t wanted) {
  const std::size_t before = text_.size();
  if (wanted > 2 * block_)
    require_memory(2 * wanted, 0, source_.name() + ": a row of this length", "bring shorter rows");
  std::size_t size = before;
  text_.resize(std::max(wanted, before));
  while (size < wanted && !at_end_) {
    const std::size_t count = source_.read(text_.data() + size, wanted - size);
    at_end_ = count == 0;
    size += count;
  }
  text_.resize(size);
  return size > before;
}

std::string_view RowReader::begin() {
  source_.rewind();
  text_.clear();
  at_end_ = false;
  fill(block_);
  return text_;
}

std::string_view RowReader::more() {
  fill(2 * std::max(text_.size(), block_));
  return text_;
}

void RowReader::start(const Dialect& dialect, std::size_t offset, std::size_t line, bool keeps_text) {
  begin();
  while (text_.size() < offset && !at_end_) fill(std::max(offset, 2 * text_.size()));
  dialect_ = dialect;
  keeps_text_ = keeps_text;
  passed_.clear();
  taken_ = 0;
  from_ = std::min(offset, text_.size());
  line_ = line;
  dialect_.goes_on = !at_end_;
  reader_ = std::make_unique<DelimitedReader>(std::string_view(text_).substr(from_), source_.name(), dialect_,
                                              line);
}

/// Drops the rows that were read, and reads on. False at the end.
bool RowReader::refill() {
  if (at_end_) return false;
  const std::size_t used = from_ + reader_->offset(), line = reader_->next_line();
  if (keeps_text_) passed_.append(text_, taken_, used - taken_);
  text_.erase(0, used);
  taken_ = from_ = 0;
  fill(std::max(block_, 2 * text_.size()));
  dialect_.goes_on = !at_end_;
  reader_ = std::make_unique<DelimitedReader>(text_, source_.name(), dialect_, line);
  return true;
}

bool RowReader::next(std::vector<Field>& fields) {
  for (;;) {
    if (reader_->next(fields)) {
      line_ = reader_->line();
      return true;
    }
    if (!refill()) return false;
  }
}

bool RowReader::next_numbers(std::span<double> numbers) {
  if (!reader_->next_numbers(numbers)) return false;
  line_ = reader_->line();
  return true;
}

std::string RowReader::take_text() {
  const std::size_t used = from_ + reader_->offset();
  passed_.append(text_, taken_, used - taken_);
  taken_ = used;
  return std::exchange(passed_, {});
}

}  // namespace comac
