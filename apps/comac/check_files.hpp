// SPDX-License-Identifier: MIT
#pragma once

#include "arguments.hpp"

namespace comac::app {

/// Before any work: throws Error(usage) if an output is also an input or another output, by whatever name, or
/// if standard input is named twice; Error(no_output) if an output surely cannot be written.
void check_files(const Arguments& arguments);

}  // namespace comac::app
