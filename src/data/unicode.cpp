// SPDX-License-Identifier: MIT
#include "data/unicode.hpp"

#include <algorithm>
#include <cstdint>

#include "base/memory.hpp"

namespace comac {
namespace {

bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

std::size_t expected_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

bool in_range(unsigned char lead, unsigned char second) {
  if (lead == 0xE0) return second >= 0xA0;  // overlong
  if (lead == 0xED) return second < 0xA0;   // surrogates
  if (lead == 0xF0) return second >= 0x90;  // overlong
  if (lead == 0xF4) return second < 0x90;   // beyond Unicode
  return true;
}

/// The characters 0x80 to 0x9F of Windows-1252; all others are those of Unicode. Five are not used.
constexpr std::uint16_t from_0x80[] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                       0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                       0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                       0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

void append_code(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
  }
  out += static_cast<char>(0x80 | (code & 0x3F));
}

}  // namespace

std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = expected_length(lead);
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(static_cast<unsigned char>(text[i]))) return 0;
  }
  return length < 2 || in_range(lead, static_cast<unsigned char>(text[1])) ? length : 0;
}

bool is_utf8(std::string_view text) {
  const auto is_special = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  for (auto at = std::ranges::find_if(text, is_special); at != text.end();
       at = std::find_if(at, text.end(), is_special)) {
    const std::size_t length = character_length({at, text.end()});
    if (length == 0) return false;
    at += static_cast<std::ptrdiff_t>(length);
  }
  return true;
}

std::string_view as_utf8(std::string_view text, std::string& recoded, const std::string& file,
                         std::size_t memory_limit) {
  if (is_utf8(text)) return text;
  const std::size_t size = text.size() + text.size() / 8;
  require_memory(size + (memory_limit > 0 ? text.size() : 0), memory_limit, file, "bring a smaller file");
  recoded = from_windows_1252(text);
  return recoded;
}

std::string recoded_note(const std::string& file) {
  return file + ": found letters that are not UTF-8 and took them for Windows-1252";
}

std::string from_windows_1252(std::string_view text) {
  std::string recoded;
  recoded.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_code(recoded, byte >= 0x80 && byte < 0xA0 ? from_0x80[byte - 0x80] : byte);
  }
  return recoded;
}

bool Utf8Check::add(std::string_view text) {
  std::string joined;
  if (!cut_.empty()) {
    joined = cut_ + std::string(text);
    text = joined;
    cut_.clear();
  }
  // A character of up to four bytes may go on in the next piece.
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (continues(byte)) continue;
    if (expected_length(byte) > back) cut_ = text.substr(text.size() - back);
    break;
  }
  valid_ = valid_ && is_utf8(text.substr(0, text.size() - cut_.size()));
  return valid_;
}

}  // namespace comac
