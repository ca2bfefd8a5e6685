// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comac/report/run_report.hpp"

namespace comac {

/// The run as JSON, indented, keys in a fixed order; docs/result.schema.json describes it.
std::string to_json(const RunReport& report);

}  // namespace comac
