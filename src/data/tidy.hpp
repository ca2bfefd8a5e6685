// SPDX-License-Identifier: MIT
#pragma once

#include "comac/data/read.hpp"
#include "data/columns.hpp"
#include "data/roles.hpp"

namespace comac {

/// What is done to a table once all its rows are there. A first column without a name that counts the rows is
/// made their id; what by its name holds the classes is left out; columns of which more than half is missing
/// are left out, then rows that are mostly missing (or, if so asked for, that miss anything). Counts what is
/// missing. Then says all that was decided about columns and rows. A table whose features were asked for one
/// by one only has its missing values counted. Throws Error(data) if nothing is left.
void tidy(Dataset& dataset, const Columns& columns, const ReadPlan& plan, const ReadOptions& options);

}  // namespace comac
