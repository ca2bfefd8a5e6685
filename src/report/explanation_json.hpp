// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comac/constraints/side_information.hpp"
#include "comac/evaluate/certificate.hpp"
#include "comac/result.hpp"

namespace comac {

/// What each item costs, and how near rows are to other clusters, as JSON: indented, keys in a fixed order.
std::string explanation_json(const Explanation& explanation, const SideInformation& known,
                             const Result& result);

}  // namespace comac
