// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "comac/systems/system.hpp"
#include "systems/points.hpp"
#include "systems/restarts.hpp"
#include "systems/side.hpp"

namespace comac {

/// A table with its classes.
struct Scene {
  Table table;
  std::vector<std::uint32_t> truth;

  Points points() const {
    return Eigen::Map<const Points>(table.values.data(), index(table.rows), index(table.columns));
  }
};

/// Round Gaussian blobs of deviation 1, `apart` from one another along the first column; row i is of class
/// i mod classes.
inline Scene blobs(std::size_t rows, std::size_t columns, std::size_t classes, double apart,
                   std::uint64_t seed = 1) {
  Random random(seed);
  Scene scene{{rows, columns, std::vector<double>(rows * columns), {}}, std::vector<std::uint32_t>(rows)};
  for (std::size_t r = 0; r < rows; ++r) {
    scene.truth[r] = static_cast<std::uint32_t>(r % classes);
    for (std::size_t c = 0; c < columns; ++c) scene.table.at(r, c) = random.normal();
    scene.table.at(r, 0) += apart * scene.truth[r];
  }
  return scene;
}

/// The true class of rows 0, step, 2 step, ...
inline SideInformation labels(const Scene& scene, std::size_t step) {
  SideInformation known;
  for (const auto label : scene.truth) {
    while (known.label_names.size() <= label) {
      known.label_names.push_back(std::to_string(known.label_names.size()));
    }
  }
  for (std::uint32_t r = 0; r < scene.truth.size(); r += static_cast<std::uint32_t>(step)) {
    known.labels.push_back({r, scene.truth[r], {}});
  }
  return known;
}

/// True pairs of random rows.
inline SideInformation links(const Scene& scene, std::size_t count, std::uint64_t seed = 1) {
  Random random(seed);
  SideInformation known;
  while (known.links.size() < count) {
    const auto i = static_cast<std::uint32_t>(random.below(scene.truth.size()));
    const auto j = static_cast<std::uint32_t>(random.below(scene.truth.size()));
    if (i == j) continue;
    known.links.push_back({i, j, scene.truth[i] == scene.truth[j] ? LinkKind::must : LinkKind::cannot, {}});
  }
  return known;
}

inline Result run(const std::string& name, const Table& table, const SideInformation& known,
                  const Options& options) {
  return find_system(name).run({table, known, options, {}});
}

/// A class for each row, UINT32_MAX for none.
inline Classes classes(std::vector<std::uint32_t> of_row, std::size_t count) {
  Classes result{std::move(of_row), count, 0};
  for (std::size_t i = 0; i < result.of_row.size(); ++i) result.labelled += result.known(i) ? 1 : 0;
  return result;
}

inline Restart restart(std::uint64_t seed) {
  return {Random(seed), [] { return false; }};
}

/// True if no value is above the one before it by more than rounding.
inline bool never_increases(const std::vector<double>& trace) {
  for (std::size_t i = 1; i < trace.size(); ++i) {
    if (trace[i] > trace[i - 1] + 1e-9 * (1 + std::abs(trace[i - 1]))) return false;
  }
  return true;
}

}  // namespace comac
