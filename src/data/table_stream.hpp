// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "comac/data/read.hpp"

namespace comac {

/// Some rows of a table.
struct TableBlock {
  Dataset data;  ///< with all that read_dataset() says about columns
  bool is_first = false;
  bool is_whole = false;  ///< the table comes in one block, and `text` is the whole file
  std::string text = {};  ///< of the rows with what stands before, between and behind them
  std::size_t line = 1;   ///< on which the text begins
  char delimiter = ',';
  std::vector<double> numbers = {};  ///< of an NPY file: all columns, those that are no features, too
};

/// A table that is read block by block, so that memory does not grow with its rows: CSV and TSV, and NPY with
/// rows first, packed by gzip or not. Other files (ARFF, NPY with columns first or with a column of ids) come
/// as one block. All rows are looked at once before the first block is given: what read_dataset() would throw
/// is thrown by the constructor, and what it would find out about columns from all rows is known then.
class TableStream {
 public:
  /// Columns are those of a model (ReadOptions::features). Blocks have at most `rows` rows, and `keeps_text`
  /// says whether their text is wanted. `piece` is how many bytes are read at once.
  TableStream(const std::string& path, const ReadOptions& options, std::size_t rows, bool keeps_text,
              std::size_t piece = 1 << 20);
  ~TableStream();

  /// Rows in all.
  std::size_t rows() const;
  /// The next block; false behind the last one. A block may have text and no rows: blank lines at the end.
  bool next(TableBlock& block);

  class Reader;

 private:
  std::unique_ptr<Reader> reader_;
};

}  // namespace comac
