// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "chain/dense_chain.hpp"
#include "optimise/sequential.hpp"
#include "systems/given.hpp"
#include "systems/points.hpp"

namespace comac {

/// Some eigenvalues in falling order, and their eigenvectors as columns.
struct Eigenpairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

/// The eigenpairs of the `count` largest eigenvalues of a symmetric matrix, multiple ones as often as they
/// occur. Small matrices are decomposed; larger ones by Lanczos runs from fixed starts, repeated on what is
/// orthogonal to the vectors found until nothing larger turns up. O(rows^2) for each of some hundred
/// products. Throws Error(data) if the runs do not converge, Error(interrupted) if told to stop.
Eigenpairs largest_eigenpairs(const SquareMatrix& symmetric, std::size_t count, std::size_t threads,
                              const StopCheck& stop = {});

/// Approximate eigenpairs of the `rank` eigenvalues of greatest magnitude: those of the matrix within the
/// span of its square times random vectors (Halko, Martinsson & Tropp 2011). Good where the eigenvalues fall
/// quickly. O(rows^2 rank + rows rank^2).
Eigenpairs sketched_eigenpairs(const SquareMatrix& symmetric, std::size_t rank, std::size_t threads);

/// |A^2 - V L^2 V^T|^2, the sum of the squares of the entries, estimated from 16 random vectors. O(rows^2).
double distance_from_square(const Eigenpairs& pairs, const SquareMatrix& symmetric, std::size_t threads);

/// Replaces W by D^-1/2 W D^-1/2, D the row sums; a row without weights becomes 0.
void normalise_graph(SquareMatrix& weights, std::size_t threads);

/// Each row of the eigenvectors scaled to length 1 (Ng, Jordan & Weiss 2002); a row of zeros stays.
Points spectral_embedding(const Eigenpairs& pairs);

/// k-means, with the task's restarts, on the embedding of as many eigenvectors of the graph as clusters.
Result spectral_clusters(const Given& given, const SquareMatrix& graph);

}  // namespace comac
