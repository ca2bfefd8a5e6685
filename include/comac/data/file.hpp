// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace comac {

/// The whole content of a file, or of standard input for "-". Throws Error(no_input).
std::string read_file(const std::string& path);

/// Writes beside the target and renames: the file appears whole or not at all. Throws Error(no_output).
void write_file(const std::string& path, std::string_view content);

}  // namespace comac
