// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "comac/data/read.hpp"

namespace comac {

/// Reads Weka's ARFF with dense rows. Attributes are numbers (numeric, real, integer) or text (nominal,
/// string, date); text must be named in the options.
Dataset parse_arff(std::string_view content, const std::string& file, const ReadOptions& options);

}  // namespace comac
