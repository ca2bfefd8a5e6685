// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "comac/constraints/propagate.hpp"
#include "comac/systems/system.hpp"

namespace comac {

/// Side information as a class for each row; the classes that occur are numbered from 0 in the order of their
/// names' ids.
struct Classes {
  static constexpr std::uint32_t none = UINT32_MAX;

  std::vector<std::uint32_t> of_row;
  std::size_t count = 0;     ///< classes that occur
  std::size_t labelled = 0;  ///< rows with a class

  bool known(std::size_t row) const { return of_row[row] != none; }
};

/// The labels that propagate() kept. Throws Error(usage) if there are links: `system` can't use them.
Classes classes_of(const Task& task, const Constraints& constraints, std::string_view system);

/// The same for a system with one cluster for each class: throws Error(usage) if there are more classes than
/// clusters.
Classes cluster_classes(const Task& task, const Constraints& constraints, std::string_view system);

}  // namespace comac
