// SPDX-License-Identifier: MIT
#include "prep/pca.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "comac/base/error.hpp"

namespace comac {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
using View = Eigen::Map<const Rows, Eigen::Unaligned, Strides>;

constexpr Eigen::Index block_rows = 1024;

View view(const TableView& table) {
  return {table.values, static_cast<Eigen::Index>(table.rows), static_cast<Eigen::Index>(table.columns),
          Strides(table.row_stride, table.column_stride)};
}

/// Directions from the columns' scatter matrix, for tables with no more columns than rows.
Eigen::MatrixXd loadings_of_columns(const View& x, const Eigen::RowVectorXd& mean, Eigen::Index dimensions) {
  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(x.cols(), x.cols());
  for (Eigen::Index first = 0; first < x.rows(); first += block_rows) {
    const Rows block = x.middleRows(first, std::min(block_rows, x.rows() - first)).rowwise() - mean;
    scatter.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scatter);
  return solver.eigenvectors().rightCols(dimensions).rowwise().reverse();
}

/// Directions X'u / |X'u| from the eigenvectors u of the rows' Gram matrix, for tables with more columns than
/// rows. Directions without variance are 0.
Eigen::MatrixXd loadings_of_rows(const View& x, const Eigen::RowVectorXd& mean, Eigen::Index dimensions) {
  const Rows centred = x.rowwise() - mean;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(x.rows(), x.rows());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(centred);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  const Eigen::Index last = x.rows() - 1;
  const double noise =
      solver.eigenvalues()[last] * static_cast<double>(x.rows()) * std::numeric_limits<double>::epsilon();

  Eigen::MatrixXd loadings = Eigen::MatrixXd::Zero(x.cols(), dimensions);
  for (Eigen::Index d = 0; d <= last && d < dimensions; ++d) {
    if (solver.eigenvalues()[last - d] <= noise) break;
    loadings.col(d) = (centred.transpose() * solver.eigenvectors().col(last - d)).normalized();
  }
  return loadings;
}

/// Magnitudes that differ by rounding only count as ties.
void fix_sign(Eigen::Ref<Eigen::VectorXd> loading) {
  const double greatest = loading.cwiseAbs().maxCoeff() * (1 - 1e-9);
  for (const double value : loading) {
    if (std::abs(value) < greatest) continue;
    if (value < 0) loading = -loading;
    return;
  }
}

void check(const TableView& table, std::size_t dimensions) {
  if (dimensions >= 1 && dimensions <= table.columns) return;
  throw Error(ErrorCode::usage, "found a request for " + std::to_string(dimensions) +
                                    " principal components of a table with " + std::to_string(table.columns) +
                                    " columns; ask for 1 to " + std::to_string(table.columns));
}

}  // namespace

Linear fit_components(const TableView& table, std::size_t dimensions) {
  check(table, dimensions);
  const auto columns = static_cast<Eigen::Index>(table.columns), kept = static_cast<Eigen::Index>(dimensions);
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(columns);
  Eigen::MatrixXd loadings = Eigen::MatrixXd::Zero(columns, kept);
  if (table.rows > 0) {
    const View x = view(table);
    mean = x.colwise().mean();
    loadings = x.cols() > x.rows() ? loadings_of_rows(x, mean, kept) : loadings_of_columns(x, mean, kept);
  }
  if (!loadings.allFinite()) {
    throw Error(ErrorCode::data, "the columns are too large for principal components; scale them (" +
                                     setting("scale", "zscore") + ")");
  }
  std::vector<std::string> names;
  for (Eigen::Index d = 0; d < kept; ++d) {
    fix_sign(loadings.col(d));
    names.push_back("PC" + std::to_string(d + 1));
  }
  const Rows by_row = loadings;
  return {{mean.begin(), mean.end()}, {by_row.data(), by_row.data() + by_row.size()}, std::move(names)};
}

Table principal_components(const TableView& table, std::size_t dimensions) {
  return fit_components(table, dimensions).apply(table);
}

}  // namespace comac
