// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// The name of the class that each cluster stands for (Certificate::class_of_cluster), or "".
std::vector<std::string> name_clusters(const SideInformation& known,
                                       const std::vector<std::uint32_t>& class_of_cluster);

}  // namespace comac
