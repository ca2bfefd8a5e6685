// SPDX-License-Identifier: MIT
#include "evaluate/medoids.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"

namespace comac {
namespace {

using Rows = std::vector<std::uint32_t>;

std::vector<Rows> members(std::span<const std::uint32_t> cluster, std::size_t clusters) {
  std::vector<Rows> members(clusters);
  for (std::uint32_t row = 0; row < cluster.size(); ++row) members[cluster[row]].push_back(row);
  return members;
}

Rows at_equal_steps(const Rows& rows, std::size_t count) {
  if (rows.size() <= count) return rows;
  Rows chosen(count);
  for (std::size_t i = 0; i < count; ++i) chosen[i] = rows[i * rows.size() / count];
  return chosen;
}

double distance(const TableView& table, std::uint32_t a, std::uint32_t b) {
  double sum = 0;
  for (std::size_t c = 0; c < table.columns; ++c) {
    const double difference = table.at(a, c) - table.at(b, c);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

std::uint32_t medoid(const TableView& table, const Rows& rows) {
  std::vector<double> sums(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = distance(table, rows[i], rows[j]);
      sums[i] += apart, sums[j] += apart;
    }
  }
  return rows[static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin())];
}

}  // namespace

std::vector<std::optional<std::uint32_t>> medoids(const TableView& rows,
                                                  std::span<const std::uint32_t> cluster,
                                                  std::size_t clusters, std::size_t threads) {
  const std::vector<Rows> of_cluster = members(cluster, clusters);
  std::vector<std::optional<std::uint32_t>> found(clusters);
  parallel_for(clusters, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      if (!of_cluster[c].empty()) found[c] = medoid(rows, at_equal_steps(of_cluster[c], most_medoid_rows));
    }
  });
  return found;
}

}  // namespace comac
