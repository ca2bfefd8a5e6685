// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace comac {

/// How dates are written: year, month and day in which order, the month by its name, or a time of day alone.
enum class DateForm : std::uint8_t { ymd, dmy, mdy, named_month, time };

std::string_view to_string(DateForm form);
std::optional<DateForm> parse_date_form(std::string_view name);

/// A set of forms.
class DateForms {
 public:
  static DateForms all() { return DateForms(0x1F); }
  static DateForms none() { return DateForms(0); }
  bool empty() const { return bits_ == 0; }
  bool has(DateForm form) const { return (bits_ >> static_cast<unsigned>(form) & 1U) != 0; }
  void add(DateForm form) { bits_ |= 1U << static_cast<unsigned>(form); }
  void keep(DateForms those) { bits_ &= those.bits_; }

 private:
  explicit DateForms(unsigned bits) : bits_(bits) {}
  unsigned bits_;
};

/// The forms in which a text is a date or a time: 2024-05-31, 31.05.2024, 5/31/24, 31-May-2024, each with a
/// time (14:30, 2:30 pm, 14:30:05.5Z) or without, or a time alone.
DateForms date_forms(std::string_view text);

/// Days since 1970-01-01, or hours since midnight for a time alone; nothing if the text isn't of that form.
std::optional<double> parse_date(std::string_view text, DateForm form);

/// "2024-05-31" for days since 1970-01-01, with the time where there is one.
std::string date_text(double days);
/// "14:30" for hours since midnight.
std::string time_text(double hours);

}  // namespace comac
