// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace comac::experiments {

/// A published figure: the mean NMI of a system on a set.
struct Published {
  std::string set;
  std::string system;
  double percent = 0;
  double nmi = 0;
};

/// What baselines/experiments/published/NAME.csv holds, in its order.
std::vector<Published> published(std::string_view name);

}  // namespace comac::experiments
