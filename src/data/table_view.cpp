// SPDX-License-Identifier: MIT
#include "comac/data/table_view.hpp"

namespace comac {

Table copy_of(const TableView& view) {
  Table table{view.rows,
              view.columns,
              std::vector<double>(view.rows * view.columns),
              {view.column_names.begin(), view.column_names.end()}};
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) table.at(r, c) = view.at(r, c);
  }
  return table;
}

}  // namespace comac
