// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cstddef>
#include <vector>

namespace comac {

/// Numbers of several kinds (columns, clusters) for each of many rows, a tile of rows at a time: in it the
/// numbers of one kind stand one after the other, so that loops over rows are vector code. Rows that fill up
/// the last tile have zeros.
class RowTiles {
 public:
  static constexpr std::size_t rows_in_tile = 64;

  RowTiles(std::size_t rows, std::size_t kinds)
      : rows_(rows),
        kinds_(kinds),
        values_((rows + rows_in_tile - 1) / rows_in_tile * rows_in_tile * kinds, 0) {}
  /// A column of the matrix for each row.
  explicit RowTiles(const Eigen::MatrixXd& rows);
  Eigen::MatrixXd matrix() const;

  std::size_t rows() const { return rows_; }
  std::size_t kinds() const { return kinds_; }
  std::size_t tiles() const { return (rows_ + rows_in_tile - 1) / rows_in_tile; }
  std::size_t first_row(std::size_t tile) const { return tile * rows_in_tile; }
  std::size_t rows_in(std::size_t tile) const { return std::min(rows_in_tile, rows_ - first_row(tile)); }
  /// The numbers of a kind in a tile; those of the next kind follow.
  double* of(std::size_t tile, std::size_t kind = 0) { return values_.data() + place(tile, kind); }
  const double* of(std::size_t tile, std::size_t kind = 0) const {
    return values_.data() + place(tile, kind);
  }
  double& at(std::size_t row, std::size_t kind) { return of(row / rows_in_tile, kind)[row % rows_in_tile]; }
  double at(std::size_t row, std::size_t kind) const {
    return of(row / rows_in_tile, kind)[row % rows_in_tile];
  }

 private:
  std::size_t place(std::size_t tile, std::size_t kind) const {
    return (tile * kinds_ + kind) * rows_in_tile;
  }

  std::size_t rows_, kinds_;
  std::vector<double> values_;
};

// What follows works on one tile, whose numbers of a kind follow those of the kind before.

double sum_of_tile(const double* values);

/// out = weight * other, and the sum of it.
double multiply_tile(const double* weight, const double* other, double* out);

/// out[i] += sum over rows of weight * column i.
void add_weighted_sums(const double* columns, std::size_t count, const double* weight, double* out);

/// out(i,j) += sum over rows of weight * (column i - mean i) * (column j - mean j), for j <= i, row by row.
/// `left` has room for the columns.
void add_scatter(const double* columns, std::size_t count, const double* mean, const double* weight,
                 double* left, double* out);

/// out[m] += sum over rows of weight * factor m of the row; rows of factors stand one after the other.
void add_factor_sums(const double* factors, std::size_t rows, std::size_t count, const double* weight,
                     double* out);

/// out = |L^-1 (x - mean)|^2 for each row x, by forward substitution for all of them at once; L column by
/// column. `solved` has room for the columns.
void mahalanobis(const double* columns, std::size_t count, const double* mean, const double* root,
                 double* solved, double* out);

/// out = (freedom + count) / (freedom + distance): what a row so far away weighs in a t distribution.
void weigh_tails(const double* distances, std::size_t clusters, double freedom, std::size_t count,
                 double* out);

/// out = most - exponent * log2(1 + distance / freedom): the logarithm of a t distribution.
void log_t(const double* distances, double freedom, double exponent, double most, double* out);

/// For each row: the logarithm of the sum of exp of its numbers of each kind. The numbers are lost.
void log_sum_exp(double* values, std::size_t kinds, double* log_sum);

/// exp of each number over the sum of those of its row.
void share_out_exp(double* values, std::size_t kinds);

}  // namespace comac
