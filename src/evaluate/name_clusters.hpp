// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac {

/// For each cluster the label that most of its labelled rows have, or "".
std::vector<std::string> name_clusters(const SideInformation& known, std::span<const std::uint32_t> cluster,
                                       std::size_t clusters);

}  // namespace comac
