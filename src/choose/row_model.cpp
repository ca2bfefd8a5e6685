// SPDX-License-Identifier: MIT
#include "choose/row_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/vectorise.hpp"
#include "chain/gaussian_chain.hpp"
#include "cost/xlog2x.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

constexpr double label_weight = 5;  // of a row whose cluster is known, among others
constexpr double doubted_weight =
    3;  // of a label in bits of its row: at 1 the chain outvotes labels that are right
constexpr double shrinkage = 5;     // rows' worth, for each column, of the covariance whose form all share
constexpr double ridge = 1e-3;      // of each column's variance
constexpr double sure = 0.95;       // of a row's membership at the start
constexpr double converged = 1e-6;  // relative change of the objective
constexpr double least_share = 1e-12;

double log_sum_exp(const Eigen::Ref<const Vector>& values) {
  const double most = values.maxCoeff();
  return most + std::log((values.array() - most).exp().sum());
}

/// ln of the sum of exp of each column; those exp, scaled by what makes them 1 at most, in `values`.
Vector log_sums_exp(Matrix& values) {
  const Vector most = values.colwise().maxCoeff();
  values = (-values).rowwise() + most.transpose();
  gaussian_kernel(values.data(), static_cast<std::size_t>(values.size()), 1);
  Vector sums = values.colwise().sum();
  log2_of(sums.data(), static_cast<std::size_t>(sums.size()));
  return most + std::numbers::ln2 * sums;
}

constexpr std::size_t rows_at_once = 64;

/// out[x] = |L^-1 (x - mean)|^2 for rows_at_once rows, whose numbers lie column after column, by forward
/// substitution for all of them at once. `solved` has room for as many numbers.
COMAC_VECTORISE void mahalanobis(const double* columns, std::size_t count, const double* mean,
                                 const double* root, double* solved, double* out) {
  std::fill(out, out + rows_at_once, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    double left[rows_at_once];
    for (std::size_t x = 0; x < rows_at_once; ++x) left[x] = columns[i * rows_at_once + x] - mean[i];
    for (std::size_t j = 0; j < i; ++j) {
      const double l = root[j * count + i];
      for (std::size_t x = 0; x < rows_at_once; ++x) left[x] -= l * solved[j * rows_at_once + x];
    }
    const double own = 1 / root[i * count + i];
    for (std::size_t x = 0; x < rows_at_once; ++x) {
      const double y = own * left[x];
      solved[i * rows_at_once + x] = y;
      out[x] += y * y;
    }
  }
}

/// EM on one task.
class Fitting {
 public:
  Fitting(const RowModelTask& task, Matrix memberships)
      : task_(task),
        n_(task.rows.cols()),
        d_(task.rows.rows()),
        k_(static_cast<Index>(task.clusters)),
        factors_(Eigen::Map<const Matrix>(task.chain.row(0), static_cast<Index>(task.chain.factors()), n_)),
        r_(std::move(memberships)),
        heaviness_(Matrix::Ones(k_, n_)),
        weight_(Vector::Ones(n_)),
        labels_(task.clusters, task.classes) {
    for (Index x = 0; x < n_; ++x) {
      if (!task.fixed[static_cast<std::size_t>(x)]) continue;
      weight_[x] = label_weight;
      r_.col(x).setZero();
      r_(task.start[static_cast<std::size_t>(x)], x) = 1;
    }
    const Vector mean = task.rows.rowwise().mean();
    variance_ = (task.rows.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(n_);
    variance_ = variance_.cwiseMax(variance_.maxCoeff() * least_share).cwiseMax(1e-300);
  }

  RowFit run(std::size_t rounds) {
    RowFit fit;
    double before = -std::numeric_limits<double>::infinity();
    for (std::size_t round = 0; round < rounds; ++round) {
      estimate_labels();
      fit.model = estimate();
      expect(fit);
      if (fit.objective - before < converged * std::abs(fit.objective)) break;
      before = fit.objective;
    }
    fit.memberships = std::move(r_);
    fit.labels = std::move(labels_);
    return fit;
  }

 private:
  /// A row whose label seems to be meant weighs like one whose cluster is known.
  void estimate_labels() {
    labels_.estimate(task_.doubted, r_);
    for (const DoubtedLabel& label : task_.doubted) {
      double meant = 0;
      for (Index c = 0; c < k_; ++c)
        meant += r_(c, label.row) * labels_.meant(label, static_cast<std::size_t>(c));
      weight_[label.row] = 1 + (label_weight - 1) * meant;
    }
  }

  /// The M-step: a t distribution is a Gaussian whose far rows weigh less.
  RowModel estimate() {
    const Vector count = r_ * weight_;
    std::vector<RowModel::Part> parts(task_.clusters);
    std::vector<Matrix> scatter(task_.clusters);
    Matrix shared = Matrix::Zero(d_, d_);
    for (Index c = 0; c < k_; ++c) {
      RowModel::Part& part = parts[static_cast<std::size_t>(c)];
      const Vector w =
          (r_.row(c).transpose().array() * weight_.array() * heaviness_.row(c).transpose().array());
      part.mean = task_.rows * w / std::max(w.sum(), least_share);
      const Matrix centred = task_.rows.colwise() - part.mean;
      scatter[static_cast<std::size_t>(c)] = centred * w.asDiagonal() * centred.transpose();
      shared += scatter[static_cast<std::size_t>(c)];
      part.log_weight = std::log((r_.row(c).sum() + 1) / static_cast<double>(n_ + k_));
    }
    shared /= count.sum();
    const double prior = shrinkage * static_cast<double>(d_);
    const Matrix little = (ridge * variance_).asDiagonal();
    const Eigen::LLT<Matrix> by_shared(shared + little);
    for (Index c = 0; c < k_; ++c) {
      const Matrix& own = scatter[static_cast<std::size_t>(c)];
      const double rows =
          by_shared.solve(own).trace() / static_cast<double>(d_);  // if it were as wide as all
      const double width = (rows + shrinkage) / (count[c] + shrinkage);
      const Matrix scale = (own + prior * width * shared) / (count[c] + prior) + little;
      parts[static_cast<std::size_t>(c)].root = scale.llt().matrixL();
    }
    return {std::move(parts), task_.freedom};
  }

  /// The E-step: memberships by what each row's code and the grouped chain would gain; and the objective of
  /// the memberships before.
  void expect(RowFit& fit) {
    Matrix distances = fit.model.distances(task_.rows);
    heaviness_ = ((task_.freedom + static_cast<double>(d_)) / (task_.freedom + distances.array())).matrix();
    Matrix density = fit.model.log_densities_at(std::move(distances), d_);
    for (const DoubtedLabel& label : task_.doubted) {
      for (Index c = 0; c < k_; ++c)
        density(c, label.row) += labels_.nats(label, static_cast<std::size_t>(c));
    }
    const Matrix sums = r_ * factors_.transpose();  // A'
    Matrix b = (sums * sums.transpose()).cwiseMax(least_share);
    const double total = b.sum();  // 1, or less where only some of the rows take part
    b /= total;
    const Vector p = b.rowwise().sum();
    const Matrix gain = (b.array() / (p * p.transpose()).array()).log().matrix();
    const auto rows = static_cast<double>(n_);
    Matrix drive = density + (2 * rows / total * gain * sums) * factors_;
    fit.log_likelihood = likelihood_of(density);
    fit.objective = fit.log_likelihood + rows * (b.array() * gain.array()).sum();
    log_sums_exp(drive);
    for (Index x = 0; x < n_; ++x) {
      if (!task_.fixed[static_cast<std::size_t>(x)]) r_.col(x) = drive.col(x) / drive.col(x).sum();
    }
  }
  double likelihood_of(Matrix& density) const {
    double known = 0;
    for (std::size_t x = 0; x < task_.fixed.size(); ++x) {
      if (!task_.fixed[x]) continue;
      const auto column = static_cast<Index>(x);
      known += density(task_.start[x], column);
      density.col(column).setConstant(-std::log(static_cast<double>(k_)));  // whose sum is 1
    }
    return known + log_sums_exp(density).sum();
  }

  const RowModelTask& task_;
  Index n_, d_, k_;
  Eigen::Map<const Matrix> factors_;
  Matrix r_;          // R', cluster by row
  Matrix heaviness_;  // of each row for each cluster: what makes the t distribution robust
  Vector weight_;
  LabelModel labels_;
  Vector variance_;
};

/// Every so-manieth of many.
std::vector<Index> evenly(Index count, Index most) {
  std::vector<Index> chosen;
  const Index wanted = std::min(count, most);
  for (Index i = 0; i < wanted; ++i) chosen.push_back(i * count / wanted);
  return chosen;
}

}  // namespace

LabelModel::LabelModel(std::size_t clusters, std::size_t classes)
    : share_(Matrix::Constant(static_cast<Index>(clusters), static_cast<Index>(classes),
                              1 / std::max(1.0, static_cast<double>(classes)))) {}

void LabelModel::estimate(std::span<const DoubtedLabel> labels, const Matrix& memberships) {
  Matrix count =
      Matrix::Constant(share_.rows(), share_.cols(), 1 / std::max(1.0, static_cast<double>(share_.cols())));
  for (const DoubtedLabel& label : labels) {
    for (Index c = 0; c < share_.rows(); ++c)
      count(c, label.label) += memberships(c, label.row) * meant(label, static_cast<std::size_t>(c));
  }
  share_ = count.array().colwise() / count.rowwise().sum().array();
}

double LabelModel::chance(const DoubtedLabel& label, std::size_t cluster) const {
  const double at_random = (1 - label.trust) / static_cast<double>(share_.cols());
  return label.trust * share_(static_cast<Index>(cluster), label.label) + at_random;
}

double LabelModel::nats(const DoubtedLabel& label, std::size_t cluster) const {
  return doubted_weight * std::log(chance(label, cluster));
}

double LabelModel::meant(const DoubtedLabel& label, std::size_t cluster) const {
  return label.trust * share_(static_cast<Index>(cluster), label.label) / chance(label, cluster);
}

Matrix RowModel::distances(const Matrix& rows) const {
  const auto d = static_cast<std::size_t>(rows.rows());
  Matrix result(static_cast<Index>(clusters()), rows.cols());
  std::vector<double> columns(d * rows_at_once, 0), solved(columns);
  double squares[rows_at_once];
  for (Index begin = 0; begin < rows.cols(); begin += rows_at_once) {
    const Index count = std::min<Index>(rows_at_once, rows.cols() - begin);
    Eigen::Map<Matrix>(columns.data(), rows_at_once, rows.rows()).topRows(count) =
        rows.middleCols(begin, count).transpose();
    for (std::size_t c = 0; c < clusters(); ++c) {
      mahalanobis(columns.data(), d, parts_[c].mean.data(), parts_[c].root.data(), solved.data(), squares);
      result.row(static_cast<Index>(c)).segment(begin, count) =
          Eigen::Map<const Eigen::RowVectorXd>(squares, count);
    }
  }
  return result;
}

Matrix RowModel::log_densities(const Matrix& rows) const {
  return log_densities_at(distances(rows), rows.rows());
}

Matrix RowModel::log_densities_at(Matrix result, Index columns) const {
  const auto d = static_cast<double>(columns);
  const double constant = std::lgamma((freedom_ + d) / 2) - std::lgamma(freedom_ / 2) -
                          d / 2 * std::log(freedom_ * std::numbers::pi);
  Vector own(static_cast<Index>(clusters()));
  for (std::size_t c = 0; c < clusters(); ++c) {
    own[static_cast<Index>(c)] =
        constant + parts_[c].log_weight - parts_[c].root.diagonal().array().log().sum();
  }
  result = 1 + result.array() / freedom_;
  log2_of(result.data(), static_cast<std::size_t>(result.size()));
  result *= -(freedom_ + d) / 2 * std::numbers::ln2;
  result.colwise() += own;
  return result;
}

RowFit fit_row_model(const RowModelTask& task, std::size_t rounds) {
  const auto k = static_cast<Index>(task.clusters);
  Matrix memberships = Matrix::Constant(k, task.rows.cols(), (1 - sure) / static_cast<double>(k));
  for (Index x = 0; x < task.rows.cols(); ++x)
    memberships(task.start[static_cast<std::size_t>(x)], x) += sure;
  return fit_row_model(task, std::move(memberships), rounds);
}

RowFit fit_row_model(const RowModelTask& task, Matrix memberships, std::size_t rounds) {
  return Fitting(task, std::move(memberships)).run(rounds);
}

namespace {
constexpr Index most_judged = 256, most_known = 4000;
}

double neighbour_code_length(const Matrix& rows, double typical_distance) {
  const auto judged = evenly(rows.cols(), most_judged), known = evenly(rows.cols(), most_known);
  const auto d = static_cast<double>(rows.rows());
  constexpr int widths = 8;
  Eigen::ArrayXd total = Eigen::ArrayXd::Zero(widths), width(widths);
  for (int w = 0; w < widths; ++w) width[w] = typical_distance / d * std::pow(2.0, w - 5);
  Matrix others(rows.rows(), static_cast<Index>(known.size()));
  for (std::size_t i = 0; i < known.size(); ++i) others.col(static_cast<Index>(i)) = rows.col(known[i]);
  for (const Index x : judged) {
    Eigen::ArrayXd distance = (others.colwise() - rows.col(x)).colwise().squaredNorm().transpose();
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i] == x) distance[static_cast<Index>(i)] = std::numeric_limits<double>::infinity();
    }
    const double nearest = distance.minCoeff();
    const auto others_left = static_cast<double>(distance.isFinite().count());
    Eigen::ArrayXd kernel = distance - nearest;
    gaussian_kernel(kernel.data(), static_cast<std::size_t>(kernel.size()), 2 * width[widths - 1]);
    for (int w = widths - 1; w >= 0; --w) {
      total[w] += nearest / (2 * width[w]) - std::log(kernel.sum() / others_left) +
                  d / 2 * std::log(2 * std::numbers::pi * width[w]);
      kernel = kernel.square();  // that of half the width
    }
  }
  return total.minCoeff() / static_cast<double>(judged.size());
}

double mixture_code_length(const RowModel& model, const Matrix& rows) {
  const auto judged = evenly(rows.cols(), most_judged);
  Matrix sample(rows.rows(), static_cast<Index>(judged.size()));
  for (std::size_t i = 0; i < judged.size(); ++i) sample.col(static_cast<Index>(i)) = rows.col(judged[i]);
  const Matrix density = model.log_densities(sample);
  double total = 0;
  for (Index x = 0; x < density.cols(); ++x) total -= log_sum_exp(density.col(x));
  return total / static_cast<double>(judged.size());
}

}  // namespace comac
