// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "comac/report/report.hpp"

namespace comac {

/// What each cluster is, a list; null where it was not described.
nlohmann::ordered_json description_json(const RunReport& report);

}  // namespace comac
