// SPDX-License-Identifier: MIT
#pragma once

#include "chain/sparse_chain.hpp"
#include "support/random_instances.hpp"

namespace comac::test {

/// The same chain without its zeros.
inline SparseChain sparse_of(const DenseChain& chain) {
  SparseMatrix joint;
  for (std::size_t i = 0; i < chain.states(); ++i) {
    for (std::uint32_t j = 0; j < chain.states(); ++j) {
      if (chain.from(i)[j] == 0) continue;
      joint.columns.push_back(j);
      joint.values.push_back(chain.from(i)[j]);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return chain.symmetric() ? SparseChain::reversible(std::move(joint))
                           : SparseChain::general(std::move(joint));
}

/// Points of a few blobs, row after row: what a k-NN graph of separable data looks like.
inline Table blobs(Random& random, std::size_t rows, std::size_t columns, std::size_t clusters,
                   double spread = 6) {
  Table centres = random_table(random, clusters, columns);
  Table table = random_table(random, rows, columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) table.at(r, c) += spread * centres.at(r % clusters, c);
  }
  return table;
}

}  // namespace comac::test
