// SPDX-License-Identifier: MIT
#include "prep/prepare.hpp"

#include <algorithm>

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

Prepared encode(const TableView& table) {
  Prepared prepared{ColumnMap(table.columns, {table.column_names.begin(), table.column_names.end()}),
                    PreparedRows(table)};
  if (table.about.empty()) return prepared;
  Encoding encoding = Encoding::fit(table);
  if (!encoding.leaves(table)) {
    add_step(prepared, std::move(encoding));
  } else {
    prepared.map.add(std::move(encoding));
  }
  return prepared;
}

void scale(Prepared& prepared, Scale scale, std::size_t pca) {
  const TableView rows = prepared.rows.view();
  const bool has_indicators = std::ranges::any_of(
      rows.about, [](const ColumnAbout& about) { return about.kind == ColumnKind::indicator; });
  if (scale == Scale::zscore) {
    add_step(prepared, Scaling::fit(rows));
  } else if (scale == Scale::robust) {
    add_step(prepared, Scaling::robust(spreads_of(rows)));
  } else if (has_indicators) {
    add_step(prepared, Scaling::as_they_are(spreads_of(rows)));
  }
  if (pca > 0) add_step(prepared, fit_components(prepared.rows.view(), pca));
  check_distances(prepared.rows.view());
}

Prepared prepare(const TableView& table, Scale how, std::size_t pca) {
  Prepared prepared = encode(table);
  scale(prepared, how, pca);
  return prepared;
}

}  // namespace comac
