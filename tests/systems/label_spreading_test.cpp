// SPDX-License-Identifier: MIT
#include "systems/label_spreading.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "comac/base/error.hpp"
#include "systems/graph_cases.hpp"

namespace comac {
namespace {

TEST(LabelSpreading, TakesTheLargestEntryOfTheClosedForm) {
  constexpr Eigen::Index rows = 50;
  const Eigen::MatrixXd weights = test::random_weights(rows, 41);
  Classes classes{std::vector<std::uint32_t>(50, Classes::none), 3, 9};
  for (std::uint32_t i = 0; i < 9; ++i) classes.of_row[5 * i] = i % 3;
  const Eigen::MatrixXd inverse =
      (Eigen::MatrixXd::Identity(rows, rows) - 0.2 * test::normalised(weights)).inverse();
  const Eigen::MatrixXd f = inverse * one_hot(classes.of_row, classes.count);
  const auto found = spread_labels(test::chain_of(weights), test::blobs(1, 50, 1), classes, 1);
  for (Eigen::Index i = 0; i < rows; ++i) {
    Eigen::Index best = 0;
    f.row(i).maxCoeff(&best);
    EXPECT_EQ(found[static_cast<std::size_t>(i)], static_cast<std::uint32_t>(best)) << i;
  }
}

TEST(LabelSpreading, SpreadsOverEachBlob) {
  const Table table = test::blobs(3, 30, 10);
  const Result result = test::run("label-spreading", table, test::blob_labels(3, 30, 15), {.clusters = 3});
  for (std::size_t i = 0; i < table.rows; ++i) EXPECT_EQ(result.cluster[i], i / 30);
  EXPECT_EQ(result.clusters_found, 3U);
  EXPECT_TRUE(result.certificate.violated().empty());
}

TEST(LabelSpreading, RowsThatNoLabelReachesGetTheNearestClass) {
  // The third blob lies so far away that its similarity with the others is 0; the second is the nearer one.
  Table table = test::blobs(3, 20, 10);
  for (std::size_t i = 40; i < 60; ++i) table.at(i, 0) += 1e6;
  SideInformation known = test::blob_labels(3, 20, 10);
  std::erase_if(known.labels, [](const Label& label) { return label.label == 2; });
  const Result result = test::run("label-spreading", table, known, {.clusters = 3});
  for (std::size_t i = 40; i < 60; ++i) EXPECT_EQ(result.cluster[i], 1U);
}

TEST(LabelSpreading, ClassesWithoutLabelsStayEmpty) {
  SideInformation known = test::blob_labels(3, 20, 5);
  std::erase_if(known.labels, [](const Label& label) { return label.label == 1; });
  const Result result = test::run("label-spreading", test::blobs(3, 20, 6), known, {.clusters = 4});
  EXPECT_EQ(result.clusters_found, 2U);
  EXPECT_EQ(result.sizes.size(), 4U);
}

TEST(LabelSpreading, RefusesWhatItCannotUse) {
  const Table table = test::blobs(2, 10, 6);
  EXPECT_THROW(test::run("label-spreading", table, {}, {.clusters = 2}), Error);
  EXPECT_THROW(test::run("label-spreading", table, test::few_links(), {.clusters = 2}), Error);
  EXPECT_THROW(test::run("label-spreading", table, test::blob_labels(2, 10, 3), {.clusters = 1}), Error);
}

}  // namespace
}  // namespace comac
