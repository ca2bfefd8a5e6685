// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// For each of two labelled rows or more whether the nearest other one has the same label; row i is that of
/// label i.
std::vector<bool> nearest_agrees(const TableView& rows, const std::vector<Label>& labels);

/// At most 1000 of the labels, evenly, one for each row.
std::vector<Label> some_labels(const std::vector<Label>& labels);

/// The rows of a table that labels are of.
Table labelled_rows(const TableView& table, const std::vector<Label>& labels);

}  // namespace comac
