// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// The entries of one row or column of a sparse chain: mass[e] to or from state[e].
struct Flows {
  std::span<const std::uint32_t> state;
  const double* mass;
  std::size_t size() const { return state.size(); }
};

/// A stationary Markov chain by its joint distribution J(i,j) = Pr(X1 = i, X2 = j), of which only what is
/// not 0 is kept. 12 bytes an entry, 24 where J is not symmetric.
class SparseChain {
 public:
  /// A reversible chain: `joint` is symmetric and sums to 1.
  static SparseChain reversible(SparseMatrix joint);
  static SparseChain reversible(SparseMatrix joint, std::size_t threads);
  /// Any stationary chain: row sums of `joint` equal its column sums. Keeps the transpose too.
  static SparseChain general(SparseMatrix joint);

  std::size_t states() const { return from_.rows(); }
  bool symmetric() const { return symmetric_; }
  std::size_t entries() const { return from_.columns.size(); }
  const SparseMatrix& joint() const { return from_; }
  double mass(std::size_t i) const { return mass_[i]; }
  std::span<const double> masses() const { return mass_; }
  /// J(i, .): mass that leaves i.
  Flows from(std::size_t i) const { return row(from_, i); }
  /// J(., i): mass that enters i.
  Flows into(std::size_t i) const { return row(symmetric_ ? from_ : into_, i); }
  /// J(i,j). O(entries of i).
  double between(std::size_t i, std::size_t j) const {
    const Flows flows = from(i);
    const auto found = std::ranges::find(flows.state, j);
    return found == flows.state.end() ? 0 : flows.mass[found - flows.state.begin()];
  }
  /// The mass from i to these states, which are in ascending order. O(entries of i log states).
  double mass_to(std::size_t i, std::span<const std::uint32_t> states) const {
    double sum = 0;
    each_from(i, [&](std::uint32_t j, double mass) {
      if (std::ranges::binary_search(states, j)) sum += mass;
    });
    return sum;
  }
  /// Calls visit(j, J(i,j)) for every j that is kept.
  template <class Visit>
  void each_from(std::size_t i, Visit visit) const {
    const Flows flows = from(i);
    for (std::size_t e = 0; e < flows.size(); ++e) visit(flows.state[e], flows.mass[e]);
  }

 private:
  SparseChain() = default;
  static Flows row(const SparseMatrix& matrix, std::size_t i) {
    const std::size_t begin = matrix.offsets[i];
    return {{matrix.columns.data() + begin, matrix.offsets[i + 1] - begin}, matrix.values.data() + begin};
  }

  SparseMatrix from_;
  SparseMatrix into_;
  bool symmetric_ = true;
  std::vector<double> mass_;
};

static_assert(MarkovChain<SparseChain>);

/// Bytes of a symmetric sparse chain.
std::size_t sparse_chain_memory(std::size_t states, std::size_t entries);

}  // namespace comac
