// SPDX-License-Identifier: MIT
#include "comac/constraints/side_information.hpp"

namespace comac {

std::string SideInformation::describe(Source source) const {
  if (source.line == 0 || source.file >= files.size()) return {};
  return files[source.file] + ':' + std::to_string(source.line);
}

std::string SideInformation::row_name(std::uint32_t row) const {
  return row < row_names.size() ? row_names[row] : std::to_string(row + first_row);
}

}  // namespace comac
