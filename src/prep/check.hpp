// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/data/table_view.hpp"
#include "comac/options.hpp"

namespace comac {

/// Throws Error unless the options are valid and there are at least as many rows as clusters, and one.
void check_clusters(const Options& options, std::size_t rows);

/// Throws Error(data) unless there is a column and every number is finite.
void check_table(const TableView& table);

}  // namespace comac
