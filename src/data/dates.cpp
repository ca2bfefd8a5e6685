// SPDX-License-Identifier: MIT
#include "data/dates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iterator>
#include <string>

#include "data/text.hpp"

namespace comac {
namespace {

constexpr std::string_view form_names[] = {"ymd", "dmy", "mdy", "named-month", "time"};
constexpr DateForm all_forms[] = {DateForm::ymd, DateForm::dmy, DateForm::mdy, DateForm::named_month,
                                  DateForm::time};
constexpr std::string_view months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                       "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes what a text begins with off it.
struct Scanner {
  std::string_view rest;

  /// A whole number of at most `most` digits; how many there were goes to `digits`.
  std::optional<int> number(std::size_t most, std::size_t& digits) {
    digits = 0;
    while (digits < rest.size() && digits <= most && is_digit(rest[digits])) ++digits;
    if (digits == 0 || digits > most) return std::nullopt;
    int value = 0;
    std::from_chars(rest.data(), rest.data() + digits, value);
    rest.remove_prefix(digits);
    return value;
  }
  std::optional<int> two_digits() {
    std::size_t digits = 0;
    return number(2, digits);
  }
  bool take(char c) {
    if (rest.empty() || rest.front() != c) return false;
    rest.remove_prefix(1);
    return true;
  }
  /// Its number from 1, for at least three letters of its English name.
  std::optional<int> month_name() {
    std::size_t letters = 0;
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    while (letters < rest.size() && is_letter(rest[letters])) ++letters;
    if (letters < 3 || letters > 9) return std::nullopt;
    const auto found = std::ranges::find(months, lower(rest.substr(0, 3)));
    if (found == std::end(months)) return std::nullopt;
    rest.remove_prefix(letters);
    return static_cast<int>(found - std::begin(months)) + 1;
  }
};

/// ":30:05.5" after the hour, "pm", and where the clock stands: hours since midnight (UTC where it says so).
std::optional<double> time_of(Scanner scan) {
  const auto hour = scan.two_digits();
  if (!hour || *hour > 24 || !scan.take(':')) return std::nullopt;
  const auto minute = scan.two_digits();
  if (!minute || *minute > 59) return std::nullopt;
  double hours = *hour + *minute / 60.0;
  if (scan.take(':')) {
    const auto second = scan.two_digits();
    if (!second || *second > 60) return std::nullopt;
    hours += *second / 3600.0;
    if (scan.take('.')) {
      double unit = 1 / 3600.0;
      while (!scan.rest.empty() && is_digit(scan.rest.front())) {
        hours += (scan.rest.front() - '0') * (unit /= 10);
        scan.rest.remove_prefix(1);
      }
    }
  }
  const std::string half = lower(trim(scan.rest));
  if (half == "am" || half == "pm") {
    if (*hour < 1 || *hour > 12) return std::nullopt;
    return hours + (half == "pm" ? 12 : 0) - (*hour == 12 ? 12 : 0);
  }
  if (scan.rest.empty() || half == "z") return hours;
  const double sign = scan.rest.front() == '-' ? -1 : 1;
  if (!scan.take('+') && !scan.take('-')) return std::nullopt;
  const auto zone = scan.two_digits();
  scan.take(':');
  const auto part = scan.rest.empty() ? 0 : scan.two_digits();
  if (!zone || !part || !scan.rest.empty()) return std::nullopt;
  return hours - sign * (*zone + *part / 60.0);
}

/// The three parts of a date, in the order in which they are written.
struct Parts {
  int first = 0, second = 0, third = 0;
  bool year_first = false;
  bool named_month = false;
  char separator = '-';
  double hours = 0;
};

int full_year(int year, std::size_t digits) {
  if (digits == 4) return year;
  return year + (year < 70 ? 2000 : 1900);
}

std::optional<Parts> parts_of(std::string_view text) {
  Scanner scan{text};
  Parts parts;
  std::size_t digits = 0;
  const auto first = scan.number(4, digits);
  if (!first || digits == 3 || scan.rest.empty()) return std::nullopt;
  parts.first = *first;
  parts.year_first = digits == 4;
  parts.separator = scan.rest.front();
  if (std::string_view("-/. ").find(parts.separator) == std::string_view::npos) return std::nullopt;
  scan.rest.remove_prefix(1);
  const auto name = parts.year_first ? std::nullopt : scan.month_name();
  parts.named_month = name.has_value();
  const auto second = name ? name : scan.two_digits();
  if (!second || !scan.take(parts.separator)) return std::nullopt;
  if (parts.separator == ' ' && !parts.named_month) return std::nullopt;
  parts.second = *second;
  const auto third = scan.number(parts.year_first ? 2 : 4, digits);
  if (!third) return std::nullopt;
  // A year of two digits is one only where nothing else is likely: not in 10-11-12.
  const bool short_year = digits == 2 && (parts.named_month || parts.separator != '-');
  if (!parts.year_first && digits != 4 && !short_year) return std::nullopt;
  parts.third = parts.year_first ? *third : full_year(*third, digits);
  if (scan.rest.empty()) return parts;
  if (!scan.take('T') && !scan.take(' ')) return std::nullopt;
  const auto hours = time_of(Scanner{trim(scan.rest)});
  if (!hours) return std::nullopt;
  parts.hours = *hours;
  return parts;
}

std::optional<double> days(int year, int month, int day, double hours) {
  using namespace std::chrono;
  const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<double>(sys_days(date).time_since_epoch().count()) + hours / 24;
}

std::optional<double> days(const Parts& parts, DateForm form) {
  const auto& [first, second, third, year_first, named_month, separator, hours] = parts;
  if (year_first != (form == DateForm::ymd) || named_month != (form == DateForm::named_month))
    return std::nullopt;
  if (form == DateForm::ymd) return days(first, second, third, hours);
  if (form == DateForm::mdy) return separator == '.' ? std::nullopt : days(third, first, second, hours);
  return days(third, second, first, hours);
}

}  // namespace

std::string_view to_string(DateForm form) { return form_names[static_cast<std::size_t>(form)]; }

std::optional<DateForm> parse_date_form(std::string_view name) {
  const auto found = std::ranges::find(form_names, name);
  if (found == std::end(form_names)) return std::nullopt;
  return static_cast<DateForm>(found - std::begin(form_names));
}

std::optional<double> parse_date(std::string_view text, DateForm form) {
  constexpr std::size_t longest = 40;
  if (text.size() > longest) return std::nullopt;
  if (form == DateForm::time) return time_of(Scanner{text});
  const auto parts = parts_of(text);
  return parts ? days(*parts, form) : std::nullopt;
}

DateForms date_forms(std::string_view text) {
  DateForms forms = DateForms::none();
  for (const DateForm form : all_forms) {
    if (parse_date(text, form)) forms.add(form);
  }
  return forms;
}

std::string date_text(double days) {
  using namespace std::chrono;
  constexpr double farthest = 1e7;  // beyond, years have no four digits
  if (!(std::abs(days) < farthest)) return to_text(days) + " days";
  days = std::round(days * 24 * 60) / (24 * 60);  // to the minute, so that no day ends at 24:00
  const double whole = std::floor(days + 1e-9);
  const year_month_day date{sys_days{std::chrono::days(static_cast<int>(whole))}};
  const auto minutes = static_cast<int>(std::lround((days - whole) * 24 * 60));
  std::string text = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (minutes > 0) text += fmt::format(" {:02}:{:02}", minutes / 60, minutes % 60);
  return text;
}

std::string time_text(double hours) {
  if (!(std::abs(hours) < 1e6)) return to_text(hours) + " hours";
  const long minutes = std::lround(hours * 60);
  return fmt::format("{}{:02}:{:02}", minutes < 0 ? "-" : "", std::abs(minutes) / 60, std::abs(minutes) % 60);
}

}  // namespace comac
