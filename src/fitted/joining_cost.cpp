// SPDX-License-Identifier: MIT
#include "fitted/joining_cost.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "cost/xlog2x.hpp"

namespace comac {

JoiningCost::JoiningCost(std::vector<double> flows, std::vector<double> row_flows, std::size_t clusters,
                         double beta)
    : flows_(std::move(flows)), row_flows_(std::move(row_flows)), mass_(clusters), beta_(beta) {
  for (std::size_t c = 0; c < clusters; ++c) {
    const auto row = flows_.begin() + static_cast<std::ptrdiff_t>(c * clusters);
    mass_[c] = std::accumulate(row, row + static_cast<std::ptrdiff_t>(clusters), 0.0);
  }
}

double JoiningCost::between_clusters(const NewRow& row, std::size_t cluster) const {
  double change = 0;
  for (std::size_t d = 0; d < clusters(); ++d) {
    const double to = row.to_cluster[d], flow = flows_[cluster * clusters() + d];
    if (to == 0) continue;
    change += d == cluster ? xlog2x(flow + 2 * to) - xlog2x(flow) : 2 * (xlog2x(flow + to) - xlog2x(flow));
  }
  return change;
}

double JoiningCost::from_rows(const NewRow& row, std::size_t cluster) const {
  double change = 0;
  for (std::size_t i = 0; i < row.row.size(); ++i) {
    const double flow = row_flows_[row.row[i] * clusters() + cluster];
    change += xlog2x(flow + row.to_row[i]) - xlog2x(flow);
  }
  return change;
}

void JoiningCost::rises(const NewRow& row, std::span<double> bits) const {
  const double mass = std::accumulate(row.to_cluster.begin(), row.to_cluster.end(), 0.0);
  for (std::size_t c = 0; c < clusters(); ++c) {
    if (mass_[c] <= 0) {
      bits[c] = std::numeric_limits<double>::infinity();
      continue;
    }
    const double shared = mass_[c] + row.to_cluster[c];  // known rows of c give mass to the new one anyway
    const double of_mass = xlog2x(shared + mass) - xlog2x(shared);
    double cost = -(1 - beta_) * (between_clusters(row, c) - 2 * of_mass);
    if (uses_rows()) cost += (1 - 2 * beta_) * (from_rows(row, c) - of_mass);
    bits[c] = cost / ((1 + 2 * mass) * mass);
  }
}

}  // namespace comac
