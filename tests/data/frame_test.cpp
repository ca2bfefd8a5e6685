// SPDX-License-Identifier: MIT
#include "data/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/files.hpp"

namespace comac {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

const std::vector<FrameColumn> people{
    {"x", {1, NAN, 3, 4}},
    {"city", {}, {"Rome", "Oslo", "", "Rome"}},
    {"size", {}, {"big", "small", "big", "big"}, {ColumnKind::ordinal, {"small", "big"}}},
    {"when", {}, {"2024-01-31", "2024-02-01", "2024-02-02", "2024-02-03"}},
    {"member", {1, 0, 0, 1}, {}, {ColumnKind::boolean, {}}},
};

TEST(Frame, IsReadAsAFileWouldBe) {
  const Dataset data = dataset_of(people, "X");
  EXPECT_EQ(data.table.column_names, (Names{"x", "city", "size", "when", "member"}));
  EXPECT_EQ(data.table.about[1], (ColumnAbout{ColumnKind::category, {"Rome", "Oslo"}}));
  EXPECT_EQ(data.table.about[2].kind, ColumnKind::ordinal);
  EXPECT_EQ(data.table.about[3].kind, ColumnKind::date);
  EXPECT_EQ(data.table.about[4].kind, ColumnKind::boolean);
  const auto row = data.table.row(3);
  EXPECT_EQ(Numbers(row.begin(), row.end()), (Numbers{4, 0, 1, 19756, 1}));
  EXPECT_TRUE(std::isnan(data.table.at(1, 0)) && std::isnan(data.table.at(2, 1)));
  EXPECT_EQ(
      data.notes,
      Names{"X: 2 missing values filled by the column's median or commonest value: 'x' (1), 'city' (1)"});
}

TEST(Frame, OfNewRowsIsReadAsTheModelSays) {
  ReadOptions options;
  options.features = {"city", "zip", "x"};
  options.features_about = {{ColumnKind::category, {"Oslo", "Rome"}}, {ColumnKind::category, {"7", "8"}}, {}};
  const std::vector<FrameColumn> fresh{
      {"x", {}, {"1.5", ""}},
      {"city", {}, {"Rome", "Lima"}, {ColumnKind::category, {"Lima", "Rome"}}},
      {"zip", {8, 9}},
  };
  const Table table = dataset_of(fresh, "X", options).table;
  EXPECT_EQ(table.about[0].names, (Names{"Oslo", "Rome", "Lima"}));
  EXPECT_EQ(Numbers(table.values.begin(), table.values.begin() + 5), (Numbers{1, 1, 1.5, 2, 2}));
  EXPECT_TRUE(std::isnan(table.at(1, 2)));
}

TEST(Frame, LeavesOutColumnsButNoRows) {
  const Dataset data = dataset_of(std::vector<FrameColumn>{{"id", {5, 6, 7, 8}},
                                                           {"x", {1, NAN, 3, 4}},
                                                           {"z", {1, NAN, 3, 4}},
                                                           {"label", {0, 0, 1, 1}},
                                                           {"note", {}, {"free", "text", "all", "different"}},
                                                           {"hardly", {NAN, NAN, NAN, 1}}},
                                  "X");
  EXPECT_EQ(data.table.column_names, (Names{"x", "z"}));
  EXPECT_EQ(data.table.rows, 4U);
  EXPECT_EQ(
      data.notes,
      (Names{"X: took 'id' for the names of the rows, not for a feature: all its values differ",
             "X: left out 'label': its name says that it holds the classes; give them as y, or rename the "
             "column "
             "to cluster by it",
             "X: left out 'note': text of which nearly all values differ",
             "X: left out 'hardly' (3 of 4): mostly missing",
             "X: 2 missing values filled by the column's median or commonest value: 'x' (1), 'z' (1)"}));
}

TEST(Frame, SaysWhatIsWrong) {
  EXPECT_EQ(
      test::message_of(ErrorCode::data,
                       [] {
                         dataset_of(std::vector<FrameColumn>{{"x", {}, {"1", "2", "a", "3"}},
                                                             {"y", {}, {"1", "b", "2", "3"}}},
                                    "X");
                       }),
      "X: found 'a' where column 'x' holds numbers; correct the value, make the column one of categories, "
      "or leave it out; the same for column 'y' with 'b'");
  EXPECT_EQ(test::message_of(ErrorCode::data,
                             [] {
                               dataset_of(std::vector<FrameColumn>{{"x", {1, INFINITY}}}, "X");
                             }),
            "X: found 'inf' in column 'x' where finite numbers are expected; correct it");
}

}  // namespace
}  // namespace comac
