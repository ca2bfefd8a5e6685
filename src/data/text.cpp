// SPDX-License-Identifier: MIT
#include "data/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace comac {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::size_t length = std::min(text.size(), longest);
  // A cut must not fall inside a UTF-8 sequence.
  while (length < text.size() && length > 0 && (text[length] & '\xC0') == '\x80') --length;
  std::string result = "'";
  for (const char c : text.substr(0, length)) {
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return result + (length < text.size() ? "...'" : "'");
}

bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos &&
         parse_number(text).kind != NumberKind::finite;
}

std::string_view without_apostrophe(std::string_view text) {
  return text.starts_with('\'') && looks_like_formula(text.substr(1)) ? text.substr(1) : text;
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string all_quoted(std::vector<std::string> names) {
  for (std::string& name : names) name = quoted(name);
  return listed(names);
}

bool is_no_value(std::string_view text) {
  constexpr std::string_view words[] = {"?", "-", ".", "na", "n/a", "#n/a", "<na>", "nan", "null", "#null!"};
  constexpr std::size_t longest = 6;
  if (text.empty()) return true;
  return text.size() <= longest && std::ranges::find(words, lower(text)) != std::end(words);
}

bool is_missing(std::string_view text) { return text.empty() || text == "?" || text == "NA"; }

namespace {

// std::from_chars says "out of range" at both ends; the wider type, or else the exponent, tells them apart.
Number beyond_double(std::string_view text) {
  long double wide = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), wide);
  if (error == std::errc{} ? std::fabs(wide) < 1
                           : text.find("e-") != text.npos || text.find("E-") != text.npos) {
    return {static_cast<double>(wide), NumberKind::finite};
  }
  return {0, NumberKind::not_finite};
}

}  // namespace

Number parse_number(std::string_view text) {
  const char* first = text.data();
  const char* const last = first + text.size();
  if (text.size() > 1 && *first == '+' && first[1] != '-') ++first;
  Number number{0, NumberKind::finite};
  const auto [end, error] = std::from_chars(first, last, number.value);
  if (error == std::errc{} && end == last) {
    if (std::isnan(number.value)) number.kind = NumberKind::missing;
    if (std::isinf(number.value)) number.kind = NumberKind::not_finite;
    return number;
  }
  if (error == std::errc::result_out_of_range && end == last) {
    return beyond_double({first, static_cast<std::size_t>(last - first)});
  }
  return {0, is_no_value(text) ? NumberKind::missing : NumberKind::text};
}

std::string to_text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

NameIndex::NameIndex(std::vector<std::string> names) : names_(std::move(names)) {
  for (std::size_t i = 0; i < names_.size(); ++i) numbers_.emplace(names_[i], static_cast<std::uint32_t>(i));
}

std::uint32_t NameIndex::number(std::string_view name) {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

}  // namespace comac
