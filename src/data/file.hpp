// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace comac {

/// The whole content of a file, or of standard input for "-". Throws Error(no_input).
std::string read_file(const std::string& path);

/// What a path is called in messages: itself, or "standard input" for "-".
std::string shown_name(const std::string& path);

/// Writes beside the target and renames: the file appears whole or not at all. Pipes and devices are written
/// directly. Throws Error(no_output).
void write_file(const std::string& path, std::string_view content);

}  // namespace comac
