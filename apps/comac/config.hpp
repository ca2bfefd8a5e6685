// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace comac::app {

/// One "name = value" of a configuration file.
struct ConfigItem {
  std::string section;  ///< "" before the first
  std::string name;
  std::vector<std::string> values;  ///< one, or those of a list
  std::size_t line = 0;
};

/// Reads the part of TOML that options need: [sections], comments, and name = value, where a value is a
/// number, a word, a text in quotes or a list of these. Throws Error(usage) with the line.
std::vector<ConfigItem> parse_config(std::string_view content, const std::string& file);

}  // namespace comac::app
