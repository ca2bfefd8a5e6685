// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comac/report/report.hpp"

namespace comac {

/// Which values a trait means: "at least 4.8", "between 1.5 and 2", "red or blue".
std::string values_text(const Trait& trait);
/// "100 % here, 4 % elsewhere"
std::string shares_text(const Trait& trait);
/// "typically 5.6, elsewhere 3.3"; "" for categories.
std::string medians_text(const Trait& trait);

/// What `comac describe` prints: each cluster with its size, what sets it apart, a typical row with its
/// values (of `table`, which may be missing) and the rows at its border.
std::string description_text(const RunReport& report, const Table* table);

/// "height 1.5, width 2" of the first columns, as many as there is room for.
std::string row_values(const Table& table, std::size_t row, std::size_t most_columns = 8);

}  // namespace comac
