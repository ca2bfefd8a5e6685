// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "systems/given.hpp"

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

/// A row for each row and a column for each class: 1 where the class is known, else 0.
Points one_hot(const std::vector<std::uint32_t>& class_of_row, std::size_t classes);

/// The labels that propagate() kept; links are not looked at.
Classes classes_of(const Given& given);

/// The same for a system with one cluster for each class: throws Error(usage) if there are more classes than
/// clusters.
Classes cluster_classes(const Given& given, std::string_view system);

}  // namespace comac
