// SPDX-License-Identifier: MIT
#include "evidence/fit_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "support/fit_scene.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using test::chain_of;
using test::columns_of;

/// EM as it is written down, a row and a cluster at a time.
class SlowFitting {
 public:
  SlowFitting(const MixtureTask& task, Matrix memberships)
      : task_(task), r_(std::move(memberships)), heaviness_(Matrix::Ones(r_.rows(), r_.cols())) {
    for (Index x = 0; x < r_.cols(); ++x) {
      if (!fixed(x)) continue;
      r_.col(x).setZero();
      r_(task.start[static_cast<std::size_t>(x)], x) = 1;
    }
  }
  void round() {
    if (!task_.doubted.empty()) labels_.estimate(task_.doubted, r_);
    estimate();
    expect();
  }
  const Matrix& memberships() const { return r_; }
  double objective() const { return objective_; }

 private:
  using Index = Eigen::Index;
  bool fixed(Index x) const { return task_.fixed[static_cast<std::size_t>(x)]; }
  double weight(Index x) const {
    if (fixed(x)) return 5;
    double meant = 0;
    for (const DoubtedLabel& label : task_.doubted) {
      if (label.row != x) continue;
      meant = 0;  // the last one counts
      for (Index c = 0; c < r_.rows(); ++c)
        meant += r_(c, x) * labels_.meant(label, static_cast<std::size_t>(c));
    }
    return 1 + 4 * meant;
  }
  void estimate() {
    const Index n = r_.cols(), k = r_.rows(), d = task_.rows.rows();
    const Eigen::VectorXd mean = task_.rows.rowwise().mean();
    const Eigen::VectorXd variance =
        (task_.rows.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(n);
    const Matrix little = (1e-3 * variance).asDiagonal();
    std::vector<Eigen::VectorXd> means;
    std::vector<Matrix> scatters;
    Eigen::VectorXd count = Eigen::VectorXd::Zero(k);
    Matrix shared = Matrix::Zero(d, d);
    for (Index c = 0; c < k; ++c) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(d);
      double total = 0;
      for (Index x = 0; x < n; ++x) {
        const double w = r_(c, x) * weight(x);
        count[c] += w;
        total += w * heaviness_(c, x);
        sum += w * heaviness_(c, x) * task_.rows.col(x);
      }
      means.push_back(sum / total);
      scatters.push_back(Matrix::Zero(d, d));
      for (Index x = 0; x < n; ++x) {
        const Eigen::VectorXd from_mean = task_.rows.col(x) - means.back();
        scatters.back() += r_(c, x) * weight(x) * heaviness_(c, x) * from_mean * from_mean.transpose();
      }
      shared += scatters.back();
    }
    shared /= count.sum();
    std::vector<StudentMixture::Part> parts;
    for (Index c = 0; c < k; ++c) {
      const Matrix& own = scatters[static_cast<std::size_t>(c)];
      const double width =
          (((shared + little).inverse() * own).trace() / static_cast<double>(d) + 5) / (count[c] + 5);
      const Matrix scale =
          (own + 5.0 * static_cast<double>(d) * width * shared) / (count[c] + 5.0 * static_cast<double>(d)) +
          little;
      parts.push_back({means[static_cast<std::size_t>(c)], scale.llt().matrixL(),
                       std::log((r_.row(c).sum() + 1) / static_cast<double>(n + k)), log_chances(c)});
    }
    model_ = StudentMixture(std::move(parts), task_.freedom);
  }
  /// As if five more rows of the cluster had values as often as all rows have them, and one more each.
  Eigen::VectorXd log_chances(Index c) const {
    const CodedRows& codes = *task_.codes;
    Eigen::VectorXd result(static_cast<Index>(codes.values()));
    for (std::size_t v = 0; v < codes.columns; ++v) {
      for (std::size_t value = codes.first[v]; value < codes.first[v + 1]; ++value) {
        double own = 0, any = 0, everywhere = 1,
               all = static_cast<double>(codes.first[v + 1] - codes.first[v]);
        for (Index x = 0; x < r_.cols(); ++x) {
          const auto place = codes.of(static_cast<std::size_t>(x))[v];
          if (place == codes.values()) continue;
          const double w = r_(c, x) * weight(x);
          any += w, all += 1;
          if (place == value) own += w, everywhere += 1;
        }
        result[static_cast<Index>(value)] = std::log((own + 5 * everywhere / all) / (any + 5));
      }
    }
    return result;
  }
  void expect() {
    const Index n = r_.cols(), k = r_.rows(), d = task_.rows.rows();
    Matrix b(k, k), drive(k, n);
    for (Index y = 0; y < k; ++y) {
      for (Index z = 0; z < k; ++z) b(y, z) = mass_between(y, z);
    }
    const double total = b.sum();
    b /= total;
    const Eigen::VectorXd p = b.rowwise().sum();
    objective_ = 0;
    for (Index y = 0; y < k; ++y) {
      for (Index z = 0; z < k; ++z)
        objective_ += static_cast<double>(n) * b(y, z) * std::log(b(y, z) / (p[y] * p[z]));
    }
    for (Index x = 0; x < n; ++x) {
      double likelihood = 0;
      for (Index c = 0; c < k; ++c) {
        const StudentMixture::Part& part = model_.parts()[static_cast<std::size_t>(c)];
        const double distance =
            part.root.triangularView<Eigen::Lower>().solve(task_.rows.col(x) - part.mean).squaredNorm();
        heaviness_(c, x) = (task_.freedom + static_cast<double>(d)) / (task_.freedom + distance);
        const Matrix row = task_.rows.col(x);
        double density = model_.log_densities(row)(c, 0);
        for (const auto place : task_.codes->of(static_cast<std::size_t>(x))) {
          if (place != task_.codes->values()) density += part.log_chances[static_cast<Index>(place)];
        }
        for (const DoubtedLabel& label : task_.doubted) {
          if (label.row == x) density += labels_.nats(label, static_cast<std::size_t>(c));
        }
        const bool counts = !fixed(x) || task_.start[static_cast<std::size_t>(x)] == c;
        likelihood += counts ? std::exp(density) : 0;
        drive(c, x) = density;
        for (Index z = 0; z < k; ++z)
          drive(c, x) += 2 * static_cast<double>(n) / total * std::log(b(c, z) / (p[c] * p[z])) * flow(x, z);
      }
      objective_ += std::log(likelihood);
    }
    for (Index x = 0; x < n; ++x) {
      if (fixed(x)) continue;
      r_.col(x) = (drive.col(x).array() - drive.col(x).maxCoeff()).exp();
      r_.col(x) /= r_.col(x).sum();
    }
  }
  double factor(Index x, std::size_t m) const { return task_.chain.row(static_cast<std::size_t>(x))[m]; }
  double sum_of(Index cluster, std::size_t m) const {
    double sum = 0;
    for (Index x = 0; x < r_.cols(); ++x) sum += r_(cluster, x) * factor(x, m);
    return sum;
  }
  double flow(Index x, Index cluster) const {
    double sum = 0;
    for (std::size_t m = 0; m < task_.chain.factors(); ++m) sum += factor(x, m) * sum_of(cluster, m);
    return sum;
  }
  double mass_between(Index y, Index z) const {
    double sum = 0;
    for (std::size_t m = 0; m < task_.chain.factors(); ++m) sum += sum_of(y, m) * sum_of(z, m);
    return sum;
  }

  const MixtureTask& task_;
  Matrix r_, heaviness_;
  LabelModel labels_{task_.clusters, task_.classes};
  StudentMixture model_;
  double objective_ = 0;
};

TEST(FitRowModel, DoesWhatTheFormulasSay) {
  for (const std::size_t count : {70, 64, 9}) {
    Random random(count);
    const Table table = test::blobs(random, count, 3, 2, 2);
    const Matrix rows = columns_of(table);
    const LowRankChain chain = chain_of(table, 4);
    const auto start = test::random_clusters(random, count, 3);
    std::vector<bool> fixed(count, false);
    fixed[3] = fixed[8] = true;
    const std::vector<DoubtedLabel> labels{{7, 1, 0.8}, {5, 0, 0.8}, {7, 0, 0.7}};  // in no order
    CodedRows codes{2, {0, 2, 5}, {}};
    for (std::size_t x = 0; x < count; ++x) {
      codes.place.push_back(static_cast<std::uint32_t>(x % 2));
      codes.place.push_back(static_cast<std::uint32_t>(2 + x % 4));  // every fourth has no value
    }
    const MixtureTask task{rows, chain, 3, start, fixed, labels, 8, 2, {}, &codes};
    Matrix memberships = Matrix::Constant(3, rows.cols(), 0.2);
    for (std::size_t x = 0; x < count; ++x) memberships(start[x], static_cast<Eigen::Index>(x)) = 0.6;
    SlowFitting slow(task, memberships);
    for (std::size_t rounds = 1; rounds <= 2; ++rounds) {  // a third might not be made
      slow.round();
      const MixtureFit fit = fit_mixture(task, memberships, rounds);
      EXPECT_LT((fit.memberships - slow.memberships()).cwiseAbs().maxCoeff(), 1e-9) << count;
      EXPECT_NEAR(fit.objective, slow.objective(), 1e-9 * std::abs(slow.objective())) << count;
    }
  }
}

TEST(FitRowModel, OfSteppingColumnsNoClusterIsNarrowerThanTheSteps) {
  Matrix rows(3, 4);
  rows << 0, 1, 1, 0,  // steps of 1
      0.5, 2, 0.5, 8,  // of 1.5 at least
      7, 7, 7, 7;      // none
  EXPECT_EQ(rounding_of(rows), (std::vector<double>{1 / 12.0, 1.5 * 1.5 / 12, 0}));
  Random random(3);
  Table table = test::random_table(random, 80, 2);
  for (std::size_t x = 0; x < 80; ++x) table.at(x, 0) = x % 2 == 0 ? 0 : 1;
  const Matrix values = columns_of(table);
  std::vector<std::uint32_t> start(80);
  for (std::uint32_t x = 0; x < 80; ++x) start[x] = x % 2;
  const std::vector<bool> fixed(80, true);
  const auto rounding = rounding_of(values);
  const MixtureFit narrow = fit_mixture({values, chain_of(table, 4), 2, start, fixed}, 1),
                   wide = fit_mixture({values, chain_of(table, 4), 2, start, fixed, {}, 8, 0, rounding}, 1);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_LT(narrow.model.parts()[c].root(0, 0), 0.1);
    EXPECT_GE(wide.model.parts()[c].root(0, 0), std::sqrt(1 / 12.0));
  }
}

TEST(FitRowModel, EveryRoundOfFittingImprovesTheObjective) {
  Random random(1);
  const Table table = test::blobs(random, 150, 3, 3, 1.5);
  const Matrix rows = columns_of(table);
  const LowRankChain chain = chain_of(table, 4);
  const auto start = test::random_clusters(random, 150, 3);
  const std::vector<bool> fixed(150, false);
  double before = -1e300;
  for (std::size_t rounds = 2; rounds <= 20; rounds += 3) {
    const double now = fit_mixture({rows, chain, 3, start, fixed, {}, 8}, rounds).objective;
    EXPECT_GE(now, before - 1e-6 * std::abs(before));
    before = now;
  }
}

TEST(FitRowModel, AffineMapsOfTheColumnsHardlyMatter) {
  Random random(2);
  const Table table = test::blobs(random, 120, 2, 3, 3);
  Matrix rows = columns_of(table);
  const LowRankChain chain = chain_of(table, 4);
  std::vector<std::uint32_t> start(120);
  for (std::uint32_t row = 0; row < 120; ++row) start[row] = (row / 2) % 3;
  const std::vector<bool> fixed(120, false);
  const MixtureFit plain = fit_mixture({rows, chain, 3, start, fixed, {}, 8}, 50);
  rows.row(0) *= 1000, rows.row(1).array() += 5;
  const MixtureFit mapped = fit_mixture({rows, chain, 3, start, fixed, {}, 8}, 50);
  EXPECT_LT((plain.memberships - mapped.memberships).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(FitRowModel, RowsThatAreFixedStay) {
  Random random(3);
  const Table table = test::blobs(random, 60, 2, 2, 4);
  const Matrix rows = columns_of(table);
  std::vector<std::uint32_t> start(60, 0);
  for (std::size_t row = 1; row < 60; row += 2) start[row] = 1;
  start[0] = 1;  // among the others
  std::vector<bool> fixed(60, false);
  fixed[0] = true;
  const LowRankChain chain = chain_of(table, 4);
  const MixtureFit fit = fit_mixture({rows, chain, 2, start, fixed, {}, 8}, 30);
  EXPECT_EQ(fit.memberships(1, 0), 1);
  EXPECT_GT(fit.memberships(0, 2), 0.9);
}

TEST(FitRowModel, AColumnOfTwoValuesGainsNoMoreThanItsEntropy) {
  Random random(7);
  const Table table = test::random_table(random, 200, 2);
  const Matrix numbers = columns_of(table), none(0, 200);
  CodedRows codes{1, {0, 2}, {}};
  std::vector<std::uint32_t> start;
  for (std::uint32_t x = 0; x < 200; ++x) codes.place.push_back(x % 2), start.push_back(x % 2);
  const std::vector<bool> fixed(200, false);
  const LowRankChain chain = chain_of(table, 4);
  for (const Matrix* rows : {&numbers, &none}) {  // beside numbers, and alone
    const MixtureFit with = fit_mixture({*rows, chain, 2, start, fixed, {}, 8, 0, {}, &codes}, 30),
                     without = fit_mixture({*rows, chain, 2, start, fixed, {}, 8}, 30);
    EXPECT_TRUE(std::isfinite(with.objective));
    EXPECT_GT(with.log_likelihood, without.log_likelihood - 200 * std::log(2.0) - 20);
    EXPECT_LT(with.log_likelihood, without.log_likelihood + 1);
  }
}

TEST(FitRowModel, NothingIsLearnedFromRowsThatAreLeftOut) {
  Random random(8);
  const Table table = test::blobs(random, 120, 2, 2, 4);
  Matrix rows = columns_of(table);
  const LowRankChain chain = chain_of(table, 4);
  std::vector<std::uint32_t> start;
  for (std::uint32_t x = 0; x < 120; ++x) start.push_back(x % 2);
  const std::vector<bool> fixed(120, false);
  std::vector<bool> left_out(120, false);
  left_out[5] = left_out[6] = true;
  const MixtureTask task{rows, chain, 2, start, fixed, {}, 8, 0, {}, nullptr, 5, &left_out};
  const MixtureFit fit = fit_mixture(task, 10);
  EXPECT_EQ(fit.memberships.col(5).sum() + fit.memberships.col(6).sum(), 0);
  rows.col(5).swap(rows.col(6));  // their mean and variance in all rows stay
  rows.col(6) += rows.col(6) - rows.col(8), rows.col(5) -= rows.col(6) - rows.col(5);
  const MixtureFit other = fit_mixture(task, 10);
  EXPECT_LT((fit.model.parts()[0].mean - other.model.parts()[0].mean).norm(), 1e-2);
  EXPECT_LT((fit.memberships - other.memberships).cwiseAbs().maxCoeff(), 1e-2);
}

/// One long cloud that could be cut anywhere; rows left and right of 0.
Table long_cloud(Random& random, std::size_t rows) {
  Table table{rows, 2, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    table.values.push_back(random.normal() + (i % 2 == 0 ? -1 : 1));
    table.values.push_back(4 * random.normal());
  }
  return table;
}

TEST(FitRowModel, DoubtedLabelsTellWhereToCut) {
  constexpr std::size_t count = 200;
  Random random(3);
  const Table table = long_cloud(random, count);
  const Matrix rows = columns_of(table);
  const LowRankChain chain = chain_of(table, 8);
  std::vector<std::uint32_t> start(count);
  std::vector<DoubtedLabel> labels;
  for (std::uint32_t i = 0; i < count; ++i) {
    start[i] = i % 2;
    if (i < 100) labels.push_back({i, i % 2, 0.8});
  }
  const std::vector<bool> fixed(count, false);
  const MixtureFit fit = fit_mixture({rows, chain, 2, start, fixed, labels, 8, 2}, 50);
  std::size_t agree = 0;
  for (std::uint32_t i = 100; i < count; ++i) agree += (fit.memberships(1, i) > 0.5) == (rows(0, i) > 0);
  EXPECT_GT(agree, 85U);  // along the labels, not across the long side
}

TEST(FitRowModel, DoubtedLabelsThatAreWrongAreOutvoted) {
  constexpr std::size_t count = 150;
  Random random(4);
  Table table = test::random_table(random, count, 2);
  for (std::size_t i = 0; i < count; ++i) table.at(i, 0) += 20.0 * static_cast<double>(i % 3);
  const Matrix rows = columns_of(table);
  std::vector<std::uint32_t> start(count);
  std::vector<DoubtedLabel> labels;
  for (std::uint32_t i = 0; i < count; ++i) {
    start[i] = i % 3;
    if (i % 5 != 0) labels.push_back({i, i % 4 == 0 ? (i + 1) % 3 : i % 3, 0.8});
  }
  const std::vector<bool> fixed(count, false);
  const MixtureFit fit = fit_mixture({rows, chain_of(table, 8), 3, start, fixed, labels, 8, 3}, 50);
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_GT(fit.memberships(start[i], i), 0.5) << i;
}

}  // namespace
}  // namespace comac
