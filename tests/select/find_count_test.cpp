// SPDX-License-Identifier: MIT
#include "select/find_count.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.hpp"
#include "chain/neighbour_chain.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

const Progress silent;

Options options_of(std::size_t threads = 1) {
  Options options;
  options.threads = threads;
  return options;
}

CountFinding count_of(const Table& table, const SideInformation& known = {},
                      const Options& options = options_of()) {
  ProgressGate gate(silent);
  const auto built = neighbour_chain(table, chain_options(options, table.rows), gate);
  const RowsOfTable rows{table};
  return find_count(built.chain, &rows, known, options, gate);
}

Table noise(std::size_t rows, std::size_t columns, bool uniform, std::uint64_t seed) {
  Random random(seed);
  Table table{rows, columns, {}, {}};
  for (std::size_t i = 0; i < rows * columns; ++i)
    table.values.push_back(uniform ? random.uniform() : random.normal());
  return table;
}

/// Normal rows around the points of a grid, row r around point r % clusters.
Table blobs(std::size_t clusters, std::size_t columns, std::size_t rows_of_each, double apart,
            std::uint64_t seed) {
  Random random(seed);
  Table table{clusters * rows_of_each, columns, {}, {}};
  const auto side = static_cast<std::size_t>(std::ceil(
      std::pow(static_cast<double>(clusters), 1 / static_cast<double>(std::min<std::size_t>(columns, 3)))));
  for (std::size_t r = 0; r < table.rows; ++r) {
    std::size_t place = r % clusters;
    for (std::size_t c = 0; c < columns; ++c, place /= side)
      table.values.push_back(apart * static_cast<double>(place % side) + random.normal());
  }
  return table;
}

TEST(FindCount, NoiseIsOneCluster) {
  for (const std::size_t columns : {2, 3, 5, 20, 50}) {
    for (const std::size_t rows : {100, 400, 1500}) {
      for (const bool uniform : {true, false}) {
        const CountFinding found = count_of(noise(rows, columns, uniform, rows + columns));
        if (!uniform || columns >= 20) {
          EXPECT_EQ(found.clusters, 1U) << rows << " x " << columns << (uniform ? " uniform" : " normal");
        }
        EXPECT_FALSE(found.clear);
      }
    }
  }
}

TEST(FindCount, FindsBlobs) {
  for (const auto& [clusters, columns] :
       std::vector<std::array<std::size_t, 2>>{{2, 4}, {8, 2}, {8, 16}, {30, 2}}) {
    const CountFinding found = count_of(blobs(clusters, columns, 30, 8, clusters));
    EXPECT_EQ(found.clusters, clusters) << columns << " columns";
    EXPECT_TRUE(found.clear);
    EXPECT_GT(found.strength, 10);
  }
}

TEST(FindCount, IsTheSameForAnyNumberOfThreads) {
  const Table table = blobs(5, 3, 60, 5, 1);
  const CountFinding one = count_of(table, {}, options_of(1)), three = count_of(table, {}, options_of(3));
  EXPECT_EQ(one.clusters, three.clusters);
  EXPECT_EQ(one.strength, three.strength);
}

TEST(FindCount, LabelledClassesAreClusters) {
  const Table table = blobs(4, 2, 60, 9, 2);
  SideInformation two, all, five;
  for (std::uint32_t r = 0; r < 40; ++r) {
    if (r % 4 < 2) two.label(r, r % 4 == 0 ? "a" : "b");
    all.label(r, std::string(1, static_cast<char>('a' + r % 4)));
  }
  EXPECT_EQ(count_of(table, two).clusters, 4U) << "the others are found";
  EXPECT_EQ(count_of(table, all).clusters, 4U);
  for (std::uint32_t r = 0; r < 5; ++r) five.label(r, std::string(1, static_cast<char>('a' + r)));
  EXPECT_EQ(count_of(table, five).clusters, 5U);
  const Table cloud = noise(300, 3, false, 1);
  EXPECT_EQ(count_of(cloud, all).clusters, 4U) << "said is said, though nothing stands out";
}

TEST(FindCount, StaysInTheRangeUnlessMoreAreNeeded) {
  const Table table = blobs(8, 2, 40, 9, 3);
  Options options = options_of();
  options.least_clusters = 2, options.most_clusters = 5;
  const CountFinding few = count_of(table, {}, options);
  EXPECT_GE(few.clusters, 2U);
  EXPECT_LE(few.clusters, 5U);
  EXPECT_EQ(few.needed, 0U);
  SideInformation apart;
  for (std::uint32_t i = 0; i < 6; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) apart.cannot(i, j);
  }
  const CountFinding more = count_of(table, apart, options);
  EXPECT_EQ(more.clusters, 6U);
  EXPECT_EQ(more.needed, 6U);
}

TEST(NeededClusters, AreThoseOfClassesAndOfCliques) {
  SideInformation said;
  EXPECT_EQ(needed_clusters(said, propagate(said, 6, OnConflict::error)), 1U);
  said.label(0, "a"), said.label(1, "b");
  EXPECT_EQ(needed_clusters(said, propagate(said, 6, OnConflict::error)), 2U);
  SideInformation links;
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) links.cannot(i, j);
  }
  EXPECT_EQ(needed_clusters(links, propagate(links, 6, OnConflict::error)), 4U);
  SideInformation doubted;
  doubted.label(0, "a", 0.9), doubted.label(1, "b", 0.9);
  EXPECT_EQ(needed_clusters(doubted, propagate(doubted, 6, OnConflict::error)), 1U);
}

TEST(StructurelessLike, VariesAsTheRowsDo) {
  Random random(1);
  Table rows{4000, 2, {}, {}};
  for (std::size_t r = 0; r < rows.rows; ++r) {  // two clouds far apart, columns that follow one another
    const double x = 10 * static_cast<double>(r % 2) + random.normal();
    rows.values.push_back(x), rows.values.push_back(2 * x + random.normal());
  }
  const Table other = structureless_like(rows, 1);
  double xx = 0, xy = 0;
  std::size_t middle = 0;
  for (std::size_t r = 0; r < other.rows; ++r) {
    xx += other.at(r, 0) * other.at(r, 0) / 4000, xy += other.at(r, 0) * other.at(r, 1) / 4000;
    middle += std::abs(other.at(r, 0)) < 2 ? 1 : 0;
  }
  EXPECT_NEAR(xx, 26, 2);
  EXPECT_NEAR(xy, 52, 4);
  EXPECT_GT(middle, 1000U) << "there is no gap any more";
}

}  // namespace
}  // namespace comac
