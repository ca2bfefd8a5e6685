// SPDX-License-Identifier: MIT
#include "chain/sparse_chain.hpp"

#include <numeric>
#include <utility>

namespace comac {
SparseChain SparseChain::reversible(SparseMatrix joint) {
  SparseChain chain;
  chain.from_ = std::move(joint);
  chain.mass_.resize(chain.from_.rows());
  for (std::size_t i = 0; i < chain.mass_.size(); ++i) {
    const Flows flows = chain.from(i);
    chain.mass_[i] = std::accumulate(flows.mass, flows.mass + flows.size(), 0.0);
  }
  return chain;
}

SparseChain SparseChain::general(SparseMatrix joint) {
  SparseChain chain = reversible(std::move(joint));
  chain.symmetric_ = false;
  chain.into_ = transpose(chain.from_);
  return chain;
}

std::size_t sparse_chain_memory(std::size_t states, std::size_t entries) {
  return states * (sizeof(std::size_t) + sizeof(double)) + entries * (sizeof(std::uint32_t) + sizeof(double));
}

}  // namespace comac
