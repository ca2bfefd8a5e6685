// SPDX-License-Identifier: MIT
#include "evaluate/name_clusters.hpp"

#include <algorithm>

namespace comac {

std::vector<std::string> name_clusters(const SideInformation& known, std::span<const std::uint32_t> cluster,
                                       std::size_t clusters) {
  std::vector<std::string> names(clusters);
  std::vector<std::vector<std::size_t>> votes(clusters,
                                              std::vector<std::size_t>(known.label_names.size(), 0));
  for (const Label& label : known.labels) ++votes[cluster[label.row]][label.label];
  for (std::size_t c = 0; c < clusters; ++c) {
    const auto most = std::ranges::max_element(votes[c]);
    if (most != votes[c].end() && *most > 0) {
      names[c] = known.label_names[static_cast<std::size_t>(most - votes[c].begin())];
    }
  }
  return names;
}

}  // namespace comac
