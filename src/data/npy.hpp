// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "comac/data/read.hpp"
#include "data/columns.hpp"

namespace comac {

/// Reads NumPy's NPY, versions 1 to 3: floats of 4 and 8 bytes, integers of 1 to 8 bytes, in either byte
/// order, rows first (C) or columns first (Fortran). One dimension is one column.
Dataset parse_npy(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose = Purpose::features);

/// The rows of such a file, which may come a few at a time.
class NpyRows {
 public:
  /// `content` has the header at least. Throws Error(data) for one that can't be read.
  NpyRows(std::string_view content, const std::string& file);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool rows_first() const { return !columns_first_ || columns_ <= 1 || rows_ <= 1; }
  /// Where numbers begin in the file.
  std::size_t data_begins() const { return data_begins_; }
  std::size_t bytes_of_row() const { return columns_ * bytes_; }
  /// Throws Error(data) unless the numbers take so many bytes.
  void check_size(std::size_t bytes, const std::string& file) const;
  /// A row whose numbers lie side by side.
  void read_row(const char* bytes, std::span<double> row) const;
  /// A row of data that is there as a whole, however it lies.
  void read_row(std::string_view data, std::size_t r, std::span<double> row) const;

 private:
  std::size_t rows_ = 0, columns_ = 1, data_begins_ = 0, bytes_ = 0;
  bool columns_first_ = false, swapped_ = false;
  double (*read_)(const char* bytes, bool swapped) = nullptr;
};

/// Every row of such a file as it stands there, one after the other.
void each_npy_row(std::string_view content, const std::string& file,
                  const std::function<void(std::span<const double>)>& visit);

}  // namespace comac
