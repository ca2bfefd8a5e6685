// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain.hpp"
#include "chain/spectrum.hpp"

namespace comac {

/// What one step of a chain makes of the modes of a spectrum, M = U' D^-1/2 J D^-1/2 U: `pairs` by `pairs`,
/// a row after the other. The spectrum is that of the chain's reversibilisation. For a reversible chain M is
/// diag(l). O(entries pairs + states pairs^2).
template <MarkovChain Chain>
std::vector<double> step_of_modes(const Chain& chain, const Spectrum& spectrum);

/// A chain that takes T steps at a time, as a product of factors: J_T(i,j) = V(i) W(j). Entries may be a hair
/// below 0; they count as 0.
///   reversible   V(x,m) = W(x,m) = sqrt(mu(x)) U(x,m) l_m^(T/2), without the modes that have died out
///   others       V(x,m) = sqrt(mu(x)) U(x,m), W = V (M^T)': what the chain itself makes of the slow modes of
///                its reversibilisation
class LowRankChain {
 public:
  LowRankChain(const Spectrum& spectrum, double steps, std::size_t threads = 1);
  /// `of_modes` as step_of_modes() found it; a whole number of steps.
  LowRankChain(const Spectrum& spectrum, const std::vector<double>& of_modes, double steps);

  std::size_t states() const { return masses_.size(); }
  std::size_t factors() const { return factors_; }
  double steps() const { return steps_; }
  bool symmetric() const { return into_.empty(); }
  double mass(std::size_t i) const { return masses_[i]; }
  std::span<const double> masses() const { return masses_; }
  /// V(i, .) and W(i, .).
  const double* row(std::size_t i) const { return rows_.data() + i * factors_; }
  const double* into(std::size_t i) const { return (symmetric() ? rows_ : into_).data() + i * factors_; }
  /// J_T(i,j). O(factors).
  double between(std::size_t i, std::size_t j) const;
  /// O(states factors).
  double mass_to(std::size_t i, std::span<const std::uint32_t> states) const;
  template <class Visit>
  void each_from(std::size_t i, Visit visit) const {
    for (std::size_t j = 0; j < states(); ++j) visit(static_cast<std::uint32_t>(j), between(i, j));
  }

  /// Where beta is not 1/2 the cost asks where the chain came from, I(X1;Y2). Of many states that takes long;
  /// groups of near ones, whose rows are nearly alike, tell it nearly as well. O(states factors).
  void come_from(std::span<const std::uint32_t> group_of_state, std::size_t groups);
  /// The states, or the groups that stand for them.
  std::size_t origins() const { return origin_masses_.empty() ? states() : origin_masses_.size(); }
  std::span<const double> origin_masses() const { return origin_masses_.empty() ? masses_ : origin_masses_; }
  const double* origin(std::size_t r) const {
    return (origin_masses_.empty() ? rows_ : origins_).data() + r * factors_;
  }

 private:
  double steps_;
  std::size_t factors_ = 0;
  std::vector<double> rows_, into_;  // into_ is empty for a reversible chain
  std::vector<double> masses_;
  std::vector<double> origins_, origin_masses_;  // empty where states are their own
};

static_assert(MarkovChain<LowRankChain>);

/// Sum of a[j] b[j], in a fixed order.
double dot(const double* a, const double* b, std::size_t count);

/// q(c) = sum over m of v(m) A(m,c), for a row v of factors and their sums in each of some clusters; or for
/// several rows that stand one after the other, as the q do.
void flows_to(const double* v, const double* a, std::size_t factors, std::size_t clusters, double* q,
              std::size_t rows = 1);

}  // namespace comac
