// SPDX-License-Identifier: MIT
#include "evidence/row_tiles.hpp"

#include <numbers>

#include "base/vectorise.hpp"
#include "chain/gaussian_chain.hpp"
#include "cost/xlog2x.hpp"

namespace comac {

namespace {

constexpr std::size_t tile = RowTiles::rows_in_tile;

[[gnu::always_inline]] inline double same(double value) { return value; }

/// values = most - values, where most is the largest of each row.
COMAC_VECTORISE void below_most(double* values, std::size_t kinds, double* most) {
  for (std::size_t x = 0; x < tile; ++x) most[x] = values[x];
  for (std::size_t k = 1; k < kinds; ++k) {
    for (std::size_t x = 0; x < tile; ++x) {
      const double value = values[k * tile + x];
      most[x] = value > most[x] ? value : most[x];
    }
  }
  for (std::size_t k = 0; k < kinds; ++k) {
    for (std::size_t x = 0; x < tile; ++x) values[k * tile + x] = most[x] - values[k * tile + x];
  }
}

/// Of the kinds of each row.
COMAC_VECTORISE void sums_of(const double* values, std::size_t kinds, double* sum) {
  for (std::size_t x = 0; x < tile; ++x) sum[x] = values[x];
  for (std::size_t k = 1; k < kinds; ++k) {
    for (std::size_t x = 0; x < tile; ++x) sum[x] += values[k * tile + x];
  }
}

COMAC_VECTORISE void divide_by(const double* sum, std::size_t kinds, double* values) {
  double factor[tile];
  for (std::size_t x = 0; x < tile; ++x) factor[x] = 1 / sum[x];
  for (std::size_t k = 0; k < kinds; ++k) {
    for (std::size_t x = 0; x < tile; ++x) values[k * tile + x] *= factor[x];
  }
}

COMAC_VECTORISE void one_and(const double* distances, double factor, double* out) {
  for (std::size_t x = 0; x < tile; ++x) out[x] = 1 + distances[x] * factor;
}

COMAC_VECTORISE void below(double most, double factor, double* values) {
  for (std::size_t x = 0; x < tile; ++x) values[x] = most - factor * values[x];
}

}  // namespace

RowTiles::RowTiles(const Eigen::MatrixXd& rows)
    : RowTiles(static_cast<std::size_t>(rows.cols()), static_cast<std::size_t>(rows.rows())) {
  for (std::size_t x = 0; x < rows_; ++x) {
    for (std::size_t k = 0; k < kinds_; ++k)
      at(x, k) = rows(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(x));
  }
}

Eigen::MatrixXd RowTiles::matrix() const {
  Eigen::MatrixXd result(static_cast<Eigen::Index>(kinds_), static_cast<Eigen::Index>(rows_));
  for (std::size_t x = 0; x < rows_; ++x) {
    for (std::size_t k = 0; k < kinds_; ++k)
      result(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(x)) = at(x, k);
  }
  return result;
}

COMAC_VECTORISE double sum_of_tile(const double* values) {
  return sum_in_lanes(
      tile, COMAC_LAMBDA(std::size_t x) { return values[x]; }, same);
}

COMAC_VECTORISE double multiply_tile(const double* weight, const double* other, double* out) {
  for (std::size_t x = 0; x < tile; ++x) out[x] = weight[x] * other[x];
  return sum_in_lanes(
      tile, COMAC_LAMBDA(std::size_t x) { return out[x]; }, same);
}

COMAC_VECTORISE void add_weighted_sums(const double* columns, std::size_t count, const double* weight,
                                       double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const double* column = columns + i * tile;
    out[i] += sum_in_lanes(
        tile, COMAC_LAMBDA(std::size_t x) { return weight[x] * column[x]; }, same);
  }
}

COMAC_VECTORISE void add_scatter(const double* columns, std::size_t count, const double* mean,
                                 const double* weight, double* left, double* out) {
  double weighted[tile];
  for (std::size_t i = 0; i < count; ++i) {
    double* own = left + i * tile;
    for (std::size_t x = 0; x < tile; ++x) own[x] = columns[i * tile + x] - mean[i];
    for (std::size_t x = 0; x < tile; ++x) weighted[x] = weight[x] * own[x];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = left + j * tile;
      const double* w = weighted;
      out[i * count + j] += sum_in_lanes(
          tile, COMAC_LAMBDA(std::size_t x) { return w[x] * other[x]; }, same);
    }
  }
}

COMAC_VECTORISE void add_factor_sums(const double* factors, std::size_t rows, std::size_t count,
                                     const double* weight, double* out) {
  constexpr std::size_t at_once = 4;  // rows, so that sums are read and written less often
  std::size_t x = 0;
  for (; x + at_once <= rows; x += at_once) {
    const double* first = factors + x * count;
    for (std::size_t m = 0; m < count; ++m) {
      out[m] += (weight[x] * first[m] + weight[x + 1] * first[count + m]) +
                (weight[x + 2] * first[2 * count + m] + weight[x + 3] * first[3 * count + m]);
    }
  }
  for (; x < rows; ++x) {
    for (std::size_t m = 0; m < count; ++m) out[m] += weight[x] * factors[x * count + m];
  }
}

COMAC_VECTORISE void mahalanobis(const double* columns, std::size_t count, const double* mean,
                                 const double* root, double* solved, double* out) {
  std::fill(out, out + tile, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    double left[tile];
    for (std::size_t x = 0; x < tile; ++x) left[x] = columns[i * tile + x] - mean[i];
    for (std::size_t j = 0; j < i; ++j) {
      const double l = root[j * count + i];
      for (std::size_t x = 0; x < tile; ++x) left[x] -= l * solved[j * tile + x];
    }
    const double own = 1 / root[i * count + i];
    for (std::size_t x = 0; x < tile; ++x) {
      const double y = own * left[x];
      solved[i * tile + x] = y;
      out[x] += y * y;
    }
  }
}

COMAC_VECTORISE void weigh_tails(const double* distances, std::size_t clusters, double freedom,
                                 std::size_t count, double* out) {
  const double most = freedom + static_cast<double>(count);
  for (std::size_t i = 0; i < clusters * tile; ++i) out[i] = most / (freedom + distances[i]);
}

void log_t(const double* distances, double freedom, double exponent, double most, double* out) {
  one_and(distances, 1 / freedom, out);
  log2_of(out, tile);
  below(most, exponent, out);
}

void log_sum_exp(double* values, std::size_t kinds, double* log_sum) {
  double most[tile];
  below_most(values, kinds, most);
  exp_of_negatives(values, kinds * tile);
  sums_of(values, kinds, log_sum);
  log2_of(log_sum, tile);
  for (std::size_t x = 0; x < tile; ++x) log_sum[x] = most[x] + std::numbers::ln2 * log_sum[x];
}

void share_out_exp(double* values, std::size_t kinds) {
  double most[tile], sum[tile];
  below_most(values, kinds, most);
  exp_of_negatives(values, kinds * tile);
  sums_of(values, kinds, sum);
  divide_by(sum, kinds, values);
}

}  // namespace comac
