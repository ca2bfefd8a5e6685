// SPDX-License-Identifier: MIT
#pragma once

#include "comac/base/error.hpp"
#include "comac/base/progress.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/sparse_matrix.hpp"
#include "comac/data/table.hpp"
#include "comac/evaluate/explain.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

/// Clusters the rows of a table: the whole pipeline in one call.
Result cluster(const Table& table, const SideInformation& known, const Options& options,
               const Progress& progress = {});

/// Groups the states of a Markov chain given by its transition matrix (square, rows sum to 1, irreducible).
Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress = {});

/// The same for a matrix of which most entries are 0: a sparse chain beyond most_dense_rows states, or where
/// the options ask for one.
Result aggregate(const SparseMatrix& transition, const SideInformation& known, const Options& options,
                 const Progress& progress = {});

/// What each label and link costs in the result of cluster() for the same table, items and options, and how
/// near these rows are to other clusters. Makes the chain once more. Throws Error(usage) without propagation.
Explanation explain_cluster(const Table& table, const SideInformation& known, const Options& options,
                            const Result& result, std::span<const std::uint32_t> rows = {});

/// The same for aggregate().
Explanation explain_aggregate(const SparseMatrix& transition, const SideInformation& known,
                              const Options& options, const Result& result,
                              std::span<const std::uint32_t> rows = {});

}  // namespace comac
