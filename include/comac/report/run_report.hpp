// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// Everything that is worth telling about a run; to_json and to_html make a file of it.
struct RunReport {
  std::string version;
  std::string input;  ///< the file's name
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::string> row_names;  ///< one for each row, or empty: as SideInformation names them
  Options options;
  Result result;
  SideInformation known;
  std::vector<std::string> cluster_names;  ///< the label that each cluster carries, or ""; may be empty
  std::optional<Scores> scores;
  std::optional<Categories> truth;
  double read_ms = 0;
  std::vector<std::string> messages;  ///< what the user was told beside the result
};

}  // namespace comac
