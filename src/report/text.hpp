// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace comac {

/// Text for XML and HTML, in content and in attributes: markup is escaped; what XML forbids (control
/// characters, bytes that are not UTF-8) becomes U+FFFD; marks that turn the direction of text are written as
/// \u202e; words from right to left are isolated, so that what is around them stays in its place.
std::string escape(std::string_view text);

/// Text for a terminal: control characters but the end of a line, marks that turn the direction of text, and
/// bytes that are not UTF-8 are written as \x1b or \u202e.
std::string visible(std::string_view text);

/// At most `limit` characters; what is cut off is shown as an ellipsis.
std::string shorten(std::string_view text, std::size_t limit);

/// The number of characters (not bytes) of UTF-8 text.
std::size_t character_count(std::string_view text);

/// "0.9137", "1,234.5", "1.2e-07": `digits` significant ones, no trailing zeros, a real minus sign.
std::string format_number(double value, int digits = 4);
/// "1,000,000"
std::string format_count(std::size_t count);
/// "0.35 ms", "12 s", "3 min 20 s"
std::string format_milliseconds(double milliseconds);
/// "1 row", "150 rows"
std::string counted(std::size_t count, std::string_view noun);

}  // namespace comac
