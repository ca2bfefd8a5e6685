// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/table.hpp"

namespace comac {

/// What becomes of missing values: empty cells, NA, N/A, ?, NaN, null, - and a lone point.
enum class Missing {
  fill,    ///< by the median or the commonest category of the column, once it is clustered
  drop,    ///< rows with one are left out
  refuse,  ///< an error
};

/// Which columns of a file are features, and what they hold. A column is named by its header, or by its
/// number from 1 where the file has no header. A list of columns may stand in one text, "a,b" (in double
/// quotes what holds a comma); a column that is called exactly so comes first.
struct ReadOptions {
  std::string label_column = {};  ///< known labels; empty, ?, NA and -1 mean unknown
  std::string truth_column = {};  ///< for scoring only; empty, ? and NA mean unknown
  std::string id_column = {};     ///< names of rows, unique
  std::vector<std::string> ignore = {};
  std::size_t memory_limit = 0;  ///< bytes that reading may take; 0: what is free
  /// If given: the features to read, which the table then has in this order; every other column of a file
  /// with a header is left out. A file without a header must have as many columns.
  std::vector<std::string> features = {};
  std::vector<ColumnAbout> features_about = {};  ///< what each of them holds; empty: to be found out
  std::vector<std::string> columns = {};         ///< if given, all other columns are no features
  std::vector<std::string> category = {};        ///< columns that are categories, whatever they look like
  std::vector<std::string> ordinal = {};         ///< "COLUMN=low,mid,high"
  Missing missing = Missing::fill;
};

/// What a column of a file was found to be, and what was done with it.
struct ColumnFinding {
  enum class Use { feature, label, truth, id, ignored, left_out };

  std::string name = {};  ///< "column 3" where it has none
  Use use = Use::feature;
  ColumnKind kind = ColumnKind::number;
  std::size_t missing = 0;  ///< of a feature
  std::string why = {};     ///< half a sentence, where something was decided
};

/// A table of features with what its file says about the rows.
struct Dataset {
  Table table;                   ///< with something about each column
  std::vector<std::string> ids;  ///< empty, or one for each row
  std::optional<Categories> labels;
  std::optional<Categories> truth;
  std::vector<std::size_t> lines;               ///< line of each row in the file; empty for binary files
  std::vector<std::string> notes = {};          ///< sentences that the user should see about how it was read
  std::vector<std::string> left_out = {};       ///< columns that ReadOptions::features did not ask for
  std::vector<ColumnFinding> columns = {};      ///< of the file, all of them
  std::vector<std::size_t> row_numbers = {};    ///< where rows were left out: of each row, counted from 0
  std::vector<std::string> rows_left_out = {};  ///< their ids, or their numbers from 0
  bool decimal_comma = false;                   ///< its numbers are written so
};

/// Reads CSV, TSV, ARFF or NPY, told apart by content, also packed by gzip; "-" is standard input.
/// Text becomes numbers or codes (Table::about), or is left out; docs/formats.md has the rules. All that was
/// decided is in Dataset::notes and Dataset::columns.
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

/// A chain or a graph, and what its states are called where the file says it.
struct Graph {
  SparseMatrix matrix;
  std::vector<std::string> names = {};
};
/// A square matrix as read_sparse_matrix() takes it; one whose header and first column name the states; or
/// edges, "from,to" or "from,to,weight" a line under such a header. Edges join two states both ways, unless
/// some are given both ways: then they are directed, and the weights of a state are divided by their sum.
Graph read_graph(const std::string& path, std::size_t memory_limit = 0);
Graph parse_graph(std::string_view content, const std::string& name, std::size_t memory_limit = 0);

}  // namespace comac
