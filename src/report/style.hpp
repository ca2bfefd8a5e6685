// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comac {

/// Colours that most colour-blind readers can tell apart; further ones are generated.
inline constexpr std::size_t palette_size = 12;

/// The attribute that gives an element and its children the colour of series `index` as currentColor.
std::string colour_attribute(std::size_t index);

/// CSS for the drawings: colours of series, ink, grid and links, in light and dark.
std::string_view chart_style();
/// CSS for the page around them.
std::string_view page_style();

}  // namespace comac
