// SPDX-License-Identifier: MIT
#include "comac/systems/relaxation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "comac/base/error.hpp"
#include "comac/base/parallel.hpp"
#include "comac/systems/points.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 128;
constexpr std::size_t most_doublings = 30;
constexpr double forgotten = 0.01;  // bits; what is left tells nothing
constexpr double flat = 1e-9;       // bits; a plateau that rounding can't tell from a perfect one

/// The square of a symmetric matrix: the lower triangle in blocks of rows, then its mirror image.
void square(const SquareMatrix& matrix, std::size_t threads, SquareMatrix& result) {
  const auto n = index(matrix.size());
  const Eigen::Map<const Points> from(matrix.row(0), n, n);
  Eigen::Map<Points> to(result.row(0), n, n);
  parallel_for(matrix.size(), rows_at_once, threads, [&](std::size_t begin, std::size_t end) {
    const auto first = index(begin), count = index(end - begin);
    to.block(first, 0, count, index(end)).noalias() =
        from.middleRows(first, count) * from.leftCols(index(end));
  });
  to.triangularView<Eigen::StrictlyUpper>() = to.transpose();
}

}  // namespace

Doubling::Doubling(const DenseChain& chain, std::size_t threads)
    : mass_(chain.masses().begin(), chain.masses().end()),
      threads_(threads),
      now_(chain.states()),
      next_(chain.states()) {
  assert(chain.symmetric());
  for (std::size_t i = 0; i < chain.states(); ++i) {
    for (std::size_t j = 0; j < chain.states(); ++j) now_.row(i)[j] = chain.from(i)[j] / root(i, j);
  }
}

double Doubling::root(std::size_t i, std::size_t j) const { return std::sqrt(mass_[i] * mass_[j]); }

void Doubling::advance() {
  square(now_, threads_, next_);
  std::swap(now_, next_);
  steps_ *= 2;
}

double Doubling::information() const {
  std::vector<double> bits(mass_.size());
  parallel_for(mass_.size(), rows_at_once, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < mass_.size(); ++j) {
        const double m = now_(i, j);
        if (m > 0) bits[i] += m * root(i, j) * std::log2(m / root(i, j));
      }
    }
  });
  return std::accumulate(bits.begin(), bits.end(), 0.0);
}

DenseChain Doubling::chain() const {
  SquareMatrix joint(mass_.size());
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    for (std::size_t j = 0; j < mass_.size(); ++j) joint.row(i)[j] = now_(i, j) * root(i, j);
  }
  return DenseChain::reversible(std::move(joint), mass_);
}

std::vector<double> information_decay(const DenseChain& chain, std::size_t threads, ProgressGate& progress) {
  Doubling doubling(chain, threads);
  std::vector<double> information{doubling.information()};
  for (std::size_t i = 1; i <= most_doublings && information.back() > forgotten; ++i) {
    if (progress.report({"relaxation", static_cast<double>(i) / most_doublings})) {
      throw Error(ErrorCode::interrupted,
                  "interrupted while the relaxation time was sought; there is no result yet");
    }
    doubling.advance();
    information.push_back(doubling.information());
    if (information.end()[-2] - information.back() < flat) break;
  }
  return information;
}

std::size_t plateau(std::span<const double> information, double bits) {
  std::vector<double> loss;
  for (std::size_t i = 1; i < information.size(); ++i) loss.push_back(information[i - 1] - information[i]);
  std::size_t steps = 1;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < loss.size(); ++i) {
    const bool less_than_before = i == 0 || loss[i] < loss[i - 1];
    const bool less_than_after = i + 1 == loss.size() ? loss[i] < flat : loss[i] < loss[i + 1];
    const double distance = std::abs(information[i] - bits);
    if (less_than_before && less_than_after && distance < nearest) {
      nearest = distance;
      steps = std::size_t{1} << i;
    }
  }
  return steps;
}

std::size_t relaxation_time(const DenseChain& chain, std::size_t clusters, std::size_t threads,
                            ProgressGate& progress) {
  if (clusters == 1) return 1;  // nothing is to be told apart
  return plateau(information_decay(chain, threads, progress), std::log2(static_cast<double>(clusters)));
}

}  // namespace comac
