// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "chain/dense_chain.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac::test {

/// A number of [from, to].
inline std::size_t between(Random& random, std::size_t from, std::size_t to) {
  return from + random.below(to - from + 1);
}

inline std::vector<std::uint32_t> random_clusters(Random& random, std::size_t rows, std::size_t clusters) {
  std::vector<std::uint32_t> result(rows);
  for (auto& cluster : result) cluster = static_cast<std::uint32_t>(random.below(clusters));
  return result;
}

inline Table random_table(Random& random, std::size_t rows, std::size_t columns) {
  Table table{rows, columns, std::vector<double>(rows * columns), {}};
  for (double& value : table.values) value = random.normal();
  return table;
}

/// Divides by the sum and takes the row sums.
inline std::vector<double> normalise(SquareMatrix& joint) {
  const std::size_t n = joint.size();
  const double total = std::accumulate(joint.row(0), joint.row(0) + n * n, 0.0);
  std::vector<double> mass(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) mass[i] += joint.row(i)[j] /= total;
  }
  return mass;
}

/// Entries over several orders of magnitude, some of them 0.
inline DenseChain random_symmetric_chain(Random& random, std::size_t states) {
  SquareMatrix joint(states);
  for (std::size_t i = 0; i < states; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double u = random.uniform();
      joint.row(i)[j] = joint.row(j)[i] = i != j && random.below(4) == 0 ? 0 : u * u * u;
    }
  }
  auto mass = normalise(joint);
  return DenseChain::reversible(std::move(joint), std::move(mass));
}

/// A sum of random cycles: row sums equal column sums by construction, no solver needed.
inline DenseChain random_chain(Random& random, std::size_t states) {
  SquareMatrix joint(states);
  std::fill_n(joint.row(0), states * states, 0.0);
  std::vector<std::size_t> order(states);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t cycle = 0; cycle < states + 2; ++cycle) {
    random.shuffle<std::size_t>(order);
    const std::size_t length = cycle == 0 ? states : between(random, 1, states);
    const double weight = random.uniform() + 1e-3;
    for (std::size_t i = 0; i < length; ++i) joint.row(order[i])[order[(i + 1) % length]] += weight;
  }
  auto mass = normalise(joint);
  return DenseChain::general(std::move(joint), std::move(mass));
}

inline DenseChain random_chain(Random& random, std::size_t states, bool symmetric) {
  return symmetric ? random_symmetric_chain(random, states) : random_chain(random, states);
}

/// How much is said about a random instance.
struct Said {
  std::size_t labels = 0;
  std::size_t links = 0;
  std::size_t classes = 3;
};

inline SideInformation empty_side(std::size_t classes) {
  SideInformation known;
  for (std::size_t c = 0; c < classes; ++c) known.label_names.push_back(std::string(1, char('a' + c)));
  return known;
}

/// Labels and links that agree with a hidden truth.
inline SideInformation truthful_side(Random& random, const std::vector<std::uint32_t>& truth, Said said) {
  SideInformation known = empty_side(said.classes);
  const auto row = [&] { return static_cast<std::uint32_t>(random.below(truth.size())); };
  for (std::size_t i = 0; i < said.labels; ++i) {
    const auto r = row();
    known.labels.push_back({r, truth[r], {}});
  }
  for (std::size_t i = 0; i < said.links; ++i) {
    const auto a = row(), b = row();
    known.links.push_back({a, b, truth[a] == truth[b] ? LinkKind::must : LinkKind::cannot, {}});
  }
  return known;
}

/// Anything, contradictions and loops included.
inline SideInformation arbitrary_side(Random& random, std::size_t rows, Said said) {
  SideInformation known = empty_side(said.classes);
  const auto row = [&] { return static_cast<std::uint32_t>(random.below(rows)); };
  for (std::size_t i = 0; i < said.labels; ++i) {
    known.labels.push_back({row(), static_cast<std::uint32_t>(random.below(said.classes)), {}});
  }
  for (std::size_t i = 0; i < said.links; ++i) {
    const LinkKind kind = random.below(2) == 0 ? LinkKind::must : LinkKind::cannot;
    const auto first = row();
    known.links.push_back({first, row(), kind, {}});
  }
  return known;
}

}  // namespace comac::test
