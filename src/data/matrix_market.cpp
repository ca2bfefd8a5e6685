// SPDX-License-Identifier: MIT
#include "data/matrix_market.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "comac/base/error.hpp"
#include "data/delimited.hpp"
#include "data/file_kind.hpp"
#include "data/text.hpp"

namespace comac {

namespace {

/// What the first line says.
struct Shape {
  bool coordinate = true;
  bool pattern = false;
  bool symmetric = false;
};

class MatrixReader {
 public:
  MatrixReader(std::string_view content, const std::string& file, std::size_t memory_limit)
      : file_(file),
        content_(content),
        memory_limit_(memory_limit),
        reader_(content, file, {.delimiter = ' ', .quotes = "", .comment = '%'}) {}

  Table read() {
    read_first_line();
    read_sizes();
    check_memory();
    table_.values.assign(table_.rows * table_.columns, 0.0);
    if (shape_.coordinate) {
      read_entries([this](std::size_t i, std::size_t j, double value) { table_.at(i, j) += value; });
    } else {
      read_array();
    }
    check_end();
    return std::move(table_);
  }

  /// Keeps only what is given.
  SparseMatrix read_sparse() {
    read_first_line();
    if (!shape_.coordinate) return sparse_matrix(MatrixReader(content_, file_, memory_limit_).read());
    read_sizes();
    check_sparse_memory();
    std::vector<MatrixEntry> entries;
    read_entries([&](std::size_t i, std::size_t j, double value) {
      entries.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), value});
    });
    check_end();
    return sparse_matrix(table_.rows, std::move(entries));
  }

 private:
  [[noreturn]] void refuse(std::size_t column, const std::string& sentence) const {
    throw Error(ErrorCode::data, {file_, reader_.line(), column}, sentence);
  }

  std::string choose(const std::vector<Field>& words, std::size_t i,
                     std::initializer_list<const char*> known) {
    const std::string word = lower(words[i].text);
    std::string list;
    for (const char* k : known) {
      if (word == k) return word;
      list += (list.empty() ? "" : ", ") + std::string(k);
    }
    throw Error(ErrorCode::data, {file_, 1, i + 1},
                "found " + quoted(word) + " where one of " + list + " is expected; convert the matrix");
  }

  void read_first_line() {
    DelimitedReader first(content_, file_, {.delimiter = ' ', .quotes = ""});
    std::vector<Field> words;
    first.next(words);
    if (words.size() != 5) {
      throw Error(ErrorCode::data, {file_, 1},
                  "found an incomplete first line; write '%%MatrixMarket matrix coordinate real general'");
    }
    choose(words, 1, {"matrix"});
    shape_.coordinate = choose(words, 2, {"coordinate", "array"}) == "coordinate";
    shape_.pattern = choose(words, 3, {"real", "integer", "pattern"}) == "pattern";
    shape_.symmetric = choose(words, 4, {"general", "symmetric"}) == "symmetric";
    if (shape_.pattern && !shape_.coordinate) {
      throw Error(ErrorCode::data, {file_, 1, 4}, "found 'pattern' for an array; write coordinate or real");
    }
  }

  void next_row(std::size_t width, const char* what) {
    if (!reader_.next(row_)) {
      throw Error(ErrorCode::data, {file_},
                  std::string("found the end of the file where ") + what + " is expected; complete the file");
    }
    if (row_.size() != width) {
      refuse(0, "found " + std::to_string(row_.size()) + " fields where " + what + " of " +
                    std::to_string(width) + " is expected; correct the line");
    }
  }

  std::size_t whole_number(std::size_t i, std::size_t least, std::size_t most) const {
    const std::string_view text = row_[i].text;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && value >= least && value <= most)
      return value;
    const bool bounded = most != std::numeric_limits<std::size_t>::max();
    refuse(i + 1, "found " + quoted(text) + " where a whole number from " + std::to_string(least) +
                      (bounded ? " to " + std::to_string(most) : "") + " is expected; correct the line");
  }

  double number(std::size_t i) const {
    const Number result = parse_number(row_[i].text);
    if (result.kind == NumberKind::finite) return result.value;
    refuse(i + 1, "found " + quoted(row_[i].text) + " where a finite number is expected; correct the line");
  }

  void read_sizes() {
    constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();
    next_row(shape_.coordinate ? 3 : 2, "a size line");
    table_.rows = whole_number(0, 1, unbounded);
    table_.columns = whole_number(1, 1, unbounded);
    if (table_.rows >= UINT32_MAX) refuse(1, "found more rows than can be numbered; bring a smaller matrix");
    entries_ = shape_.coordinate ? whole_number(2, 0, unbounded) : 0;
    if (table_.rows != table_.columns) {
      refuse(0, "found a matrix of " + std::to_string(table_.rows) + " x " + std::to_string(table_.columns) +
                    " where a square one is expected; a chain has as many columns as rows");
    }
  }

  void check_end() {
    if (reader_.next(row_))
      refuse(0, "found more entries than the size line announces; correct the size line");
  }

  /// Before memory is taken for what the size line claims: an array has all its numbers in the file, each
  /// with something behind it.
  void check_memory() const {
    const double numbers = static_cast<double>(table_.rows) * static_cast<double>(table_.columns);
    if (!shape_.coordinate && static_cast<double>(content_.size()) < (shape_.symmetric ? 1 : 2) * numbers) {
      refuse(0, "found a size line that announces " + std::to_string(table_.rows) + " x " +
                    std::to_string(table_.columns) +
                    " numbers, more than the file can hold; complete the file");
    }
    const double bytes = numbers * sizeof(double);
    require_memory(
        bytes < 1e18 ? static_cast<std::size_t>(bytes) : SIZE_MAX, memory_limit_,
        file_ + ": a matrix of " + std::to_string(table_.rows) + " x " + std::to_string(table_.columns),
        "bring a smaller one");
  }

  /// Rows have their offsets even where they are empty; an entry takes six bytes of the file, and is sorted.
  void check_sparse_memory() const {
    const std::size_t entries = std::min(entries_, content_.size() / 4) * (shape_.symmetric ? 2 : 1);
    require_memory(table_.rows * 2 * sizeof(std::size_t) + entries * 3 * sizeof(MatrixEntry), memory_limit_,
                   file_ + ": a matrix of " + std::to_string(table_.rows) + " rows and " +
                       std::to_string(entries_) + " entries",
                   "bring a smaller one");
  }

  template <class Add>
  void read_entries(Add add) {
    for (std::size_t e = 0; e < entries_; ++e) {
      next_row(shape_.pattern ? 2 : 3, "an entry");
      const std::size_t i = whole_number(0, 1, table_.rows) - 1;
      const std::size_t j = whole_number(1, 1, table_.columns) - 1;
      if (shape_.symmetric && j > i)
        refuse(0, "found an entry above the diagonal of a symmetric matrix; give those below it only");
      const double value = shape_.pattern ? 1.0 : number(2);
      add(i, j, value);
      if (shape_.symmetric && i != j) add(j, i, value);
    }
  }

  void read_array() {
    for (std::size_t j = 0; j < table_.columns; ++j) {
      for (std::size_t i = shape_.symmetric ? j : 0; i < table_.rows; ++i) {
        next_row(1, "an entry");
        table_.at(i, j) = number(0);
        if (shape_.symmetric) table_.at(j, i) = table_.at(i, j);
      }
    }
  }

  const std::string& file_;
  std::string_view content_;
  std::size_t memory_limit_;
  DelimitedReader reader_;
  std::vector<Field> row_;
  Shape shape_;
  std::size_t entries_ = 0;
  Table table_;
};

}  // namespace

SparseMatrix parse_sparse_matrix_market(std::string_view content, const std::string& file,
                                        std::size_t memory_limit) {
  return MatrixReader(without_byte_order_mark(content), file, memory_limit).read_sparse();
}

Table parse_matrix_market(std::string_view content, const std::string& file, std::size_t memory_limit) {
  return MatrixReader(without_byte_order_mark(content), file, memory_limit).read();
}

}  // namespace comac
