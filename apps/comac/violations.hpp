// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comac/report/run_report.hpp"

namespace comac::app {

/// One line each for the first ten violations, with the places where the broken things were said.
std::string violation_lines(const RunReport& run);

}  // namespace comac::app
