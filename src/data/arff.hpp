// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "comac/data/read.hpp"

namespace comac {

/// Reads Weka's ARFF, with whole rows or sparse ones ({1 5, 3 x}). Attributes are numbers (numeric, real,
/// integer), categories (nominal) or text (string, date), which is looked at as in a CSV file.
Dataset parse_arff(std::string_view content, const std::string& file, const ReadOptions& options);

/// Whether the first of the rows behind @data is sparse; then all may be.
bool is_sparse_arff(std::string_view rows);

}  // namespace comac
