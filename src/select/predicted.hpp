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

/// For each link whether a clustering has its rows together.
std::vector<char> are_together(const std::vector<Link>& links, const std::vector<std::uint32_t>& cluster);

/// For each link whether clusters that were found without it have its rows together: every link is left out
/// once, with all others of its fold.
std::vector<char> links_together(const SideInformation& said, std::size_t rows, std::size_t folds,
                                 const ClustersFrom& clusters_from, std::size_t threads = 1);

/// For each link whether clusters predict it that were found without it: every link is left out once, with
/// all others of its fold, and is predicted if the clusters are as it says.
std::vector<char> links_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                  const ClustersFrom& clusters_from, std::size_t threads = 1);

/// The mean of the share predicted among must-links and that among cannot-links, so that neither one large
/// cluster nor many small ones do well by chance.
double share_of_both_kinds(const std::vector<Link>& links, const std::vector<char>& predicted);

/// That share for links_predicted().
double share_of_links_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                const ClustersFrom& clusters_from, std::size_t threads = 1);

/// The same for labels: one that was left out counts if it is the commonest of its cluster among those that
/// were not. The share of all.
double share_of_labels_predicted(const SideInformation& said, std::size_t rows, std::size_t folds,
                                 const ClustersFrom& clusters_from);

}  // namespace comac
