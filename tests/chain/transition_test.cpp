// SPDX-License-Identifier: MIT
#include "chain/transition.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/expect_error.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

Table matrix(std::size_t rows, std::vector<double> values) {
  const std::size_t columns = rows == 0 ? 0 : values.size() / rows;
  return {rows, columns, std::move(values), {}};
}

void expect_refused(const Table& p, const std::string& sentence) {
  test::expect_error(ErrorCode::data, "transition matrix: " + sentence, [&] { check_transition(p); });
  EXPECT_THROW(transition_chain(p), Error);
}

TEST(CheckTransition, NamesWhatIsWrong) {
  expect_refused(matrix(0, {}), "it has 0 rows and 0 columns; expected as many rows as columns");
  expect_refused(matrix(1, {0.5, 0.5}), "it has 1 rows and 2 columns; expected as many rows as columns");
  expect_refused(matrix(2, {0.5, 0.5, 1.25, -0.25}),
                 "row 1 has the negative entry -0.25 in column 1; expected probabilities");
  expect_refused(matrix(2, {0.5, 0.5, 0.5, 0.49}),
                 "row 1 sums to 0.99; expected 1 (within 0.0001), so divide the row by its sum");
  expect_refused(matrix(2, {0.5, NAN, 0.5, 0.5}),
                 "row 0 sums to nan; expected 1 (within 0.0001), so divide the row by its sum");
  expect_refused(matrix(2, {0.5, INFINITY, 0.5, 0.5}),
                 "row 0 sums to inf; expected 1 (within 0.0001), so divide the row by its sum");
}

TEST(CheckTransition, NamesAStateThatDoesNotCommunicate) {
  const std::string rest =
      " row 0, so the chain is reducible and its stationary distribution is not unique; expected every state "
      "to reach every other";
  expect_refused(matrix(3, {0, 1, 0, 1, 0, 0, 0.5, 0, 0.5}), "row 2 cannot be reached from" + rest);
  expect_refused(matrix(3, {0.5, 0, 0.5, 0.5, 0.5, 0, 0, 0, 1}), "row 1 cannot be reached from" + rest);
  expect_refused(matrix(3, {0, 0.5, 0.5, 1, 0, 0, 0, 0, 1}), "row 2 has no path to" + rest);
}

TEST(CheckTransition, AcceptsProperChains) {
  EXPECT_NO_THROW(check_transition(matrix(1, {1})));
  EXPECT_NO_THROW(check_transition(matrix(2, {0, 1, 1, 0})));
  EXPECT_NO_THROW(check_transition(matrix(2, {0.5, 0.5 + 9e-7, 1, 0})));
}

TEST(Stationary, OfTwoStates) {
  const auto [mass, residual] = stationary_distribution(matrix(2, {0.9, 0.1, 0.3, 0.7}));
  EXPECT_NEAR(mass[0], 0.75, 1e-15);
  EXPECT_NEAR(mass[1], 0.25, 1e-15);
  EXPECT_LT(residual, 1e-15);
}

TEST(Stationary, OfPeriodicAndSingleChains) {
  EXPECT_EQ(stationary_distribution(matrix(2, {0, 1, 1, 0})).mass, (std::vector{0.5, 0.5}));
  EXPECT_EQ(stationary_distribution(matrix(1, {1})).mass, std::vector{1.0});
}

/// Up with probability `up`, else down; the ends hold. mu(i) is proportional to (up / down)^i.
Table birth_death(std::size_t states, double up) {
  Table p = matrix(states, std::vector<double>(states * states, 0));
  for (std::size_t i = 0; i < states; ++i) {
    p.at(i, i + 1 < states ? i + 1 : i) += up;
    p.at(i, i > 0 ? i - 1 : i) += 1 - up;
  }
  return p;
}

TEST(Stationary, OfBirthAndDeath) {
  const auto [mass, residual] = stationary_distribution(birth_death(8, 1.0 / 3));
  double expected = 128.0 / 255;  // halves from state to state
  for (const double m : mass) {
    EXPECT_NEAR(m, expected, 1e-15);
    expected /= 2;
  }
  EXPECT_LT(residual, 1e-14);
}

TEST(TransitionChain, RecognisesReversibleChains) {
  const auto [chain, residual] = transition_chain(birth_death(8, 0.4));
  EXPECT_TRUE(chain.symmetric());
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(chain.from(i)[j], chain.from(j)[i]);
  }
  EXPECT_FALSE(transition_chain(matrix(3, {0, 0.9, 0.1, 0.1, 0, 0.9, 0.9, 0.1, 0})).chain.symmetric());
}

void expect_stationary(const DenseChain& chain, double tolerance) {
  double total = 0;
  for (std::size_t i = 0; i < chain.states(); ++i) {
    double row = 0, column = 0;
    for (std::size_t j = 0; j < chain.states(); ++j) {
      row += chain.from(i)[j], column += chain.into(i)[j];
      ASSERT_EQ(chain.from(i)[j], chain.into(j)[i]);
    }
    ASSERT_NEAR(row, chain.mass(i), tolerance);
    ASSERT_NEAR(column, chain.mass(i), tolerance);
    total += row;
  }
  ASSERT_NEAR(total, 1, tolerance);
}

Table random_transition(Random& random, std::size_t states) {
  Table p = matrix(states, std::vector<double>(states * states));
  for (std::size_t i = 0; i < states; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < states; ++j) sum += p.at(i, j) = std::pow(random.uniform(), 4);
    for (std::size_t j = 0; j < states; ++j) p.at(i, j) /= sum;
  }
  return p;
}

TEST(TransitionChain, IsStationary) {
  Random random(1);
  for (std::size_t states = 1; states < 30; ++states) {
    const auto [chain, residual] = transition_chain(random_transition(random, states));
    expect_stationary(chain, 1e-14);
    EXPECT_LT(residual, 1e-13);
  }
}

TEST(TransitionChain, EvensOutRowsThatWereRounded) {
  // Five digits, as a file might have them.
  Random random(2);
  Table p = random_transition(random, 12);
  for (double& v : p.values) v = std::round(v * 1e5) / 1e5;
  const auto [chain, residual] = transition_chain(p);
  expect_stationary(chain, 1e-14);
  EXPECT_LT(residual, 1e-13);
}

/// J_T = diag(mu) P^T, one step after the other.
std::vector<double> naive_relax(const DenseChain& chain, std::size_t steps) {
  const std::size_t n = chain.states();
  std::vector<double> joint(n * n);
  for (std::size_t i = 0; i < n * n; ++i) joint[i] = chain.from(0)[i];
  for (std::size_t step = 1; step < steps; ++step) {
    std::vector<double> next(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t j = 0; j < n; ++j) {
          next[i * n + j] += joint[i * n + k] * chain.from(k)[j] / chain.mass(k);
        }
      }
    }
    joint = next;
  }
  return joint;
}

TEST(Relax, IsRepeatedMultiplication) {
  Random random(3);
  for (const bool symmetric : {true, false}) {
    for (const std::size_t steps : {1U, 2U, 3U, 7U, 16U}) {
      const auto make = [&] {
        Random again(steps);
        return test::random_chain(again, 9, symmetric);
      };
      const auto expected = naive_relax(make(), steps);
      const DenseChain relaxed = relax(make(), steps).chain;
      EXPECT_EQ(relaxed.symmetric(), symmetric);
      for (std::size_t i = 0; i < 81; ++i) ASSERT_NEAR(relaxed.from(0)[i], expected[i], 1e-15);
      expect_stationary(relaxed, 1e-14);
    }
  }
}

TEST(Stationary, HasAllDigitsOfTheSmallestMasses) {
  for (const std::size_t states : {20U, 65U, 150U}) {  // one block of the elimination, and more
    const auto [mass, residual] = stationary_distribution(birth_death(states, 0.1));
    for (std::size_t i = 1; i < states; ++i) ASSERT_NEAR(mass[i] * 9 / mass[i - 1], 1, 1e-12) << i;
    EXPECT_LT(residual, 1e-14);
    EXPECT_TRUE(transition_chain(birth_death(states, 0.1)).chain.symmetric());
  }
}

TEST(Stationary, RefusesWhatCannotBeComputed) {
  // From 1 to 0 only by two steps of 1e-200 in a row.
  const Table p = matrix(4, {0, 1, 0, 0, 0, 1, 1e-200, 0, 0, 1, 0, 1e-200, 1, 0, 0, 0});
  test::expect_error(ErrorCode::data,
                     "transition matrix: its stationary distribution cannot be computed; expected no "
                     "transitions as rare as 1e-300",
                     [&] { transition_chain(p); });
}

TEST(Relax, SurvivesStatesThatAreAlmostNeverVisited) {
  // The masses fall below what a double can hold, from either end.
  for (const double up : {0.1, 0.001, 1e-5, 0.9, 0.999}) {
    const DenseChain relaxed = relax(transition_chain(birth_death(400, up)).chain, 3).chain;
    expect_stationary(relaxed, 1e-12);
    EXPECT_TRUE(relaxed.symmetric());
  }
}

}  // namespace
}  // namespace comac
