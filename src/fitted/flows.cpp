// SPDX-License-Identifier: MIT
#include "fitted/model_state.hpp"

namespace comac {
std::vector<double> flows_between(const AnyChain& chain, const Result& result) {
  const std::size_t clusters = result.sizes.size();
  std::vector<double> mass(clusters), flows = result.transition;
  const auto of_row = std::visit([](const auto& one) { return one.masses(); }, chain);
  for (std::size_t i = 0; i < of_row.size(); ++i) mass[result.cluster[i]] += of_row[i];
  for (std::size_t y = 0; y < flows.size(); ++y) flows[y] *= mass[y / clusters];
  return flows;
}

std::vector<double> flows_of_rows(const AnyChain& chain, std::span<const std::uint32_t> cluster,
                                  std::size_t clusters) {
  std::vector<double> flows(states_of(chain) * clusters);
  std::visit(
      [&](const auto& one) {
        for (std::size_t i = 0; i < one.states(); ++i) {
          one.each_from(i, [&](std::size_t j, double mass) { flows[i * clusters + cluster[j]] += mass; });
        }
      },
      chain);
  return flows;
}

}  // namespace comac
