// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"
#include "constraints/propagate.hpp"
#include "optimise/sequential.hpp"

namespace comac {

/// The graph of Lu & Ip: exp(-d^2 / s^2) from each row to its `neighbours` nearest, s its distance to the
/// last of them, and the mean of both directions; no row is its own neighbour. A row far from all others is
/// bound to its nearest as fast as any, so that a few outliers are no piece of their own. As a chain whose
/// weights are these.
DenseChain neighbour_chain(const Table& table, std::size_t neighbours, std::size_t threads);

/// F = (1-a)^2 (I - a S)^-1 Z (I - a S)^-1 (Lu & Ip 2010), divided by its largest magnitude; 0 without
/// constraints. Z is 1 for rows that belong together (a row under a constraint with itself too), -1 for rows
/// that belong apart, else 0. Z has the rank of the groups under constraints, g, so this takes g columns of
/// spreading and O(rows^2 g). Throws Error(interrupted) if told to stop.
SquareMatrix propagate_pairs(const DenseChain& chain, const Constraints& constraints, double a,
                             std::size_t threads, const StopCheck& stop = {});

/// W, similarities from 0 to 1, adjusted by F: 1 - (1 - F)(1 - W) where F >= 0, (1 + F) W elsewhere; 0 for a
/// row with itself, whose similarity would keep outliers to themselves.
SquareMatrix adjust_similarities(const SquareMatrix& weights, SquareMatrix f);

}  // namespace comac
