// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "constraints/propagate.hpp"
#include "cost/cost.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// The paper's "primitive version" of must-links, without propagation: a row takes along only the rows that
/// are linked with it explicitly. These sets overlap and may be spread over clusters, so the groups of the
/// cost are single rows, and a set moves row by row. Must-links may end up violated.
template <Cost C>
class Primitive {
 public:
  Primitive(const Constraints& constraints, std::size_t clusters)
      : constraints_(constraints), occurrences_(clusters), delta_(clusters) {}

  /// Algorithm 1 with these sets: each row in turn colours itself and the rows it takes along.
  std::vector<std::uint32_t> start(Random& random) {
    const Groups& components = constraints_.components;
    std::vector<std::uint32_t> colour(components.rows(), uncoloured);
    for (std::uint32_t row = 0; row < colour.size(); ++row) {
      const bool free = constraints_.exclusive.of(components.group_of(row)).empty();
      const std::uint32_t chosen = free ? static_cast<std::uint32_t>(random.below(occurrences_.size()))
                                        : candidates_of(row, colour).front();
      for (const auto member : unit_of(row)) colour[member] = chosen;
    }
    return colour;
  }

  /// Returns whether anything moved.
  bool sweep(C& cost, const StopCheck& stop = {}) {
    bool moved = false;
    for (std::uint32_t row = 0; row < cost.partition().groups(); ++row) {
      const auto unit = unit_of(row);
      const auto allowed = candidates_of(row, cost.partition().cluster_of_group());
      for (std::size_t i = 0; i < allowed.size(); ++i) delta_[i] = try_move(cost, unit, allowed[i]);
      const std::uint32_t best = best_candidate(cost.partition().of(row), allowed, delta_);
      for (const auto member : unit) {
        if (cost.partition().of(member) != best) cost.apply(member, best), moved = true;
      }
      if (stop && stop()) break;
    }
    return moved;
  }

  /// The row and those linked with it explicitly; labels imply links with all rows of the class.
  std::vector<std::uint32_t> unit_of(std::uint32_t row) const {
    const std::size_t rows = constraints_.components.rows();
    std::vector<std::uint32_t> unit{row};
    for (const auto neighbour : constraints_.explicit_must.of(row)) {
      if (neighbour < rows) {
        unit.push_back(neighbour);
      } else {
        const auto same_class = constraints_.explicit_must.of(neighbour);
        unit.insert(unit.end(), same_class.begin(), same_class.end());
      }
    }
    std::sort(unit.begin(), unit.end());
    unit.erase(std::unique(unit.begin(), unit.end()), unit.end());
    return unit;
  }

 private:
  static constexpr std::uint32_t uncoloured = UINT32_MAX;

  /// The clusters with the fewest rows that this one excludes: none, where possible.
  std::vector<std::uint32_t> candidates_of(std::uint32_t row,
                                           const std::vector<std::uint32_t>& cluster_of_row) {
    const Groups& components = constraints_.components;
    std::fill(occurrences_.begin(), occurrences_.end(), 0);
    for (const auto other : constraints_.exclusive.of(components.group_of(row))) {
      for (const auto member : components.members(other)) {
        if (cluster_of_row[member] != uncoloured) ++occurrences_[cluster_of_row[member]];
      }
    }
    const std::size_t fewest = *std::min_element(occurrences_.begin(), occurrences_.end());
    std::vector<std::uint32_t> clusters;
    for (std::uint32_t y = 0; y < occurrences_.size(); ++y) {
      if (occurrences_[y] == fewest) clusters.push_back(y);
    }
    return clusters;
  }

  /// The change if all of `unit` joined `to`; the moves are made and taken back.
  double try_move(C& cost, const std::vector<std::uint32_t>& unit, std::uint32_t to) {
    double total = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> made;
    for (const auto row : unit) {
      const std::uint32_t from = cost.partition().of(row);
      if (from == to) continue;
      double delta = 0;
      cost.deltas(row, {&to, 1}, {&delta, 1});
      total += delta;
      cost.apply(row, to);
      made.emplace_back(row, from);
    }
    for (auto move = made.rbegin(); move != made.rend(); ++move) cost.apply(move->first, move->second);
    return total;
  }

  const Constraints& constraints_;
  std::vector<std::size_t> occurrences_;
  std::vector<double> delta_;
};

}  // namespace comac
