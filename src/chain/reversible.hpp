// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "chain/dense_chain.hpp"
#include "chain/sparse_chain.hpp"

namespace comac {

/// The additive reversibilisation of a stationary chain, (J + J') / 2: the same masses, and as much goes back
/// as goes there. Its modes and times are real numbers whatever the chain. Entries that are 0 are left out.
/// O(entries log entries of a row).
SparseChain reversibilised(const SparseChain& chain);
/// The same of a dense chain. O(states^2).
SparseChain reversibilised(const DenseChain& chain);

/// The reversible sparse chain that a chain of any kind stands for: itself where it is one, or one that is
/// made and kept here. The chain that it is made of must outlive it.
class ReversibleView {
 public:
  explicit ReversibleView(const SparseChain& chain);
  explicit ReversibleView(const DenseChain& chain) : made_(reversibilised(chain)) {}
  const SparseChain& chain() const { return made_ ? *made_ : *given_; }

 private:
  const SparseChain* given_ = nullptr;
  std::optional<SparseChain> made_;
};

}  // namespace comac
