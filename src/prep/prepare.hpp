// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "prep/column_map.hpp"

namespace comac {

/// Rows as the stages compare them, the numbers of a row side by side: the caller's own memory where nothing
/// is done to them.
class PreparedRows {
 public:
  explicit PreparedRows(const TableView& given) : given_(given) {
    if (!given.has_whole_rows()) changed_ = copy_of(given);
  }
  explicit PreparedRows(Table changed) : given_(nullptr, 0, 0), changed_(std::move(changed)) {}

  TableView view() const { return changed_ ? TableView(*changed_) : given_; }
  /// As a table of its own; a copy where nothing was done to the rows.
  Table take() && { return changed_ ? *std::move(changed_) : copy_of(given_); }

 private:
  TableView given_;
  std::optional<Table> changed_;
};

struct Prepared {
  ColumnMap map;
  PreparedRows rows;
};

/// The rows as numbers: categories as indicators, missing values filled. The caller's own memory where there
/// is nothing to do.
Prepared encode(const TableView& table);

/// Scales and reduces what encode() has made.
void scale(Prepared& prepared, Scale scale, std::size_t pca);

/// The table as every method sees it: as numbers, scaled as asked (`automatic`, which choose_scale() settles,
/// stands for `none` here), then reduced to `pca` principal components (0: not);
/// and the map that does the same to other rows.
Prepared prepare(const TableView& table, Scale scale, std::size_t pca);

}  // namespace comac
