// SPDX-License-Identifier: MIT
#include "evidence/label_propagation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>

#include "comac/cluster.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/generate.hpp"
#include "comac/evaluate/scores.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

std::vector<Example> examples_of(const std::vector<std::uint32_t>& rows,
                                 const std::vector<std::uint32_t>& cluster_of) {
  std::vector<Example> examples;
  for (const auto row : rows) examples.push_back({row, cluster_of[row]});
  return examples;
}

/// The same by solving for all steps at once: met = 0.8 P (met + labels), P without staying.
Eigen::MatrixXd met_by_hand(const DenseChain& chain, const Eigen::MatrixXd& labels) {
  const auto n = static_cast<Eigen::Index>(chain.states());
  Eigen::MatrixXd p(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      p(i, j) = i == j ? 0 : chain.from(static_cast<std::size_t>(i))[static_cast<std::size_t>(j)];
    p.row(i) /= p.row(i).sum();
  }
  const Eigen::MatrixXd walks = Eigen::MatrixXd::Identity(n, n) - 0.8 * p;
  return walks.partialPivLu().solve(0.8 * p * labels);
}

TEST(LabelPropagation, SharesWhatWalksMeet) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const DenseChain dense = test::random_symmetric_chain(random, 12 + random.below(20));
    const std::size_t n = dense.states(), clusters = 2 + random.below(3);
    std::vector<std::uint32_t> cluster_of(n), labelled;
    Eigen::MatrixXd labels =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(clusters));
    for (std::uint32_t i = 0; i < n; ++i) {
      cluster_of[i] = i % static_cast<std::uint32_t>(clusters);
      if (i < clusters || random.below(4) == 0) labelled.push_back(i), labels(i, cluster_of[i]) = 1;
    }
    const SparseChain chain = test::sparse_of(dense);
    const auto field = LabelPropagation::around(chain, examples_of(labelled, cluster_of), clusters, 2);
    ASSERT_TRUE(field);
    const std::vector<double> shares = field->shares(chain, 2);
    Eigen::MatrixXd expected = met_by_hand(dense, labels);
    const Eigen::RowVectorXd average = 0.1 * 4 / static_cast<double>(n) * labels.colwise().sum();
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      expected.row(row) += average;
      expected.row(row) /= expected.row(row).sum();
      for (std::size_t c = 0; c < clusters; ++c)  // a hundredth of each walk is left
        EXPECT_NEAR(shares[i * clusters + c], expected(row, static_cast<Eigen::Index>(c)), 0.005);
    }
    EXPECT_EQ(shares, field->shares(chain, 1));
  }
}

TEST(LabelPropagation, ChargesTheBitsOfItsShares) {
  Random random(5);
  const SparseChain chain = test::sparse_of(test::random_symmetric_chain(random, 10));
  const std::vector<std::uint32_t> cluster_of{0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  const auto field = LabelPropagation::around(chain, examples_of({0, 1, 2}, cluster_of), 2, 1);
  const std::vector<double> shares = field->shares(chain, 1);
  const RowBits bits = bits_of_all(*field, chain, TableView(nullptr, 10, 0), 1);
  for (std::size_t e = 0; e < shares.size(); ++e) EXPECT_NEAR((*bits)[e], -std::log2(shares[e]), 1e-6);
}

TEST(LabelPropagation, SaysNothingWhereAClusterHasNoLabel) {
  Random random(7);
  const SparseChain chain = test::sparse_of(test::random_symmetric_chain(random, 8));
  const std::vector<std::uint32_t> cluster_of{0, 1, 2, 0, 1, 2, 0, 1};
  EXPECT_FALSE(LabelPropagation::around(chain, examples_of({0, 1, 3}, cluster_of), 3, 1));
  EXPECT_TRUE(LabelPropagation::around(chain, examples_of({0, 1, 2}, cluster_of), 3, 1));
}

TEST(LabelPropagation, TakesARowThatGoesNowhereForAnAverageOne) {
  SparseMatrix joint;  // the last of three rows stays where it is
  joint.columns = {0, 1, 0, 1, 2}, joint.values = {0.1, 0.2, 0.2, 0.1, 0.4}, joint.offsets = {0, 2, 4, 5};
  const SparseChain chain = SparseChain::reversible(std::move(joint));
  const std::vector<std::uint32_t> cluster_of{0, 1, 1};
  const auto field = LabelPropagation::around(chain, examples_of({0, 1}, cluster_of), 2, 1);
  const std::vector<double> shares = field->shares(chain, 1);
  EXPECT_DOUBLE_EQ(shares[4], 0.5);
  EXPECT_DOUBLE_EQ(shares[5], 0.5);
  EXPECT_GT(shares[1], 0.5);  // a walk from the first row goes to the second at once
}

TEST(LabelPropagation, ARowThatIsNewMeetsWhatItsNeighboursPassOn) {
  Random random(9);
  const SparseChain chain = test::sparse_of(test::random_symmetric_chain(random, 15));
  std::vector<std::uint32_t> cluster_of(15);
  for (std::uint32_t i = 0; i < 15; ++i) cluster_of[i] = i % 2;
  const auto field = LabelPropagation::around(chain, examples_of({0, 1, 4, 7}, cluster_of), 2, 1);
  const std::vector<double> shares = field->shares(chain, 1);
  for (std::uint32_t i = 0; i < 15; ++i) {  // one that goes where row i does
    std::vector<std::uint32_t> rows;
    std::vector<double> chances;
    chain.each_from(i, [&](std::uint32_t j, double mass) {
      if (j != i) rows.push_back(j), chances.push_back(mass / (chain.mass(i) - chain.between(i, i)));
    });
    EXPECT_NEAR(field->shares_of(rows, chances)[0], shares[2 * i], 1e-6);
  }
}

/// Rows of a class lie in several places among those of the other, as no grouping by nearness alone has them.
TEST(LabelPropagation, RowsAroundLabelledOnesFollowThem) {
  Random random(11);
  const Table table = test::blobs(random, 360, 2, 8, 12);  // row i in blob i % 8
  Categories truth{{"a", "b"}, {}};
  for (std::uint32_t i = 0; i < 360; ++i) truth.ids.push_back(i % 8 % 2);
  const SideInformation known = sample_labels(truth, {0.2, LabelledClasses::all, 0, 1});
  Options options;
  options.clusters = 2, options.threads = 1, options.search.row_model = RowModelUse::off;
  EXPECT_GT(score(truth.ids, cluster(table, known, options).cluster).nmi, 0.8);
  EXPECT_LT(score(truth.ids, cluster(table, {}, options).cluster).nmi, 0.3);
}

}  // namespace
}  // namespace comac
