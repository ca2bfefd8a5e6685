// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/sparse_matrix.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Which columns of a file are not features. A column is named by its header, or by its number from 1
/// where the file has no header.
struct ReadOptions {
  std::string label_column = {};  ///< known labels; empty, ?, NA and -1 mean unknown
  std::string truth_column = {};  ///< for scoring only; empty, ? and NA mean unknown
  std::string id_column = {};     ///< names of rows, unique
  std::vector<std::string> ignore = {};
  std::size_t memory_limit = 0;  ///< bytes that reading may take; 0: what is free
  /// If given: the features to read, which the table then has in this order; every other column of a file
  /// with a header is left out. A file without a header must have as many columns.
  std::vector<std::string> features = {};
};

/// A table of features with what its file says about the rows.
struct Dataset {
  Table table;
  std::vector<std::string> ids;  ///< empty, or one for each row
  std::optional<Categories> labels;
  std::optional<Categories> truth;
  std::vector<std::size_t> lines;          ///< line of each row in the file; empty for binary files
  std::vector<std::string> notes = {};     ///< sentences that the user should see about how it was read
  std::vector<std::string> left_out = {};  ///< columns that ReadOptions::features did not ask for
};

/// Reads CSV, TSV, ARFF or NPY, told apart by content; "-" is standard input.
/// Throws Error with file, line and column, which counts fields.
/// Error(data) also before more memory is taken than is allowed.
Dataset read_dataset(const std::string& path, const ReadOptions& options = {});

/// The same for text or bytes already in memory; `name` stands for the file in messages.
Dataset parse_dataset(std::string_view content, const std::string& name, const ReadOptions& options = {});

/// A square matrix from CSV, NPY or Matrix Market (coordinate or array).
Table read_matrix(const std::string& path, std::size_t memory_limit = 0);
Table parse_matrix(std::string_view content, const std::string& name, std::size_t memory_limit = 0);
/// The same without its zeros; a Matrix Market file in coordinates is never spread out.
SparseMatrix read_sparse_matrix(const std::string& path, std::size_t memory_limit = 0);

}  // namespace comac
