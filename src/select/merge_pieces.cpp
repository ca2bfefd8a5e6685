// SPDX-License-Identifier: MIT
#include "select/merge_pieces.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "base/checkpoint.hpp"
#include "cost/xlog2x.hpp"

namespace comac {
namespace {

/// Pieces and what each pair of them would lose by merging, kept up to date: a merge changes one column of
/// every other pair.
class Merging {
 public:
  Merging(const std::vector<double>& between, std::size_t pieces)
      : n_(pieces),
        b_(between),
        f_(n_ * n_),
        mass_(n_, 0),
        loss_(n_ * n_, 0),
        joins_(n_),
        alive_(n_, true),
        joint_(n_),
        f_joint_(n_) {
    std::iota(joins_.begin(), joins_.end(), 0U);
    xlog2x(b_.data(), f_.data(), b_.size());
    for (std::size_t a = 0; a < n_; ++a) {
      mass_[a] = std::accumulate(&b_[a * n_], &b_[a * n_] + n_, 0.0);
    }
    for (std::size_t a = 0; a < n_; ++a) measure(a);
  }

  /// Merges the pair that loses the least.
  void merge_cheapest() {
    double least = std::numeric_limits<double>::infinity();
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = a + 1; alive_[a] && b < n_; ++b) {
        if (alive_[b] && loss_[a * n_ + b] < least) least = loss_[a * n_ + b], best = {a, b};
      }
    }
    merge(best.first, best.second);
  }

  std::vector<std::uint32_t> result() const {
    std::vector<std::uint32_t> number(n_), cluster(n_);
    std::uint32_t count = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      if (alive_[a]) number[a] = count++;
    }
    for (std::size_t a = 0; a < n_; ++a) cluster[a] = number[joins_[a]];
    return cluster;
  }

 private:
  /// f_joint_[i] = f of what the i-th of `count` pairs would have as one, joint(i): many at once take less.
  template <class Joint>
  void weigh(std::size_t count, Joint joint) {
    for (std::size_t i = 0; i < count; ++i) joint_[i] = joint(i);
    xlog2x(joint_.data(), f_joint_.data(), count);
  }
  void measure(std::size_t a) {
    checkpoint();
    for (std::size_t b = 0; b < n_; ++b) {
      if (b == a || !alive_[b]) continue;
      const double inside = b_[a * n_ + a] + b_[b * n_ + b] + 2 * b_[a * n_ + b];
      double loss = f_[a * n_ + a] + f_[b * n_ + b] + 2 * f_[a * n_ + b] - xlog2x(inside);
      loss -= 2 * (xlog2x(mass_[a]) + xlog2x(mass_[b]) - xlog2x(mass_[a] + mass_[b]));
      weigh(n_, [&](std::size_t c) { return b_[a * n_ + c] + b_[b * n_ + c]; });
      for (std::size_t c = 0; c < n_; ++c) {
        if (alive_[c] && c != a && c != b) loss += 2 * (f_[a * n_ + c] + f_[b * n_ + c] - f_joint_[c]);
      }
      loss_[a * n_ + b] = loss_[b * n_ + a] = loss;
    }
  }
  /// Adds what column c says about the pairs that it doesn't belong to: what it tells of two pieces apart
  /// beyond what it tells of them as one; once for the row, once for the column.
  void add_column(std::size_t c, double sign, std::size_t left_out) {
    for (std::size_t a = 0; a < n_; ++a) {
      if (!alive_[a] || a == c || a == left_out) continue;
      const std::size_t next = a + 1;
      weigh(n_ - next, [&](std::size_t i) { return b_[a * n_ + c] + b_[(next + i) * n_ + c]; });
      for (std::size_t b = next; b < n_; ++b) {
        if (!alive_[b] || b == c || b == left_out) continue;
        loss_[a * n_ + b] += sign * 2 * (f_[a * n_ + c] + f_[b * n_ + c] - f_joint_[b - next]);
        loss_[b * n_ + a] = loss_[a * n_ + b];
      }
    }
  }
  void merge(std::size_t a, std::size_t b) {
    add_column(a, -1, b), add_column(b, -1, a);
    alive_[b] = false;
    for (auto& joins : joins_) {
      if (joins == b) joins = static_cast<std::uint32_t>(a);
    }
    for (std::size_t c = 0; c < n_; ++c) b_[a * n_ + c] += b_[b * n_ + c];
    for (std::size_t c = 0; c < n_; ++c) b_[c * n_ + a] += b_[c * n_ + b];
    mass_[a] += mass_[b];
    for (std::size_t c = 0; c < n_; ++c) f_[a * n_ + c] = f_[c * n_ + a] = xlog2x(b_[c * n_ + a]);
    add_column(a, 1, b);
    measure(a);
  }

  std::size_t n_;
  std::vector<double> b_, f_, mass_, loss_;
  std::vector<std::uint32_t> joins_;
  std::vector<bool> alive_;
  std::vector<double> joint_, f_joint_;
};

}  // namespace

std::vector<std::uint32_t> merge_pieces(const std::vector<double>& between, std::size_t pieces,
                                        std::size_t clusters) {
  Merging merging(between, pieces);
  for (std::size_t left = pieces; left > clusters; --left) merging.merge_cheapest();
  return merging.result();
}

}  // namespace comac
