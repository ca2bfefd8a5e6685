// SPDX-License-Identifier: MIT
#include "choose/foretold.hpp"

#include <array>

namespace comac {

double share_of_links_foretold(const SideInformation& said, std::size_t rows, std::size_t folds,
                               const ClustersFrom& clusters_from) {
  std::array<double, 2> right{}, all{};
  for (std::size_t fold = 0; fold < folds; ++fold) {
    SideInformation kept = said;
    std::vector<Link> left;
    kept.links.clear();
    for (std::size_t i = 0; i < said.links.size(); ++i) {
      (i % folds == fold ? left : kept.links).push_back(said.links[i]);
    }
    const auto cluster = clusters_from(kept, propagate(kept, rows, OnConflict::drop));
    for (const Link& link : left) {
      const bool must = link.kind == LinkKind::must;
      all[must] += 1;
      right[must] += (cluster[link.first] == cluster[link.second]) == must;
    }
  }
  double sum = 0, kinds = 0;
  for (std::size_t kind = 0; kind < 2; ++kind) {
    if (all[kind] > 0) sum += right[kind] / all[kind], ++kinds;
  }
  return kinds > 0 ? sum / kinds : 0;
}

}  // namespace comac
