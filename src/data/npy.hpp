// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "comac/data/read.hpp"
#include "data/columns.hpp"

namespace comac {

/// Reads NumPy's NPY, versions 1 to 3: floats of 4 and 8 bytes, integers of 1 to 8 bytes, in either byte
/// order, rows first (C) or columns first (Fortran). One dimension is one column.
Dataset parse_npy(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose = Purpose::features);

/// Every row of such a file as it stands there, one after the other.
void each_npy_row(std::string_view content, const std::string& file,
                  const std::function<void(std::span<const double>)>& visit);

}  // namespace comac
