// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace comac {

/// sigma_k from each row's sum of squared distances to its `neighbours` nearest rows, itself among them.
/// Throws Error(data) if it is 0 or not finite.
double bandwidth(std::span<const double> nearest_sums, std::size_t neighbours);

}  // namespace comac
