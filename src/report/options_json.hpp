// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "comac/report/run_report.hpp"

namespace comac {

/// All options by name, for the JSON and for the page.
nlohmann::ordered_json options_json(const RunReport& report);

}  // namespace comac
