// SPDX-License-Identifier: MIT
#include "evidence/fit_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/checkpoint.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

constexpr std::size_t tile_size = RowTiles::rows_in_tile;
constexpr double shrinkage = 5;     // rows' worth of what all share: for each column of the form of the
                                    // covariance, and of the chances of a discrete column's values
constexpr double ridge = 1e-3;      // of each column's variance
constexpr double sure = 0.95;       // of a row's membership at the start
constexpr double converged = 1e-6;  // relative change of the objective
constexpr double least_share = 1e-12;

/// Of each column; a little where it is constant.
Vector variance_of(const Matrix& rows) {
  const Vector mean = rows.rowwise().mean();
  if (rows.rows() == 0) return {};
  const Vector variance = (rows.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(rows.cols());
  return variance.cwiseMax(variance.maxCoeff() * least_share).cwiseMax(1e-300);
}

const CodedRows no_codes;

/// The chances of a discrete column's values in all rows, each value counted once more than it occurs.
Vector shared_chances(const CodedRows& codes) {
  const std::vector<double> counts = codes.counts();
  Vector chances(static_cast<Index>(codes.values()));
  for (std::size_t v = 0; v < codes.columns; ++v) {
    const auto first = static_cast<Index>(codes.first[v]),
               values = static_cast<Index>(codes.first[v + 1] - codes.first[v]);
    for (Index i = first; i < first + values; ++i) chances[i] = counts[static_cast<std::size_t>(i)] + 1;
    chances.segment(first, values) /= chances.segment(first, values).sum();
  }
  return chances;
}

/// What the grouped chain says: its information, and by how much it falls, to first order, for each factor of
/// a row that leaves a cluster.
struct ChainPull {
  double information = 0;  // nats, of all rows
  Matrix pull;             // cluster by factor
};

ChainPull pull_of(const Matrix& sums, double rows) {
  Matrix b = (sums * sums.transpose()).cwiseMax(least_share);
  const double total = b.sum();  // 1, or less where only some of the rows take part
  b /= total;
  const Vector p = b.rowwise().sum();
  const Matrix gain = (b.array() / (p * p.transpose()).array()).log().matrix();
  return {rows * (b.array() * gain.array()).sum(), 2 * rows / total * gain * sums};
}

/// EM on one task.
class Fitting {
 public:
  Fitting(const MixtureTask& task, const Matrix& memberships)
      : task_(task),
        k_(task.clusters),
        rows_(task.rows),
        codes_(task.codes == nullptr ? no_codes : *task.codes),
        shared_chances_(shared_chances(codes_)),
        r_(memberships),
        heaviness_(rows_.rows(), k_),
        weight_(rows_.rows(), 1),
        doubted_(task.doubted.begin(), task.doubted.end()),
        labels_(task.clusters, task.classes),
        least_(ridge * variance_of(task.rows)),
        of_tile_(k_ * tile_size),
        of_flows_(of_tile_),
        of_columns_(std::max(k_, rows_.kinds()) * tile_size) {
    for (std::size_t c = 0; c < task.rounding.size(); ++c) least_[static_cast<Index>(c)] += task.rounding[c];
    std::ranges::stable_sort(doubted_, {}, &DoubtedLabel::row);
    for (std::size_t x = 0; x < rows_.rows(); ++x) {
      weight_.at(x, 0) = task.fixed[x] ? task.label_weight : 1;
      counted_ += is_left_out(x) ? 0 : 1;
      for (std::size_t c = 0; c < k_; ++c) {
        heaviness_.at(x, c) = 1;
        if (task.fixed[x]) r_.at(x, c) = task.start[x] == c ? 1 : 0;
        if (is_left_out(x)) r_.at(x, c) = 0;
      }
    }
    if (task.left_out != nullptr)
      std::erase_if(doubted_, [&](const DoubtedLabel& label) { return is_left_out(label.row); });
  }

  MixtureFit run(std::size_t rounds) {
    MixtureFit fit;
    double before = -std::numeric_limits<double>::infinity();
    for (std::size_t round = 0; round < rounds; ++round) {
      estimate_labels();
      fit.model = estimate();
      expect(fit);
      if (fit.objective - before < converged * std::abs(fit.objective)) break;
      before = fit.objective;
    }
    fit.memberships = r_.matrix();
    fit.labels = std::move(labels_);
    return fit;
  }

 private:
  bool is_left_out(std::size_t row) const { return task_.left_out != nullptr && (*task_.left_out)[row]; }
  bool stays(std::size_t row) const { return task_.fixed[row] || is_left_out(row); }

  /// A row whose label seems to be meant weighs like one whose cluster is known.
  void estimate_labels() {
    if (doubted_.empty()) return;
    labels_.estimate(doubted_, r_.matrix());
    for (const DoubtedLabel& label : doubted_) {
      double meant = 0;
      for (std::size_t c = 0; c < k_; ++c) meant += r_.at(label.row, c) * labels_.meant(label, c);
      weight_.at(label.row, 0) = 1 + (task_.label_weight - 1) * meant;
    }
  }

  /// Rows that belong to a cluster: by number, and as they weigh.
  struct Members {
    double rows = 0, weight = 0;
    Vector mean;
    Matrix scatter;
  };

  /// A t distribution is a Gaussian whose far rows weigh less.
  Members members_of(std::size_t c) {
    checkpoint();
    const std::size_t d = rows_.kinds();
    Members members{0, 0, Vector::Zero(static_cast<Index>(d)), {}};
    RowTiles weight(rows_.rows(), 1);
    double total = 0;
    for (std::size_t t = 0; t < rows_.tiles(); ++t) {
      const double* r = r_.of(t, c);
      members.rows += sum_of_tile(r);
      members.weight += multiply_tile(r, weight_.of(t), weight.of(t));
      total += multiply_tile(weight.of(t), heaviness_.of(t, c), weight.of(t));
      add_weighted_sums(rows_.of(t), d, weight.of(t), members.mean.data());
    }
    members.mean /= std::max(total, least_share);
    Matrix lower = Matrix::Zero(static_cast<Index>(d), static_cast<Index>(d));  // its rows as columns
    for (std::size_t t = 0; t < rows_.tiles(); ++t)
      add_scatter(rows_.of(t), d, members.mean.data(), weight.of(t), of_columns_.data(), lower.data());
    members.scatter = lower.selfadjointView<Eigen::Upper>();
    return members;
  }

  /// The M-step.
  StudentMixture estimate() {
    const auto d = static_cast<Index>(rows_.kinds());
    std::vector<Members> members;
    Matrix shared = Matrix::Zero(d, d);
    double all = 0;
    for (std::size_t c = 0; c < k_; ++c) {
      members.push_back(members_of(c));
      shared += members.back().scatter;
      all += members.back().weight;
    }
    shared /= all;
    const double prior = shrinkage * static_cast<double>(d);
    const Matrix little = least_.asDiagonal();
    const Eigen::LLT<Matrix> by_shared(shared + little);
    const Matrix chances = log_chances();
    std::vector<StudentMixture::Part> parts;
    for (const auto& [rows, weight, mean, own] : members) {
      const double log_weight = std::log((rows + 1) / (counted_ + static_cast<double>(k_)));
      parts.push_back({mean, {}, log_weight, chances.row(static_cast<Index>(parts.size()))});
      if (d == 0) continue;
      const double as_wide = by_shared.solve(own).trace() / static_cast<double>(d);  // as all: so many rows
      const double width = (as_wide + shrinkage) / (weight + shrinkage);
      const Matrix scale = (own + prior * width * shared) / (weight + prior) + little;
      parts.back().root = scale.llt().matrixL();
    }
    return {std::move(parts), task_.freedom};
  }

  /// Of each value in each cluster (a row here): as it is counted there among the column's values, and as if
  /// some more rows were as all are.
  Matrix log_chances() const {
    const auto k = static_cast<Index>(k_);
    Matrix counts = Matrix::Zero(k, static_cast<Index>(codes_.values()) + 1);
    Vector weights(k);
    for (std::size_t x = 0; x < codes_.rows(); ++x) {
      for (Index c = 0; c < k; ++c) weights[c] = r_.at(x, static_cast<std::size_t>(c)) * weight_.at(x, 0);
      for (const auto place : codes_.of(x)) counts.col(static_cast<Index>(place)) += weights;
    }
    for (std::size_t v = 0; v < codes_.columns; ++v) {
      const auto first = static_cast<Index>(codes_.first[v]),
                 values = static_cast<Index>(codes_.first[v + 1] - codes_.first[v]);
      auto own = counts.middleCols(first, values);
      const Vector all = own.rowwise().sum().array() + shrinkage;
      own.rowwise() += shrinkage * shared_chances_.segment(first, values).transpose();
      own = (own.array().colwise() / all.array()).log().matrix().eval();
    }
    return counts.leftCols(counts.cols() - 1);
  }

  /// Of each factor of the chain in each cluster.
  Matrix factor_sums() const {
    const std::size_t m = task_.chain.factors();
    Matrix sums = Matrix::Zero(static_cast<Index>(m), static_cast<Index>(k_));
    for (std::size_t t = 0; t < r_.tiles(); ++t) {
      for (std::size_t c = 0; c < k_; ++c)
        add_factor_sums(task_.chain.row(r_.first_row(t)), r_.rows_in(t), m, r_.of(t, c),
                        &sums(0, static_cast<Index>(c)));
    }
    return sums.transpose();
  }

  /// The E-step: memberships by what each row's code and the grouped chain would gain; and the objective of
  /// the memberships before.
  void expect(MixtureFit& fit) {
    const ChainPull chain = pull_of(factor_sums(), counted_);
    fit.log_likelihood = 0;
    std::size_t label = 0;
    for (std::size_t t = 0; t < rows_.tiles(); ++t) {
      double* density = of_tile_.data();
      fit.model.log_densities(rows_.of(t), heaviness_.of(t), density, of_columns_.data());
      fit.model.add_chances(codes_, rows_.first_row(t), rows_.rows_in(t), density);
      weigh_tails(heaviness_.of(t), k_, task_.freedom, rows_.kinds(), heaviness_.of(t));
      add_labels(t, label, density);
      take_memberships(t, chain.pull, density);
      fit.log_likelihood += likelihood_of(t, density);
    }
    fit.objective = fit.log_likelihood + chain.information;
  }

  /// What labels that are doubted add to the densities of a tile's rows; `next` is the first of them.
  void add_labels(std::size_t tile, std::size_t& next, double* density) const {
    for (; next < doubted_.size() && doubted_[next].row / tile_size == tile; ++next) {
      const DoubtedLabel& label = doubted_[next];
      for (std::size_t c = 0; c < k_; ++c)
        density[c * tile_size + label.row % tile_size] += labels_.nats(label, c);
    }
  }

  void take_memberships(std::size_t tile, const Matrix& pull, const double* density) {
    const std::size_t first = rows_.first_row(tile), count = rows_.rows_in(tile);
    double* r = r_.of(tile);
    double* drive = of_columns_.data();
    double* flows = of_flows_.data();
    flows_to(task_.chain.row(first), pull.data(), task_.chain.factors(), k_, flows, count);
    for (std::size_t c = 0; c < k_; ++c) {
      for (std::size_t x = 0; x < tile_size; ++x)
        drive[c * tile_size + x] = density[c * tile_size + x] + flows[x * k_ + c];
    }
    share_out_exp(drive, k_);
    for (std::size_t c = 0; c < k_; ++c) {
      for (std::size_t x = 0; x < count; ++x) {
        if (!stays(first + x)) r[c * tile_size + x] = drive[c * tile_size + x];
      }
    }
  }

  /// Of the rows of a tile; those whose cluster is known are told by it alone.
  double likelihood_of(std::size_t tile, double* density) const {
    double known[tile_size], log_sum[tile_size];
    const std::size_t first = rows_.first_row(tile), count = rows_.rows_in(tile);
    for (std::size_t x = 0; x < count; ++x) known[x] = density[task_.start[first + x] * tile_size + x];
    log_sum_exp(density, k_, log_sum);
    double sum = 0;
    for (std::size_t x = 0; x < count; ++x) {
      if (!is_left_out(first + x)) sum += task_.fixed[first + x] ? known[x] : log_sum[x];
    }
    return sum;
  }

  const MixtureTask& task_;
  std::size_t k_;
  RowTiles rows_;
  const CodedRows& codes_;
  Vector shared_chances_;
  double counted_ = 0;  // rows that are not left out
  RowTiles r_;
  RowTiles heaviness_;  // of each row for each cluster: what makes the t distribution robust
  RowTiles weight_;
  std::vector<DoubtedLabel> doubted_;  // in the order of their rows
  LabelModel labels_;
  Vector least_;                                         // of the variance of each column in any cluster
  std::vector<double> of_tile_, of_flows_, of_columns_;  // room for a tile
};

}  // namespace

std::vector<double> rounding_of(const Eigen::MatrixXd& rows) {
  std::vector<double> rounding;
  for (Index c = 0; c < rows.rows(); ++c) {
    const Vector column = rows.row(c);
    std::vector<double> values(column.begin(), column.end());
    std::ranges::sort(values);
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (values[i] > values[i - 1]) step = std::min(step, values[i] - values[i - 1]);
    }
    rounding.push_back(std::isfinite(step) ? step * step / 12 : 0);
  }
  return rounding;
}

MixtureFit fit_mixture(const MixtureTask& task, std::size_t rounds) {
  const auto k = static_cast<Index>(task.clusters);
  Matrix memberships = Matrix::Constant(k, task.rows.cols(), (1 - sure) / static_cast<double>(k));
  for (Index x = 0; x < task.rows.cols(); ++x)
    memberships(task.start[static_cast<std::size_t>(x)], x) += sure;
  return fit_mixture(task, memberships, rounds);
}

MixtureFit fit_mixture(const MixtureTask& task, const Eigen::MatrixXd& memberships, std::size_t rounds) {
  return Fitting(task, memberships).run(rounds);
}

}  // namespace comac
