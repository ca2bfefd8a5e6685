// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// Clusters of all rows, where this is known; from several threads at once where several are asked for.
using ClustersFrom =
    std::function<std::vector<std::uint32_t>(const SideInformation& said, const Constraints& constraints)>;

/// How well clusters predict links that they were found without: every link is left out once, with all
/// others of its fold, and counts if the clusters are as it says. The mean of that share among must-links
/// and among cannot-links, so that neither one large cluster nor many small ones do well by chance.
double share_of_links_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                const ClustersFrom& clusters_from, std::size_t threads = 1);

/// The same for labels: one that was left out counts if it is the commonest of its cluster among those that
/// were not. The share of all.
double share_of_labels_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                 const ClustersFrom& clusters_from);

}  // namespace comac
