// SPDX-License-Identifier: MIT
#include "chain/given_distances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.hpp"

namespace comac {
namespace {

TEST(GivenDistances, AreSimilaritiesOfTheNearest) {
  // On a line at 0, 1 and 3, two neighbours each: the row itself and the nearest other.
  const Table distances{3, 3, {0, 1, 3, 1, 0, 2, 3, 2, 0}, {}};
  const Table found = dense_table(similarities_of_distances(sparse_matrix(distances), 2));
  const double sigma = (1.0 + 1 + 4) / 6;
  const double near = std::exp(-1 / sigma), far = std::exp(-4 / sigma);
  const std::vector<double> expected{1, near, 0, near, 1, far, 0, far, 1};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(found.values[i], expected[i], 1e-15) << i;
}

TEST(GivenDistances, SayWhatIsWrong) {
  test::expect_error(ErrorCode::data, "the distance from row 0 to row 1 is -1; expected 0 or more", [] {
    similarities_of_distances(sparse_matrix(Table{2, 2, {0, -1, -1, 0}, {}}), 2);
  });
}

}  // namespace
}  // namespace comac
