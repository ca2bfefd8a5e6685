// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "arguments.hpp"
#include "comac/constraints/read_side.hpp"

namespace comac::app {

/// --data-dir, else $COMAC_DATA, else "".
std::string data_folder(const Arguments& arguments);

/// The path as given, or below --data-dir or $COMAC_DATA where only there such a file is.
std::string find_data(const Arguments& arguments, const std::string& path);

/// Adds what --labels, --links, --must-link and --cannot-link name.
void read_side_files(const Arguments& arguments, const RowNames& rows, SideInformation& known,
                     std::size_t memory_limit = 0);

}  // namespace comac::app
