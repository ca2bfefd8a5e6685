// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "arguments.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"

namespace comac::app {

/// --data-dir, else $COMAC_DATA, else "".
std::string data_folder(const Arguments& arguments);

/// The path as given, or below --data-dir or $COMAC_DATA where only there such a file is.
std::string find_data(const Arguments& arguments, const std::string& path);

/// What the options say about the columns of a table.
ReadOptions read_options(const Arguments& arguments);

/// How files name the rows of a table: by its ids, or by their numbers in the file.
RowNames row_names(const Dataset& data, bool one_based);
/// The name of each row where rows were left out or have ids; else nothing.
std::vector<std::string> names_of_rows(const Dataset& data, bool one_based);

/// Adds what --labels, --links, --must-link and --cannot-link name.
void read_side_files(const Arguments& arguments, const RowNames& rows, SideInformation& known,
                     std::size_t memory_limit = 0);

/// What these said about rows that were left out, in a sentence; "" if nothing.
std::string passed_over_note(const SideInformation& known);

}  // namespace comac::app
