// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comac/data/table.hpp"

namespace comac {

/// A value as the owner of its column knows it: the name of a category or rank, yes or no, a date, a time of
/// day, or a number of so many digits; a dash where it is missing.
std::string value_text(double value, const ColumnAbout& about, int digits = 4);

}  // namespace comac
