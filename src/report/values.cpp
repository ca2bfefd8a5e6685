// SPDX-License-Identifier: MIT
#include "report/values.hpp"

#include <cmath>

#include "data/dates.hpp"
#include "report/text.hpp"

namespace comac {
namespace {

/// A median may lie between two ranks; then the number says more.
bool is_index(double value, const ColumnAbout& about) {
  return value >= 0 && value < static_cast<double>(about.names.size()) && value == std::floor(value);
}

bool is_time(const ColumnAbout& about) {
  return !about.names.empty() && about.names[0] == to_string(DateForm::time);
}

}  // namespace

std::string value_text(double value, const ColumnAbout& about, int digits) {
  if (std::isfinite(value)) {
    const bool named = about.kind == ColumnKind::category || about.kind == ColumnKind::ordinal;
    if (named && is_index(value, about)) return about.names[static_cast<std::size_t>(value)];
    if (about.kind == ColumnKind::boolean && (value == 0 || value == 1)) return value == 1 ? "yes" : "no";
    if (about.kind == ColumnKind::date) return is_time(about) ? time_text(value) : date_text(value);
  }
  return format_number(value, digits);
}

}  // namespace comac
