// SPDX-License-Identifier: MIT
#include "prep/prepare.hpp"

#include "prep/check.hpp"
#include "prep/pca.hpp"

namespace comac {
namespace {

/// Adds a step that was fitted to the rows as they are, and takes it.
void add_step(Prepared& prepared, ColumnStep step) {
  prepared.rows =
      PreparedRows(std::visit([&](const auto& one) { return one.apply(prepared.rows.view()); }, step));
  prepared.map.add(std::move(step));
}

}  // namespace

Prepared prepare(const TableView& table, Scale scale, std::size_t pca) {
  Prepared prepared{ColumnMap(table.columns, {table.column_names.begin(), table.column_names.end()}),
                    PreparedRows(table)};
  if (scale == Scale::zscore) add_step(prepared, Scaling::fit(table));
  if (scale == Scale::robust) add_step(prepared, Scaling::robust(spreads_of(table)));
  if (pca > 0) add_step(prepared, fit_components(prepared.rows.view(), pca));
  check_distances(prepared.rows.view());
  return prepared;
}

}  // namespace comac
