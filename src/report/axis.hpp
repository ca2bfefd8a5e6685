// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace comac {

/// What an axis shows. Bounds that are not given follow the data.
struct Axis {
  std::string title;
  std::optional<double> low;
  std::optional<double> high;
  bool logarithmic = false;  ///< only for positive data
  bool whole = false;        ///< ticks at whole numbers only
};

struct Tick {
  double value = 0;
  std::string text;
};

/// A range of data on a range of pixels, with ticks at round numbers (1, 2, 5 times a power of 10).
class Scale1D {
 public:
  /// `count`: about how many ticks there is room for.
  Scale1D(const Axis& axis, double data_low, double data_high, std::size_t count);

  void place(double from, double to) {
    from_ = from;
    to_ = to;
  }
  double operator()(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void linear_ticks(bool whole, std::size_t count);
  void logarithmic_ticks(std::size_t count);
  double unit(double value) const;

  double low_, high_;
  double from_ = 0, to_ = 1;
  bool logarithmic_;
  std::vector<Tick> ticks_;
};

}  // namespace comac
