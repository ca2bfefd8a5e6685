// SPDX-License-Identifier: MIT
#include "data/cells.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "data/dates.hpp"

namespace comac {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<double> position_in(const std::vector<std::string>& values, std::string_view text) {
  const auto found = std::ranges::find(values, text);
  if (found == values.end()) return std::nullopt;
  return static_cast<double>(found - values.begin());
}

std::optional<double> plain_number(std::string_view text, bool decimal_comma) {
  Number number = parse_number(text);
  if (number.kind == NumberKind::text && decimal_comma) number = parse_comma_number(text);
  return number.kind == NumberKind::finite ? std::optional(number.value) : std::nullopt;
}

}  // namespace

Cells::Cells(const std::vector<Form>& forms) : forms_(forms) {
  for (const Form& form : forms_)
    codes_.emplace_back(form.about.kind == ColumnKind::category ? form.about.names
                                                                : std::vector<std::string>());
}

std::optional<double> Cells::number(std::size_t column, std::string_view text) {
  const Form& form = forms_[column];
  if (form.about.kind == ColumnKind::ordinal) {  // any text may be one of its values
    if (const auto found = position_in(form.about.names, text)) return found;
  }
  if (is_no_value(text)) return NAN;
  switch (form.about.kind) {
    case ColumnKind::ordinal:
      return std::nullopt;
    case ColumnKind::boolean: {
      if (const auto found = parse_boolean(text)) return found;
      const auto number = plain_number(text, false);
      return number && (*number == 0 || *number == 1) ? number : std::nullopt;
    }
    case ColumnKind::date:
      return parse_date(text, parse_date_form(form.about.names.at(0)).value_or(DateForm::ymd));
    case ColumnKind::category:
      return codes_[column].number(text);
    default:
      return plain_number(text, form.decimal_comma);
  }
}

ColumnAbout Cells::take(std::size_t column) {
  ColumnAbout about = std::move(forms_[column].about);
  if (about.kind == ColumnKind::category) about.names = codes_[column].take();
  return about;
}

std::optional<double> parse_boolean(std::string_view text) {
  constexpr std::size_t longest = 5;
  if (text.size() > longest) return std::nullopt;
  const std::string word = lower(text);
  for (const std::string_view yes : {"true", "yes", "t", "y", "on"}) {
    if (word == yes) return 1;
  }
  for (const std::string_view no : {"false", "no", "f", "n", "off"}) {
    if (word == no) return 0;
  }
  return std::nullopt;
}

Number parse_comma_number(std::string_view text) {
  std::string point(text);
  if (std::ranges::count(point, ',') != 1 || point.find('.') != std::string::npos) return {};
  std::ranges::replace(point, ',', '.');
  return parse_number(point);
}

bool has_thousands(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.size() > longest) return false;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits < 1 || digits > 3 || digits == text.size()) return false;
  const char separator = text[digits];
  if (std::string_view(",.' ").find(separator) == std::string_view::npos) return false;
  std::size_t groups = 0, at = digits;
  const auto is_group = [&](std::size_t i) {
    return i + 3 < text.size() && text[i] == separator && is_digit(text[i + 1]) && is_digit(text[i + 2]) &&
           is_digit(text[i + 3]);
  };
  while (is_group(at)) ++groups, at += 4;
  const bool ends = at == text.size();
  // One group after a comma or a point may as well be decimals.
  const bool clear = separator == ' ' || separator == '\'';
  if (ends) return groups >= (clear ? 1U : 2U);
  const char point = text[at];
  if (groups == 0 || point == separator || (point != '.' && point != ',')) return false;
  return at + 1 < text.size() &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1, text.end(), is_digit);
}

}  // namespace comac
