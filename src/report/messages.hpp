// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comac/report/report.hpp"

namespace comac {

/// What must be said about a run even to a script, each in a sentence: warnings, what was dropped or doubted,
/// clusters that stayed empty, an interrupt.
std::vector<std::string> messages_of(const RunReport& run);

/// The first ten violations, a line for each, with the places where they were said, and how many more there
/// are.
std::string violation_lines(const RunReport& run);

}  // namespace comac
