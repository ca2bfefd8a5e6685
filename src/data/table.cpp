// SPDX-License-Identifier: MIT
#include "comac/data/table.hpp"

#include <fmt/format.h>

#include "comac/base/error.hpp"

namespace comac {
namespace {

void check_shape(const Table& table) {
  const std::size_t values = table.values.size(), names = table.column_names.size();
  const bool fits =
      table.columns == 0 ? values == 0 : values % table.columns == 0 && values / table.columns == table.rows;
  if (!fits) {
    throw Error(ErrorCode::data,
                fmt::format("a table of {} rows and {} columns has {} values; expected one for each row and "
                            "column",
                            table.rows, table.columns, values));
  }
  if (names != 0 && names != table.columns) {
    throw Error(ErrorCode::data,
                fmt::format("a table of {} columns has {} column names; expected none or one for each",
                            table.columns, names));
  }
  if (!table.about.empty() && table.about.size() != table.columns) {
    throw Error(ErrorCode::data,
                fmt::format("a table of {} columns says something about {}; expected none or all",
                            table.columns, table.about.size()));
  }
}

}  // namespace

TableView::TableView(const Table& table)
    : TableView(table.values.data(), table.rows, table.columns, static_cast<std::ptrdiff_t>(table.columns), 1,
                table.column_names) {
  check_shape(table);
  about = table.about;
}

std::string_view to_string(ColumnKind kind) {
  constexpr std::string_view names[] = {"number", "yes/no", "date", "ordinal", "category", "indicator"};
  return names[static_cast<std::size_t>(kind)];
}

Table copy_of(const TableView& view) {
  Table table{view.rows,
              view.columns,
              std::vector<double>(view.rows * view.columns),
              {view.column_names.begin(), view.column_names.end()},
              {view.about.begin(), view.about.end()}};
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) table.at(r, c) = view.at(r, c);
  }
  return table;
}

}  // namespace comac
