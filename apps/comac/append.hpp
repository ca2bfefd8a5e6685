// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "comac/data/read.hpp"
#include "data/delimited.hpp"
#include "data/table_stream.hpp"

namespace comac::app {

/// A column to be added to a table.
struct AddedColumn {
  std::string name;
  bool is_number = true;
  std::function<std::string(std::size_t row)> cell;
};

/// The text of a table as it was read with columns added behind its own: same delimiter, same line ends,
/// every other byte as it was. Rows that were left out get empty cells (? in ARFF). A name that the table
/// already has is put behind "comac_". What has no text (NPY) becomes CSV, what gzip has packed comes
/// unpacked, what is not UTF-8 as UTF-8.
std::string append_columns(std::string_view content, const Dataset& data, std::vector<AddedColumn> added);

/// The same for a table that comes block by block.
class TableAppender {
 public:
  std::string add(const TableBlock& block, std::vector<AddedColumn> added);

 private:
  std::string add_to_numbers(const TableBlock& block, const std::vector<AddedColumn>& added);

  Dialect dialect_;
  std::vector<std::string> taken_;  // names of columns
};

/// cluster, label where there is any (`names` of the clusters), and confidence where it is known. All three
/// must outlive the columns.
std::vector<AddedColumn> cluster_columns(const std::vector<std::uint32_t>& cluster,
                                         const std::vector<std::string>& names,
                                         const std::vector<double>& confidence);

/// A confidence as all outputs write it.
std::string confidence_text(double confidence);

}  // namespace comac::app
