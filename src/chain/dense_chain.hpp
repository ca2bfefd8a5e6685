// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "chain/chain.hpp"

namespace comac {

/// A square matrix of doubles whose memory is not touched before it is written. Large ones ask for large
/// pages: a row of the matrix is read at a time, and small pages would cost more than the reading.
class SquareMatrix {
 public:
  SquareMatrix() = default;
  explicit SquareMatrix(std::size_t size);

  std::size_t size() const { return size_; }
  double* row(std::size_t i) { return values_.get() + i * size_; }
  const double* row(std::size_t i) const { return values_.get() + i * size_; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * size_ + j]; }

 private:
  std::size_t size_ = 0;
  struct Free {
    void operator()(double* memory) const { std::free(memory); }
  };
  std::unique_ptr<double[], Free> values_;
};

/// A row of a joint distribution: weights that a factor makes masses.
struct JointRow {
  const double* weights = nullptr;
  double unit = 1;
  double operator[](std::size_t j) const { return unit * weights[j]; }
};

/// A stationary Markov chain by its joint distribution J(i,j) = Pr(X1 = i, X2 = j), all entries kept, as
/// weights and the unit that makes masses of them: to multiply them would be one more pass over memory.
class DenseChain {
 public:
  /// A reversible chain: `weights` is symmetric and sums to 1 / `unit`, `mass` holds the row sums of J.
  static DenseChain reversible(SquareMatrix weights, std::vector<double> mass, double unit = 1);
  /// Any stationary chain: row sums and column sums of `joint` are `mass`. Keeps the transpose too.
  static DenseChain general(SquareMatrix joint, std::vector<double> mass);

  std::size_t states() const { return from_.size(); }
  bool symmetric() const { return symmetric_; }
  double mass(std::size_t i) const { return mass_[i]; }
  std::span<const double> masses() const { return mass_; }
  /// J(i, .): mass that leaves i.
  JointRow from(std::size_t i) const { return {from_.row(i), unit_}; }
  /// J(., i): mass that enters i.
  JointRow into(std::size_t i) const { return {symmetric_ ? from_.row(i) : into_.row(i), unit_}; }
  /// J(i,j).
  double between(std::size_t i, std::size_t j) const { return from(i)[j]; }
  /// The mass from i to these states. O(states).
  double mass_to(std::size_t i, std::span<const std::uint32_t> states) const {
    double sum = 0;
    for (const auto j : states) sum += from(i)[j];
    return sum;
  }
  /// Calls visit(j, J(i,j)) for every j.
  template <class Visit>
  void each_from(std::size_t i, Visit visit) const {
    for (std::uint32_t j = 0; j < states(); ++j) visit(j, from(i)[j]);
  }
  /// J = unit() weights().
  const SquareMatrix& weights() const { return from_; }
  double unit() const { return unit_; }

 private:
  DenseChain() = default;
  SquareMatrix from_;
  SquareMatrix into_;
  double unit_ = 1;
  bool symmetric_ = true;
  std::vector<double> mass_;
};

static_assert(MarkovChain<DenseChain>);

}  // namespace comac
