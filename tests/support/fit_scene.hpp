// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include "chain/low_rank_chain.hpp"
#include "chain/neighbour_chain.hpp"
#include "comac/data/table.hpp"

namespace comac::test {

/// The rows of a table, a column for each.
inline Eigen::MatrixXd columns_of(const Table& table) {
  return Eigen::Map<const Eigen::MatrixXd>(table.values.data(), static_cast<Eigen::Index>(table.columns),
                                           static_cast<Eigen::Index>(table.rows));
}

/// Their chain to ten neighbours, so many steps at a time.
inline LowRankChain chain_of(const Table& table, double steps) {
  const Progress silent;
  ProgressGate gate(silent);
  NeighbourChainOptions options;
  options.neighbours = 10;
  return {leading_spectrum(neighbour_chain(table, options, gate).chain, 12, 1, gate), steps};
}

}  // namespace comac::test
