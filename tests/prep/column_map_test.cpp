// SPDX-License-Identifier: MIT
#include "prep/column_map.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "prep/pca.hpp"
#include "prep/prepare.hpp"

namespace comac {
namespace {

using nlohmann::json;

Table random_table(std::size_t rows) {
  Random random(3);
  Table table{rows, 3, std::vector<double>(rows * 3), {"a", "b", "c"}};
  for (double& value : table.values) value = 5 + random.normal();
  for (std::size_t r = 0; r < rows; ++r) table.at(r, 1) *= 1e6;
  return table;
}

Table some_rows(const Table& table, std::size_t first, std::size_t count) {
  Table rows{count, table.columns, {}, table.column_names};
  const auto begin = table.values.begin() + static_cast<std::ptrdiff_t>(first * table.columns);
  rows.values.assign(begin, begin + static_cast<std::ptrdiff_t>(count * table.columns));
  return rows;
}

TEST(ColumnMap, KnowsWhichColumnIndicatorsAreOf) {
  Table table{3, 3, {0, 1.5, 1, 1, 2.5, 0, 2, 3.5, 1}, {"colour", "size", "new"}};
  table.about = {{ColumnKind::category, {"red", "green", "blue"}}, {}, {ColumnKind::boolean, {}}};
  EXPECT_EQ(prepare(table, Scale::zscore, 0).map.sources(), (std::vector<std::size_t>{0, 0, 0, 1, 2}));
  EXPECT_TRUE(prepare(table, Scale::zscore, 2).map.sources().empty());
  EXPECT_EQ(prepare(random_table(9), Scale::none, 0).map.sources(), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(ColumnMap, DoesToSomeRowsWhatPreparationDidToAll) {
  const Table table = random_table(60);
  const Prepared prepared = prepare(table, Scale::zscore, 2);
  const TableView all = prepared.rows.view();
  const Table some = prepared.map.apply(some_rows(table, 20, 7));
  ASSERT_EQ(some.columns, 2U);
  EXPECT_EQ(some.column_names, (std::vector<std::string>{"PC1", "PC2"}));
  for (std::size_t r = 0; r < some.rows; ++r) {
    for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(some.at(r, c), all.at(20 + r, c), 1e-12);
  }
}

TEST(ColumnMap, IsScalingThenComponents) {
  const Table table = random_table(40);
  EXPECT_EQ(prepare(table, Scale::zscore, 2).rows.take().values,
            principal_components(zscore(table), 2).values);
}

TEST(ColumnMap, LeavesTheCallersMemoryWhereItIsIfNothingIsAskedFor) {
  const Table table = random_table(5);
  const Prepared prepared = prepare(table, Scale::none, 0);
  EXPECT_EQ(prepared.rows.view().values, table.values.data());
  EXPECT_TRUE(prepared.map.changes_nothing());
  EXPECT_EQ(prepared.map.apply(table).values, table.values);
}

TEST(ColumnMap, TakesMemoryOfAnyStrides) {
  const Table table = random_table(40);
  std::vector<double> by_column(table.values.size());
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (std::size_t c = 0; c < 3; ++c) by_column[c * table.rows + r] = table.at(r, c);
  }
  const TableView view(by_column.data(), table.rows, 3, 1, static_cast<std::ptrdiff_t>(table.rows));
  for (const std::size_t pca : {0, 2}) {
    for (const Scale scale : {Scale::none, Scale::zscore}) {
      const Prepared expected = prepare(table, scale, pca), found = prepare(view, scale, pca);
      ASSERT_TRUE(found.rows.view().has_whole_rows());
      for (std::size_t r = 0; r < table.rows; ++r) {
        for (std::size_t c = 0; c < found.map.columns_out(); ++c) {
          EXPECT_NEAR(found.rows.view().at(r, c), expected.rows.view().at(r, c), 1e-8);
        }
      }
    }
  }
}

TEST(ColumnMap, ComesBackFromAFileWithTheSameBits) {
  const Table table = random_table(30);
  for (const std::size_t pca : {0, 1, 3}) {
    const ColumnMap map = prepare(table, Scale::zscore, pca).map;
    const ColumnMap again = ColumnMap::from_json(json::from_cbor(json::to_cbor(map.to_json())));
    EXPECT_EQ(again.apply(table).values, map.apply(table).values);
    EXPECT_EQ(again.column_names(), table.column_names);
    EXPECT_EQ(again.columns_out(), map.columns_out());
  }
}

TEST(ColumnMap, RefusesWhatItCannotHaveWritten) {
  const json right = prepare(random_table(9), Scale::zscore, 2).map.to_json();
  const auto refuses = [&](const char* pointer, const json& value) {
    json wrong = right;
    wrong[json::json_pointer(pointer)] = value;
    EXPECT_ANY_THROW(ColumnMap::from_json(wrong)) << pointer << " " << value;
  };
  refuses("/columns", 4);
  refuses("/columns", "three");
  refuses("/names", {"a", "b"});
  refuses("/steps/0/step", "magic");
  refuses("/steps/0/columns", {{1, 2, 3}});
  refuses("/steps/0/columns/0", {1, 2});
  refuses("/steps/1/matrix", {1, 2, 3});
  refuses("/steps/1/names", {"PC1"});
  refuses("/steps/1/offset/0", INFINITY);
  EXPECT_NO_THROW(ColumnMap::from_json(right));
}

}  // namespace
}  // namespace comac
