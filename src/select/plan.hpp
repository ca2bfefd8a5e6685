// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "chain/neighbour_chain.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"

namespace comac {

/// What a run will do, decided before anything is allocated.
struct Plan {
  ChainKind chain = ChainKind::dense;  ///< never automatic
  std::size_t rows = 0;
  std::size_t memory = 0;  ///< bytes at the peak, the caller's table not counted
  std::size_t columns = 0;
};

/// Rows up to which `automatic` keeps all transitions: 0.8 GB.
inline constexpr std::size_t most_dense_rows = 10000;

/// The chain for a table. Sparse beyond most_dense_rows, and where an option speaks of sparse chains only.
/// Throws Error(usage) for options that contradict each other.
Plan plan_chain(const TableView& table, const Options& options);

/// Whether our own engine searches: it chooses or is given a Markov time, and holds a chain of several steps
/// as factors, whatever the chain was made of.
bool is_own_engine(const Options& options);
/// Steps of a chain whose powers are taken before the search; 1 for our own engine, which takes its steps
/// itself.
std::size_t steps_at_a_time(const Options& options);

/// What of the options concerns the sparse chain of so many rows. Where its steps are chosen, near rows are
/// enough: steps lead further. In large tables some rows lie alone and would be cut off, each a cluster that
/// lasts for ever; there the kernel is wider around them.
NeighbourChainOptions chain_options(const Options& options, std::size_t rows);

/// The same for a transition matrix, with its zeros and without. Our own engine leaves zeros out.
Plan plan_transition(const Table& transition, const Options& options);
Plan plan_transition(const SparseMatrix& transition, const Options& options);

/// Bytes at the peak with what is known and what is learned from it.
std::size_t memory_with(const Plan& plan, const SideInformation& known, const Options& options);

/// Throws Error(data) if the plan and what is known need more memory than is allowed or free.
void require_memory_of(const Plan& plan, const SideInformation& known, const Options& options);

}  // namespace comac
