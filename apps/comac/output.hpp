// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace comac::app {

/// A field of a CSV file, in quotes if it needs them.
std::string csv_field(std::string_view text);

/// Throws Error(no_output) if the file surely cannot be written: no such directory, or a directory itself.
/// "" and "-" are fine.
void check_writable(const std::string& path);
/// To the file, or to standard output for "" and "-".
void write_result(const std::string& path, std::string_view content);

}  // namespace comac::app
