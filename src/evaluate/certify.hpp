// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/evaluate/certificate.hpp"
#include "constraints/propagate.hpp"

namespace comac {

/// See Certificate::class_of_cluster.
std::vector<std::uint32_t> classes_of_clusters(const Belief& belief, std::span<const std::uint32_t> cluster,
                                               std::size_t clusters);

/// The verdicts on what is hard, by verify() alone; soft items are taken to hold.
PerItem<Verdict> judge_hard(const Belief& belief, std::span<const std::uint32_t> cluster);

/// The verdict on everything that was said; with a warning where more groups exclude one another than there
/// are clusters.
Certificate certify(const Belief& belief, const Constraints& constraints,
                    std::span<const std::uint32_t> cluster, std::size_t clusters);

}  // namespace comac
