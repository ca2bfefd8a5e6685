// SPDX-License-Identifier: MIT
#include "comac/data/table.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

const std::vector<double> memory = {1, 2, 3, 4, 5, 6};

TEST(TableView, ReadsMemoryRowAfterRowAndColumnAfterColumn) {
  const TableView by_rows(memory.data(), 3, 2);
  EXPECT_EQ(copy_of(by_rows).values, memory);
  EXPECT_EQ(by_rows.row(1)[1], 4);
  const TableView by_columns(memory.data(), 3, 2, 1, 3);
  EXPECT_EQ(copy_of(by_columns).values, (std::vector<double>{1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(by_rows.has_whole_rows());
  EXPECT_FALSE(by_columns.has_whole_rows());
}

TEST(TableView, GoesBackwardsAndLeavesOut) {
  const TableView backwards(memory.data() + 4, 3, 1, -2, 1);
  EXPECT_EQ(copy_of(backwards).values, (std::vector<double>{5, 3, 1}));
}

TEST(TableView, SeesATableWithItsNames) {
  const Table table{3, 2, memory, {"a", "b"}};
  const TableView view = table;
  EXPECT_EQ(view.values, table.values.data()) << "nothing is copied";
  EXPECT_EQ(copy_of(view).column_names, table.column_names);
}

}  // namespace
}  // namespace comac
