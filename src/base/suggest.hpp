// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace comac {

/// The one of `known` that is nearest to a mistyped word, or "" if none is near. O(sum of their lengths).
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace comac
