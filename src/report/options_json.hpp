// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "comac/report/report.hpp"

namespace comac {

/// All options by name, for the JSON and for the page. Units are those of the command line.
nlohmann::ordered_json options_json(const RunReport& report);

/// What docs/result.schema.json says about them.
nlohmann::ordered_json options_schema();

}  // namespace comac
