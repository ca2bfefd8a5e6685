// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "evidence/evidence.hpp"

namespace comac {

/// What classifiers see of a row: its columns, and what the rows that it goes to first have on the average:
/// their place on the chain (leading eigenvectors over the root of the mass, which is the row's own place
/// times the eigenvalue) and, for each group found with nothing known, whether they are in it.
class RowFeatures {
 public:
  RowFeatures() = default;
  explicit RowFeatures(const Lesson& lesson);

  std::size_t columns() const { return columns_; }
  std::size_t count() const { return columns_ + seen_; }
  /// A row after the other.
  std::vector<float> of(const AskedRows& rows) const;

  nlohmann::json to_json() const;
  static RowFeatures from_json(const nlohmann::json& json, const Lesson& lesson);

 private:
  std::size_t columns_ = 0;
  std::size_t seen_ = 0;         // numbers for each state
  std::vector<float> of_state_;  // a state after the other
};

}  // namespace comac
