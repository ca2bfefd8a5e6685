// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace comac::app {

/// Whether colours are welcome on a descriptor: a terminal that knows them, and NO_COLOR is not set.
bool takes_colours(int descriptor);

/// A help text: headings and what one types stand out.
std::string paint_help(std::string_view text);
/// A summary or description: lines that begin a part stand out, and the first word of the others.
std::string paint_parts(std::string_view text);
/// Lines that begin with `word` stand out.
std::string paint_lines(std::string_view text, std::string_view word);

}  // namespace comac::app
