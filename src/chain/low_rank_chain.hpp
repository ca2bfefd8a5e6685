// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain.hpp"
#include "chain/spectrum.hpp"

namespace comac {

/// A reversible chain that takes T steps at a time, as a product of factors: J_T = V V' with
/// V(x,m) = sqrt(mu(x)) U(x,m) l_m^(T/2). Modes that have died out after T steps are left out, so entries
/// may be a hair below 0; they count as 0.
class LowRankChain {
 public:
  LowRankChain(const Spectrum& spectrum, double steps, std::size_t threads = 1);

  std::size_t states() const { return masses_.size(); }
  std::size_t factors() const { return factors_; }
  double steps() const { return steps_; }
  bool symmetric() const { return true; }
  double mass(std::size_t i) const { return masses_[i]; }
  std::span<const double> masses() const { return masses_; }
  /// V(i, .).
  const double* row(std::size_t i) const { return rows_.data() + i * factors_; }
  /// J_T(i,j). O(factors).
  double between(std::size_t i, std::size_t j) const;
  /// O(states factors).
  double mass_to(std::size_t i, std::span<const std::uint32_t> states) const;
  template <class Visit>
  void each_from(std::size_t i, Visit visit) const {
    for (std::size_t j = 0; j < states(); ++j) visit(static_cast<std::uint32_t>(j), between(i, j));
  }

 private:
  double steps_;
  std::size_t factors_ = 0;
  std::vector<double> rows_;
  std::vector<double> masses_;
};

static_assert(MarkovChain<LowRankChain>);

/// Sum of a[j] b[j], in a fixed order.
double dot(const double* a, const double* b, std::size_t count);

/// q(c) = sum over m of v(m) A(m,c), for a row v of factors and their sums in each of some clusters; or for
/// several rows that stand one after the other, as the q do.
void flows_to(const double* v, const double* a, std::size_t factors, std::size_t clusters, double* q,
              std::size_t rows = 1);

}  // namespace comac
