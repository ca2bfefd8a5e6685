// SPDX-License-Identifier: MIT
#include "evidence/coded_rows.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/expect_error.hpp"

namespace comac {
namespace {

using test::expect_error;

/// A number, a column of three values, one constant column, and a category of three values as indicators.
Table some_rows() {
  Table table{20, 6, {}, {}};
  for (std::size_t r = 0; r < 20; ++r) {
    table.values.insert(table.values.end(),
                        {0.37 * static_cast<double>(r), static_cast<double>(r % 3) / 2, 7});
    for (std::size_t i = 0; i < 3; ++i) table.values.push_back(r % 4 == i ? 1.5 : 0);  // every fourth: none
  }
  return table;
}

const std::vector<std::size_t> sources{0, 1, 2, 3, 3, 3};

TEST(CodedRows, ColumnsOfFewValuesAndCategoriesAreDiscrete) {
  const Table table = some_rows();
  const ColumnSplit split = split_columns(table, sources);
  EXPECT_EQ(split.numbers, std::vector<std::size_t>{0});
  ASSERT_EQ(split.discrete.size(), 2U);
  EXPECT_EQ(split.discrete[0].levels, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(split.discrete[1].columns, (std::vector<std::size_t>{3, 4, 5}));
  const CodedRows codes = split.codes(table, 0, 8);
  EXPECT_EQ(codes.first, (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_EQ(codes.place, (std::vector<std::uint32_t>{0, 3, 1, 4, 2, 5, 0, 6, 1, 3, 2, 4, 0, 5, 1, 6}));
  EXPECT_EQ(codes.counts(), (std::vector<double>{3, 3, 2, 2, 2, 2, 2}));
}

TEST(CodedRows, WithoutSourcesIndicatorsAreColumnsOfTwoValues) {
  EXPECT_EQ(split_columns(some_rows(), {}).discrete.size(), 4U);
}

TEST(CodedRows, FewRowsHaveNoColumnsOfManyValues) {
  Table table{20, 1, {}, {}};
  for (std::size_t r = 0; r < 20; ++r) table.values.push_back(static_cast<double>(r % 5));
  EXPECT_EQ(split_columns(table, {}).numbers.size(), 1U);  // five values in four rows each
}

TEST(CodedRows, OtherRowsHaveTheNearestValue) {
  const ColumnSplit split = split_columns(some_rows(), sources);
  const Table other{1, 6, {0, 0.8, 0, 0, 0, 0}, {}};
  EXPECT_EQ(split.codes(other, 0, 1).place, (std::vector<std::uint32_t>{2, 6}));
}

TEST(CodedRows, ASplitComesBackFromJson) {
  const ColumnSplit split = split_columns(some_rows(), sources);
  const ColumnSplit again = ColumnSplit::from_json(split.to_json());
  EXPECT_EQ(again.numbers, split.numbers);
  EXPECT_EQ(again.codes(some_rows(), 0, 20).place, split.codes(some_rows(), 0, 20).place);
  nlohmann::json broken = split.to_json();
  broken["discrete"][0]["columns"] = nlohmann::json::array();
  expect_error(ErrorCode::data, "a discrete column of a model of the rows has no values",
               [&] { ColumnSplit::from_json(broken); });
}

}  // namespace
}  // namespace comac
