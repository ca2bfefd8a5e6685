// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "data/delimited.hpp"
#include "data/text.hpp"

namespace comac {

/// What the numbers are for; it decides what messages advise.
enum class Purpose { features, matrix };

/// What a file says about its columns before its first row.
struct Columns {
  std::string file = {};
  std::size_t count = 0;
  std::vector<std::string> names = {};  ///< empty where the file has no header
  std::size_t header_line = 0;
  Purpose purpose = Purpose::features;
};

/// Puts rows together to a Dataset: every cell goes where the options send its column.
class DatasetBuilder {
 public:
  /// Throws Error(usage) for a column that the file does not have.
  DatasetBuilder(Columns columns, const ReadOptions& options);

  /// Throws Error(data) unless there may be memory for so many rows beside a file of so many bytes.
  void reserve(std::size_t rows, std::size_t file_size);
  /// A row of text. Throws Error(data) with line and column (counted in fields).
  void add(std::span<const Field> fields, std::size_t line);
  /// A row of finite numbers, where all columns are features.
  void add(std::span<const double> numbers, std::size_t line);
  /// A row of a binary file.
  void add(std::span<const double> numbers);
  /// Throws Error(data) if there are no rows, no features or ids that are not unique.
  Dataset finish();

  bool all_features() const { return features_ == columns_.count; }
  bool is_feature(std::size_t column) const { return roles_[column] == feature; }

 private:
  enum Role : unsigned { feature = 0, label = 1, truth = 2, id = 4, ignored = 8 };

  std::size_t find_column(const std::string& name) const;
  void assign(const std::string& column, Role role);
  void choose_features(const std::vector<std::string>& wanted);
  void reorder();
  void add_name(unsigned roles, std::string_view text, Place place);
  std::string column_name(std::size_t column) const;
  [[noreturn]] void refuse_text(std::size_t column, const Field& field) const;
  [[noreturn]] void refuse_number(std::size_t column, const Field& field) const;
  std::string advice(const std::string& for_features) const;
  void check_ids() const;

  Columns columns_;
  std::vector<unsigned> roles_;
  std::size_t features_ = 0;
  std::size_t memory_limit_;
  std::vector<std::string> order_;  // of the features, if it matters
  Dataset dataset_;
  NameIndex label_names_;
  NameIndex truth_names_;
};

}  // namespace comac
