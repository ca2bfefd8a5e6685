// SPDX-License-Identifier: MIT
#pragma once

#include "comac/base/error.hpp"
#include "comac/base/progress.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// Clusters the rows of a table, or of a view of the caller's memory: the whole pipeline in one call.
Result cluster(const TableView& table, const SideInformation& known, const Options& options,
               const Progress& progress = {});

/// Groups the states of a Markov chain given by its transition matrix (square, rows sum to 1, irreducible).
Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress = {});

/// The same for a matrix of which most entries are 0: a sparse chain beyond most_dense_rows states, or where
/// the options ask for one.
Result aggregate(const SparseMatrix& transition, const SideInformation& known, const Options& options,
                 const Progress& progress = {});

}  // namespace comac
