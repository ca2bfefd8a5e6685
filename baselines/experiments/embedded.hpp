// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace comac::experiments {

/// The content of a file that is part of the program, by "folder/name", as in "data/iris.csv"; "" if none.
std::string_view embedded(std::string_view name);

}  // namespace comac::experiments
