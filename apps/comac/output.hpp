// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comac::app {

/// A field of a CSV file, in quotes if it needs them.
std::string csv_field(std::string_view text);

/// How rows are called in messages and outputs: by id, or by number from 0 or 1.
class RowText {
 public:
  RowText(const std::vector<std::string>& ids, bool one_based) : ids_(ids), first_(one_based ? 1 : 0) {}
  std::string operator()(std::size_t row) const {
    return ids_.empty() ? std::to_string(row + first_) : ids_[row];
  }
  /// The names of all rows.
  std::vector<std::string> all(std::size_t rows) const;

 private:
  std::vector<std::string> ids_;
  std::size_t first_;
};

/// Throws Error(no_output) if the file surely cannot be written: no such directory, or a directory itself.
/// "" and "-" are fine.
void check_writable(const std::string& path);
/// To the file, or to standard output for "" and "-".
void write_result(const std::string& path, std::string_view content);

}  // namespace comac::app
