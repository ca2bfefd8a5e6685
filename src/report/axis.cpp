// SPDX-License-Identifier: MIT
#include "report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"

namespace comac {
namespace {

/// Between such numbers there is nothing to count in: ticks would need more digits than doubles have.
bool differ_by_rounding(double low, double high) {
  return high - low <= 1e-12 * std::max(std::abs(low), std::abs(high));
}

double round_step(double span, std::size_t count) {
  const double raw = span / static_cast<double>(std::max<std::size_t>(1, count));
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// All ticks of an axis have the same number of decimals.
std::string tick_text(double value, double step) {
  const double magnitude = std::max(std::abs(value), step);
  if (magnitude >= 1e7 || step < 1e-5) return format_number(value, 3);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  if (decimals == 0) return format_number(value, 9);
  const std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  return value < 0 ? "−" + text : text;
}

}  // namespace

Scale1D::Scale1D(const Axis& axis, double data_low, double data_high, std::size_t count)
    : low_(axis.low.value_or(data_low)),
      high_(axis.high.value_or(data_high)),
      logarithmic_(axis.logarithmic) {
  if (!(low_ <= high_)) low_ = logarithmic_ ? 1 : 0, high_ = 1;  // no data
  if (differ_by_rounding(low_, high_)) {
    const double room = low_ == 0 ? 1 : std::abs(low_) / 10;
    low_ = logarithmic_ ? low_ / 2 : low_ - room;
    high_ = logarithmic_ ? high_ * 2 : high_ + room;
  }
  if (logarithmic_) {
    logarithmic_ticks(count);
  } else {
    linear_ticks(axis.whole, count);
  }
}

void Scale1D::linear_ticks(bool whole, std::size_t count) {
  double step = round_step(high_ - low_, count);
  if (whole) step = std::max(1.0, step);
  // Counting in whole steps keeps 0 exactly 0.
  for (double i = std::ceil(low_ / step - 1e-9); i * step <= high_ + 1e-9 * step; ++i) {
    ticks_.push_back({i * step, tick_text(i * step, step)});
  }
}

void Scale1D::logarithmic_ticks(std::size_t count) {
  const double first = std::floor(std::log10(low_)), last = std::ceil(std::log10(high_));
  const auto room = static_cast<double>(count);
  const double stride = std::max(1.0, std::ceil((last - first) / room));
  for (double exponent = first; exponent <= last; exponent += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, exponent);
      if (factor > 1 && 3 * (last - first) > room) break;
      if (value >= low_ * (1 - 1e-9) && value <= high_ * (1 + 1e-9))
        ticks_.push_back({value, format_number(value, 3)});
    }
  }
}

double Scale1D::unit(double value) const {
  if (logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

double Scale1D::operator()(double value) const { return from_ + unit(value) * (to_ - from_); }

}  // namespace comac
