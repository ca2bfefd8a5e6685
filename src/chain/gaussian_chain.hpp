// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/progress_gate.hpp"
#include "chain/dense_chain.hpp"
#include "comac/data/table.hpp"

namespace comac {

struct GaussianChain {
  DenseChain chain;
  double sigma = 0;  ///< sigma_k
};

/// What a similarity falls with: exp(-d^2 / sigma) or exp(-d / sigma).
enum class Decay { squared_distance, distance };

/// The chain of the paper: P(i,j) proportional to exp(-|x_i - x_j|^2 / sigma_k), self-transitions kept.
/// sigma_k is the mean squared distance to the `neighbours` nearest rows, a row itself among them.
/// With Decay::distance both take the distance itself in place of its square.
/// The similarity is symmetric, so J is it divided by its sum. O(rows^2 columns) time, one rows^2 matrix.
/// Throws Error(data) if sigma_k is 0 or not finite.
GaussianChain gaussian_chain(const TableView& table, std::size_t neighbours, std::size_t threads,
                             ProgressGate& progress, Decay decay = Decay::squared_distance);

/// Replaces each distance d by exp(-d / sigma), the same bits on every instruction set; 0 where that is
/// below 1e-300. Returns the sum, in a fixed order.
double gaussian_kernel(double* distances, std::size_t count, double sigma);

/// values = exp(-values), none of which is below 0.
void exp_of_negatives(double* values, std::size_t count);

}  // namespace comac
