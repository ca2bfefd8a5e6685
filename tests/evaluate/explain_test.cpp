// SPDX-License-Identifier: MIT
#include "evaluate/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/information.hpp"
#include "optimise/candidates.hpp"
#include "support/random_instances.hpp"
#include "support/relation.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

constexpr std::size_t clusters = 3;
constexpr double beta = 0.5;

using Rows = std::vector<std::uint32_t>;

/// The items of `known` but one.
SideInformation without(SideInformation known, ItemId item) {
  const auto index = static_cast<std::ptrdiff_t>(item.index);
  if (item.is_label()) {
    known.labels.erase(known.labels.begin() + index);
  } else {
    known.links.erase(known.links.begin() + index);
  }
  return known;
}

/// The best gain of moving one whole group of the relation, by definition.
double best_single_move(const DenseChain& chain, const test::Relation& relation, const Rows& cluster) {
  const double before = information(chain, cluster, clusters, beta).cost();
  double best = 0;
  for (std::size_t row = 0; row < cluster.size(); ++row) {
    for (std::uint32_t y = 0; y < clusters; ++y) {
      Rows moved = cluster;
      for (std::size_t other = 0; other < cluster.size(); ++other) {
        if (relation.must(row, other)) moved[other] = y;
      }
      if (honours(relation, moved))
        best = std::max(best, before - information(chain, moved, clusters, beta).cost());
    }
  }
  return best;
}

TEST(Explain, GainsAreAtLeastThoseOfSingleMovesAtALocalOptimum) {
  Random random(4);
  std::size_t expensive = 0, checked = 0;
  for (int instance = 0; instance < 400; ++instance) {
    const std::size_t rows = test::between(random, 5, 8);
    const DenseChain chain = test::random_symmetric_chain(random, rows);
    Rows cluster = test::random_clusters(random, rows, clusters);
    const SideInformation known =
        test::truthful_side(random, cluster, {random.below(4), random.below(4), clusters});
    const test::Relation relation(known, rows);
    if (best_single_move(chain, relation, cluster) > 1e-9) {  // walk down to a local optimum first
      for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::uint32_t y = 0; y < clusters; ++y) {
            Rows next = cluster;
            for (std::size_t other = 0; other < rows; ++other) {
              if (relation.must(row, other)) next[other] = y;
            }
            if (!honours(relation, next) || information(chain, next, clusters, beta).cost() >=
                                                information(chain, cluster, clusters, beta).cost() - 1e-9)
              continue;
            cluster = next, moved = true;
          }
        }
      }
    }
    const Constraints constraints = propagate(known, rows, OnConflict::error);
    const Explanation found =
        explain_items(Explained<DenseChain>{chain, Belief(known), constraints, cluster, clusters, beta}, {});
    ASSERT_EQ(found.ranking.size(), known.labels.size() + known.links.size());
    for (const ItemCost& item : found.ranking) {
      const double expected =
          best_single_move(chain, test::Relation(without(known, item.item), rows), cluster);
      ASSERT_GE(item.bits, expected - 1e-9) << instance;
      // What is found beyond single moves is a swap of groups that exclude one another.
      if (!item.item.is_label() && known.links[item.item.index].kind == LinkKind::must) {
        ASSERT_NEAR(item.bits, expected, 1e-9) << instance;
      }
      expensive += item.bits > 1e-9 ? 1 : 0, ++checked;
    }
    ASSERT_TRUE(std::ranges::is_sorted(found.ranking, std::ranges::greater{}, &ItemCost::bits));
  }
  EXPECT_GT(expensive, 100U);
  EXPECT_GT(checked, 500U);
}

TEST(Explain, MarginsAreDifferencesOfCosts) {
  Random random(6);
  const DenseChain chain = test::random_chain(random, 9);
  const Rows cluster = test::random_clusters(random, 9, clusters);
  SideInformation known = test::empty_side(0);
  for (std::uint32_t row = 1; row < 9; ++row) {
    if (cluster[row] == cluster[0]) continue;
    known.links.push_back({0, row, LinkKind::cannot, {}});
    break;
  }
  const Constraints constraints = propagate(known, 9, OnConflict::error);
  const Rows asked{0, 5};
  const Explanation found =
      explain_items(Explained<DenseChain>{chain, Belief(known), constraints, cluster, clusters, 0.3}, asked);
  ASSERT_EQ(found.rows.size(), 2U);
  for (const RowMargins& row : found.rows) {
    for (std::uint32_t y = 0; y < clusters; ++y) {
      Rows moved = cluster;
      moved[row.row] = y;
      EXPECT_NEAR(
          row.bits[y],
          information(chain, moved, clusters, 0.3).cost() - information(chain, cluster, clusters, 0.3).cost(),
          1e-12);
    }
  }
  EXPECT_EQ(found.rows[0].held_by, std::vector<ItemId>{ItemId::link(0)});
  EXPECT_FALSE(found.rows[0].allowed[cluster[known.links[0].second]]);
}

TEST(Explain, SparseChainsAreJudgedAsDenseOnes) {
  Random random(8);
  for (const double at_beta : {0.3, 0.5, 0.8}) {
    const DenseChain chain = test::random_symmetric_chain(random, 12);
    const Rows cluster = test::random_clusters(random, 12, clusters);
    const SideInformation known = test::truthful_side(random, cluster, {5, 6, clusters});
    const Constraints constraints = propagate(known, 12, OnConflict::error);
    const SparseChain sparse = test::sparse_of(chain);
    const Rows asked{3};
    const Explanation of_dense = explain_items(
        Explained<DenseChain>{chain, Belief(known), constraints, cluster, clusters, at_beta}, asked);
    const Explanation of_sparse = explain_items(
        Explained<SparseChain>{sparse, Belief(known), constraints, cluster, clusters, at_beta}, asked);
    ASSERT_EQ(of_dense.ranking.size(), of_sparse.ranking.size());
    for (std::size_t i = 0; i < of_dense.ranking.size(); ++i)
      EXPECT_NEAR(of_dense.ranking[i].bits, of_sparse.ranking[i].bits, 1e-12);
    for (std::uint32_t y = 0; y < clusters; ++y)
      EXPECT_NEAR(of_dense.rows[0].bits[y], of_sparse.rows[0].bits[y], 1e-12);
  }
}

}  // namespace
}  // namespace comac
