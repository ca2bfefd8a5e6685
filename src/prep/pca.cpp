// SPDX-License-Identifier: MIT
#include "prep/pca.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "comac/base/error.hpp"

namespace comac {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Rows>;

constexpr Eigen::Index block_rows = 1024;

View view(const Table& table) {
  return {table.values.data(), static_cast<Eigen::Index>(table.rows),
          static_cast<Eigen::Index>(table.columns)};
}

/// Calls visit(first row, centred block) block after block.
template <class Visit>
void for_blocks(const View& x, const Eigen::RowVectorXd& mean, Visit visit) {
  for (Eigen::Index first = 0; first < x.rows(); first += block_rows) {
    const Eigen::Index count = std::min(block_rows, x.rows() - first);
    const Rows block = x.middleRows(first, count).rowwise() - mean;
    visit(first, block);
  }
}

/// Directions from the columns' scatter matrix, for tables with no more columns than rows.
Eigen::MatrixXd loadings_of_columns(const View& x, const Eigen::RowVectorXd& mean, Eigen::Index dimensions) {
  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(x.cols(), x.cols());
  for_blocks(x, mean, [&](Eigen::Index, const Rows& block) {
    scatter.selfadjointView<Eigen::Lower>().rankUpdate(block.transpose());
  });
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

void check(const Table& table, std::size_t dimensions) {
  if (dimensions >= 1 && dimensions <= table.columns) return;
  throw Error(ErrorCode::usage, "found a request for " + std::to_string(dimensions) +
                                    " principal components of a table with " + std::to_string(table.columns) +
                                    " columns; ask for 1 to " + std::to_string(table.columns));
}

}  // namespace

Table principal_components(const Table& table, std::size_t dimensions) {
  check(table, dimensions);
  Table result{table.rows, dimensions, std::vector<double>(table.rows * dimensions), {}};
  for (std::size_t d = 1; d <= dimensions; ++d) result.column_names.push_back("PC" + std::to_string(d));
  if (table.rows == 0) return result;

  const View x = view(table);
  const auto kept = static_cast<Eigen::Index>(dimensions);
  const Eigen::RowVectorXd mean = x.colwise().mean();
  Eigen::MatrixXd loadings =
      x.cols() > x.rows() ? loadings_of_rows(x, mean, kept) : loadings_of_columns(x, mean, kept);
  if (!loadings.allFinite()) {
    throw Error(ErrorCode::data,
                "the columns are too large for principal components; scale them (--scale zscore)");
  }
  for (Eigen::Index d = 0; d < kept; ++d) fix_sign(loadings.col(d));

  Eigen::Map<Rows> projected(result.values.data(), x.rows(), kept);
  for_blocks(x, mean, [&](Eigen::Index first, const Rows& block) {
    projected.middleRows(first, block.rows()).noalias() = block * loadings;
  });
  return result;
}

}  // namespace comac
