// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "data/unicode.hpp"

namespace comac {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

bool forbidden(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (lead < 0x20) return lead != '\t' && lead != '\n' && lead != '\r';
  return lead == 0x7F || character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

/// The number of a well-formed character.
std::uint32_t code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  std::uint32_t code = lead & (0x7FU >> character.size());
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

/// Characters that show nothing themselves but change what is around them: a name could pass for another.
bool turns_direction(std::uint32_t code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// Letters from right to left: what stands beside them would change places with them.
bool runs_leftwards(std::uint32_t code) {
  return (code >= 0x590 && code < 0x900) || (code >= 0xFB1D && code < 0xFE00) ||
         (code >= 0xFE70 && code < 0xFEFF) || (code >= 0x10800 && code < 0x11000) ||
         (code >= 0x1E800 && code < 0x1F000);
}

std::string_view escaped(std::string_view character) {
  if (character == "&") return "&amp;";
  if (character == "<") return "&lt;";
  if (character == ">") return "&gt;";
  if (character == "\"") return "&quot;";
  if (character == "'") return "&#39;";
  return forbidden(character) ? replacement : character;
}

/// "1234567" -> "1,234,567"; touches only the digits before the point.
std::string with_commas(std::string digits) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  std::size_t end = std::min(digits.find('.'), digits.size());
  for (; end > start + 3; end -= 3) digits.insert(end - 3, 1, ',');
  return digits;
}

std::string plain_number(double value, int digits) {
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e9)) return fmt::format("{:.{}g}", value, digits);
  const int exponent = magnitude == 0 ? 0 : static_cast<int>(std::floor(std::log10(magnitude)));
  std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : with_commas(text);
}

}  // namespace

std::string escape(std::string_view text) {
  constexpr std::string_view isolate = "\xE2\x81\xA8", end_of_isolate = "\xE2\x81\xA9";
  std::string result;
  result.reserve(text.size());
  std::size_t run_end = 0;  // behind the last letter of words from right to left, while they may go on
  const auto end_run = [&] {
    if (run_end > 0) result.insert(run_end, end_of_isolate);
    run_end = 0;
  };
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::uint32_t code = length < 2 ? 0 : code_point(text.substr(0, length));
    const bool leftwards = runs_leftwards(code) && !turns_direction(code);
    if (leftwards && run_end == 0) result += isolate;
    if (!leftwards && text[0] != ' ') end_run();
    if (turns_direction(code)) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += length == 0 ? replacement : escaped(text.substr(0, length));
    }
    if (leftwards) run_end = result.size();
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  end_run();
  return result;
}

std::string visible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::uint32_t code =
        length == 0 ? static_cast<unsigned char>(text[0]) : code_point(text.substr(0, length));
    const bool control = (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0);
    if (length == 0 || (control && length == 1)) {
      result += fmt::format("\\x{:02x}", code);
    } else if (control || turns_direction(code) || code == 0x2028 || code == 0x2029) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return result;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return !continues(static_cast<unsigned char>(c)); }));
}

std::string shorten(std::string_view text, std::size_t limit) {
  std::size_t position = 0;
  std::size_t cut = 0;
  for (std::size_t count = 0; position < text.size(); ++count) {
    if (count + 1 == limit) cut = position;
    if (count == limit) return std::string(text.substr(0, cut)) + "…";
    position += std::max<std::size_t>(1, character_length(text.substr(position)));
  }
  return std::string(text);
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "–" : value > 0 ? "∞" : "−∞";
  const std::string text = plain_number(value, digits);
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string format_count(std::size_t count) { return with_commas(std::to_string(count)); }

std::string format_milliseconds(double milliseconds) {
  if (milliseconds < 1000) return format_number(milliseconds, 3) + " ms";
  if (milliseconds < 100'000) return format_number(milliseconds / 1000, 3) + " s";
  const auto seconds = static_cast<std::size_t>(std::llround(milliseconds / 1000));
  return fmt::format("{} min {} s", format_count(seconds / 60), seconds % 60);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", format_count(count), noun,
                     count == 1            ? ""
                     : noun.ends_with('s') ? "es"
                                           : "s");
}

}  // namespace comac
