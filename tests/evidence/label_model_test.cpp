// SPDX-License-Identifier: MIT
#include "evidence/label_model.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;

TEST(LabelModel, TellsTheChanceOfAHandCalculation) {
  // Three labels, two of class 0 in cluster 0 and one of class 1 in cluster 1, each right with chance .8.
  const std::vector<DoubtedLabel> labels{{0, 0, 0.8}, {1, 0, 0.8}, {2, 1, 0.8}};
  Matrix memberships = Matrix::Zero(2, 3);
  memberships(0, 0) = memberships(0, 1) = memberships(1, 2) = 1;
  LabelModel model(2, 2);
  model.estimate(labels, memberships);
  // At first every class is as likely: a label is meant with chance .8 * .5 / (.8 * .5 + .1) = .8. One more
  // label is spread over the classes, so cluster 0 has (1.6 + .5) / 2.6 of class 0.
  const double share = 2.1 / 2.6;
  EXPECT_NEAR(model.chance(labels[0], 0), 0.8 * share + 0.1, 1e-12);
  EXPECT_NEAR(model.meant(labels[0], 0), 0.8 * share / (0.8 * share + 0.1), 1e-12);
  EXPECT_LT(model.chance(labels[2], 0), model.chance(labels[2], 1));
  EXPECT_GT(model.nats(labels[2], 1), model.nats(labels[2], 0));
}

}  // namespace
}  // namespace comac
