// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

#include "comac/systems/system.hpp"

namespace comac {

/// Throws Error(data) with the memory needed unless `matrices` matrices of rows^2 numbers fit.
void require_matrices(const Task& task, std::string_view system, std::size_t matrices);

}  // namespace comac
