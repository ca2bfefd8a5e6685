// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "comac/data/read.hpp"
#include "data/dataset_builder.hpp"

namespace comac {

/// Reads fields separated by commas, semicolons, tabs or blanks. The first row is a header if all its fields
/// are text, or if one is text over a column that goes on with numbers (the next ten rows are looked at; a
/// matrix has the first kind only).
Dataset parse_csv(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose = Purpose::features);

}  // namespace comac
