// SPDX-License-Identifier: MIT
#include "cost/information.hpp"

#include <cmath>
#include <vector>

namespace comac {
namespace {

/// I(A;B) of a joint distribution: sum of p(a,b) log2 p(a,b) / (p(a) p(b)).
double mutual_information(const std::vector<std::vector<double>>& joint) {
  std::vector<double> row(joint.size(), 0), column(joint.empty() ? 0 : joint[0].size(), 0);
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t b = 0; b < column.size(); ++b) row[a] += joint[a][b], column[b] += joint[a][b];
  }
  double information = 0;
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t b = 0; b < column.size(); ++b) {
      if (joint[a][b] > 0) information += joint[a][b] * std::log2(joint[a][b] / (row[a] * column[b]));
    }
  }
  return information;
}

}  // namespace

template <MarkovChain Chain>
CostTerms information(const Chain& chain, std::span<const std::uint32_t> cluster, std::size_t clusters,
                      double beta) {
  std::vector state_to_cluster(chain.states(), std::vector<double>(clusters, 0));
  std::vector cluster_to_cluster(clusters, std::vector<double>(clusters, 0));
  for (std::size_t i = 0; i < chain.states(); ++i) {
    chain.each_from(i, [&](std::uint32_t j, double mass) {
      state_to_cluster[i][cluster[j]] += mass;
      cluster_to_cluster[cluster[i]][cluster[j]] += mass;
    });
  }
  return {beta, mutual_information(state_to_cluster), mutual_information(cluster_to_cluster)};
}

#define COMAC_INSTANTIATE(Chain) \
  template CostTerms information(const Chain&, std::span<const std::uint32_t>, std::size_t, double);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
