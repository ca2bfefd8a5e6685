// SPDX-License-Identifier: MIT
#include "prep/check.hpp"

#include <gtest/gtest.h>

#include "comac/cluster.hpp"
#include "comac/data/read.hpp"
#include "comac/systems/system.hpp"
#include "support/expect_error.hpp"

namespace comac {
namespace {

using test::expect_error;

std::string too_large(const std::string& number, const std::string& column) {
  return "found " + number + " in " + column +
         ", too large for distances between rows to be numbers; correct it, or scale the columns (scale "
         "zscore)";
}

Options two_clusters() {
  Options options;
  options.clusters = 2;
  return options;
}

TEST(Check, ATableHasAValueForEachRowAndColumn) {
  const std::string sentence =
      "a table of 6 rows and 2 columns has 3 values; expected one for each row and column";
  const Table table{6, 2, {1, 2, 3}, {}};
  expect_error(ErrorCode::data, sentence, [&] { cluster(table, {}, two_clusters()); });
  expect_error(ErrorCode::data, sentence, [&] { aggregate(table, {}, two_clusters()); });
  for (const System* system : all_systems()) {
    if (system->info().needs_labels) continue;
    expect_error(ErrorCode::data, sentence, [&] { system->run({table, {}, two_clusters(), {}}); });
  }
  EXPECT_THROW(TableView(Table{SIZE_MAX / 2 + 1, 2, {}, {}}), Error);  // the product is 0
  EXPECT_THROW(TableView(Table{3, 0, {1}, {}}), Error);
  EXPECT_THROW(TableView(Table{1, 2, {1, 2}, {"a"}}), Error);
  EXPECT_NO_THROW(TableView(Table{1, 2, {1, 2}, {"a", "b"}}));
}

TEST(Check, ASparseMatrixIsWhatItsOffsetsSay) {
  SparseMatrix matrix;
  matrix.offsets = {0, 1, 2};
  matrix.columns = {0, 1};
  matrix.values = {1, 1};
  EXPECT_NO_THROW(check_shape(matrix));
  matrix.columns[1] = 2;
  expect_error(ErrorCode::data,
               "a sparse matrix of 2 rows has an entry in column 2; expected a square matrix",
               [&] { aggregate(matrix, {}, two_clusters()); });
  matrix.columns[1] = 1;
  for (const std::vector<std::size_t>& offsets :
       {std::vector<std::size_t>{}, {0, 2, 1}, {1, 1, 2}, {0, 1, 3}, {0, 1}}) {
    matrix.offsets = offsets;
    EXPECT_THROW(aggregate(matrix, {}, two_clusters()), Error);
  }
}

TEST(Check, DistancesThatOverflowAreRefusedOnEveryPath) {
  const Table table = read_dataset(COMAC_SOURCE_DIR "/tests/cases/overflow.csv", {}).table;
  const std::string largest = "9.954551184561153e+159";
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    for (const NeighbourSearch search : {NeighbourSearch::automatic, NeighbourSearch::approximate}) {
      for (const std::size_t threads : {1, 2}) {
        if (chain == ChainKind::dense && search == NeighbourSearch::approximate) continue;
        Options options = two_clusters();
        options.chain.kind = chain, options.chain.neighbour_search = search, options.threads = threads;
        expect_error(ErrorCode::data, too_large(largest, "column 1"), [&] { cluster(table, {}, options); });
      }
    }
  }
}

TEST(Check, OneCellThatOverflowsIsEnough) {
  Table table{12000, 2, std::vector<double>(24000), {}};
  for (std::size_t v = 0; v < table.values.size(); ++v) table.values[v] = static_cast<double>(v * v % 1009);
  table.at(7000, 1) = 1e160;
  expect_error(ErrorCode::data, too_large("1e+160", "column 2"), [&] { cluster(table, {}, two_clusters()); });
}

TEST(Check, FindsTheLargestOfTheNumbersThatAreTooLarge) {
  Table table{3, 2, {1, -2e170, 3, 1e160, NAN, 5}, {}, {{}, {}}};
  const auto cell = too_large_cell(table);
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->row, 0U);
  EXPECT_EQ(cell->column, 1U);
  table.values = {1, 2, 3, 1e150, NAN, 5};
  EXPECT_FALSE(too_large_cell(table));
}

}  // namespace
}  // namespace comac
