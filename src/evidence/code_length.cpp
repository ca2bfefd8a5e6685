// SPDX-License-Identifier: MIT
#include "evidence/code_length.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

#include "base/random.hpp"
#include "chain/gaussian_chain.hpp"

namespace comac {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

constexpr std::size_t most_judged = 1024, most_known = 4000;
constexpr double most_left_out =
    5;  // one row of so many: what is learned from four fifths is nearly what all teach
constexpr int widths = 8;
/// How often a neighbour's value is not told to be the row's.
constexpr double shares[] = {0.8, 0.5, 0.25, 0.1, 0.03};

double log_sum_exp(const Eigen::Ref<const Vector>& values) {
  const double most = values.maxCoeff();
  return most + std::log((values.array() - most).exp().sum());
}

/// At most so many rows outside a fold, evenly taken.
std::vector<std::uint32_t> rows_outside(const std::vector<std::uint32_t>& fold, std::size_t rows) {
  std::vector<bool> inside(rows, false);
  for (const auto row : fold) inside[row] = true;
  std::vector<std::uint32_t> outside, known;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (!inside[row]) outside.push_back(row);
  }
  const std::size_t wanted = std::min(outside.size(), most_known);
  for (std::size_t i = 0; i < wanted; ++i) known.push_back(outside[i * outside.size() / wanted]);
  return known;
}

CodedRows codes_of(const CodedRows& codes, const std::vector<std::uint32_t>& rows) {
  CodedRows some{codes.columns, codes.first, {}};
  for (const auto row : rows) {
    const auto places = codes.of(row);
    some.place.insert(some.place.end(), places.begin(), places.end());
  }
  return some;
}

/// Tells rows by the rows outside their fold, with each setting of the kernel.
class NeighbourCode {
 public:
  NeighbourCode(const NeighbourTask& task, const std::vector<std::uint32_t>& fold)
      : task_(task),
        known_(rows_outside(fold, static_cast<std::size_t>(task.rows.cols()))),
        others_(task.rows(Eigen::all, known_)),
        other_codes_(codes_of(task.codes, known_)),
        log_frequency_(static_cast<Index>(task.codes.values()) + 1) {
    const std::vector<double> counts = other_codes_.counts();
    for (std::size_t v = 0; v < task.codes.columns; ++v) {
      double all = 0;
      for (std::size_t i = task.codes.first[v]; i < task.codes.first[v + 1]; ++i) all += counts[i] + 1;
      for (std::size_t i = task.codes.first[v]; i < task.codes.first[v + 1]; ++i)
        log_frequency_[static_cast<Index>(i)] = std::log((counts[i] + 1) / all);
    }
    log_frequency_[log_frequency_.size() - 1] = 0;  // nothing is told
  }

  /// Nats of a row with each setting: widths, from narrow to wide, for each share.
  Vector lengths_of(std::uint32_t row) const {
    const Vector distance = (others_.colwise() - task_.rows.col(row)).colwise().squaredNorm();
    if (task_.codes.columns == 0) return by_widths(distance, Vector(), 0);
    Vector lengths(widths * static_cast<Index>(std::size(shares)));
    for (std::size_t s = 0; s < std::size(shares); ++s) {
      double none_alike = 0;
      const Vector alike = likeness(row, shares[s], none_alike);
      lengths.segment(widths * static_cast<Index>(s), widths) = by_widths(distance, alike, none_alike);
    }
    return lengths;
  }

 private:
  /// The logarithm of the discrete kernel between a row and each other one, less `none_alike`, which it is
  /// where all values differ.
  Vector likeness(std::uint32_t row, double share, double& none_alike) const {
    const auto places = task_.codes.of(row);
    std::vector<double> gain;
    for (const auto place : places) {
      const double log_frequency = log_frequency_[static_cast<Index>(place)];
      none_alike += place == task_.codes.values() ? 0 : std::log(share) + log_frequency;
      gain.push_back(std::log1p((1 - share) / share * std::exp(-log_frequency)));
    }
    Vector alike = Vector::Zero(static_cast<Index>(known_.size()));
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const auto others = other_codes_.of(i);
      for (std::size_t v = 0; v < places.size(); ++v) {
        if (others[v] == places[v] && places[v] != task_.codes.values())
          alike[static_cast<Index>(i)] += gain[v];
      }
    }
    return alike;
  }

  Vector by_widths(const Vector& distance, const Vector& alike, double none_alike) const {
    const auto d = static_cast<double>(task_.rows.rows());
    Vector lengths(widths), kernel;
    double nearest = 0;
    for (int w = widths - 1; w >= 0; --w) {
      const double width = width_of(w);
      if (w == widths - 1 || alike.size() > 0) {
        kernel = distance;
        if (alike.size() > 0) kernel -= 2 * width * alike;
        nearest = kernel.minCoeff();
        kernel.array() -= nearest;
        gaussian_kernel(kernel.data(), known_.size(), 2 * width);
      } else {
        kernel = kernel.array().square();  // of half the width
      }
      lengths[w] = nearest / (2 * width) - std::log(kernel.sum() / static_cast<double>(known_.size())) +
                   d / 2 * std::log(2 * std::numbers::pi * width) - none_alike;
    }
    return lengths;
  }

  double width_of(int w) const {
    return task_.rows.rows() == 0 ? 1
                                  : std::max(task_.typical_distance / static_cast<double>(task_.rows.rows()) *
                                                 std::pow(2.0, w - 5),
                                             1e-300);
  }

  const NeighbourTask& task_;
  std::vector<std::uint32_t> known_;
  Matrix others_;
  CodedRows other_codes_;
  Vector log_frequency_;
};

}  // namespace

Folds held_out_folds(std::size_t rows) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  Random(1).shuffle<std::uint32_t>(order);
  order.resize(std::min(rows, most_judged));
  const double share = most_left_out * static_cast<double>(order.size()) / static_cast<double>(rows);
  Folds folds(static_cast<std::size_t>(std::ceil(share)));
  for (std::size_t i = 0; i < order.size(); ++i) folds[i % folds.size()].push_back(order[i]);
  return folds;
}

std::vector<double> neighbour_code_lengths(const NeighbourTask& task, const Folds& folds) {
  std::vector<Vector> lengths;
  for (const auto& fold : folds) {
    const NeighbourCode code(task, fold);
    for (const auto row : fold) lengths.push_back(code.lengths_of(row));
  }
  if (lengths.empty()) return {};
  Vector total = Vector::Zero(lengths.front().size());
  for (const Vector& of_row : lengths) total += of_row;
  const double finest = task.typical_distance / static_cast<double>(std::max<Index>(task.rows.rows(), 1));
  Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index s = 0; s < total.size(); ++s) {
    const auto w = s % widths;
    const bool too_narrow =
        w + 1 < widths && finest * std::pow(2.0, static_cast<double>(w) - 5) < task.rounding;
    if (!too_narrow && total[s] < least) least = total[s], best = s;
  }
  std::vector<double> result;
  for (const Vector& of_row : lengths) result.push_back(of_row[best]);
  return result;
}

std::vector<double> mixture_code_lengths(const StudentMixture& model, const Matrix& rows,
                                         const CodedRows& codes, const std::vector<std::uint32_t>& fold) {
  const Matrix density = model.log_densities(rows(Eigen::all, fold), codes_of(codes, fold));
  std::vector<double> lengths;
  for (Index x = 0; x < density.cols(); ++x) lengths.push_back(-log_sum_exp(density.col(x)));
  return lengths;
}

}  // namespace comac
