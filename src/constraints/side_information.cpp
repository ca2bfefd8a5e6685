// SPDX-License-Identifier: MIT
#include "comac/constraints/side_information.hpp"

#include <algorithm>

namespace comac {

bool SideInformation::any_soft() const {
  return !std::ranges::all_of(labels, is_hard<Label>) || !std::ranges::all_of(links, is_hard<Link>);
}

std::string SideInformation::describe(Source source) const {
  if (source.line == 0 || source.file >= files.size()) return {};
  return files[source.file] + ':' + std::to_string(source.line);
}

std::string SideInformation::row_name(std::uint32_t row) const {
  return row < row_names.size() ? row_names[row] : std::to_string(row + first_row);
}

}  // namespace comac
