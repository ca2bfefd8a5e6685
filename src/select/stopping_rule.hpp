// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

namespace comac {

/// StoppingRule of searches from one lot of random starts after the other, the larger the better, beside the
/// best end that is known: whether another lot is worth its time.
class StoppingRule {
 public:
  /// StoppingRule that differ by no more than `same` are one.
  StoppingRule(double best, double same) : best_(best), same_(same) {}

  /// The best end of another lot; whether it is better than what was known.
  bool add(double end) {
    ++lots_;
    const double from_mean = end - mean_;  // Welford: sums of squares would lose what little they differ by
    mean_ += from_mean / lots_;
    squares_ += from_mean * (end - mean_);
    if (end > best_ + same_) found_ = 0;
    const bool better = end > best_;
    best_ = std::max(best_, end);
    if (end >= best_ - same_) ++found_;
    return better;
  }

  /// The best was found three times: as with RestartRule, some 5 % are left that another was missed. Or it
  /// lies two standard deviations above what comes of random starts: of forty lots hardly one leads there.
  bool enough() const {
    if (found_ >= times) return true;
    if (lots_ < lots_to_judge) return false;
    return best_ - mean_ > std::max(same_, deviations * std::sqrt(squares_ / (lots_ - 1)));
  }

 private:
  static constexpr int times = 3;
  static constexpr double lots_to_judge = 3, deviations = 2;

  double best_, same_;
  double mean_ = 0, squares_ = 0, lots_ = 0;
  int found_ = 1;
};

}  // namespace comac
