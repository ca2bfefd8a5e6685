// SPDX-License-Identifier: MIT
#include "chain/sparse_chain.hpp"

#include <numeric>
#include <utility>

#include "base/parallel.hpp"

namespace comac {
namespace {

constexpr std::size_t states_at_once = 4096;

}  // namespace

SparseChain SparseChain::reversible(SparseMatrix joint, std::size_t threads) {
  SparseChain chain;
  chain.from_ = std::move(joint);
  chain.mass_.resize(chain.from_.rows());
  parallel_for(chain.mass_.size(), states_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Flows flows = chain.from(i);
      chain.mass_[i] = std::accumulate(flows.mass, flows.mass + flows.size(), 0.0);
    }
  });
  return chain;
}

SparseChain SparseChain::reversible(SparseMatrix joint) { return reversible(std::move(joint), 1); }

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
