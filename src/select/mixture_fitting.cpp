// SPDX-License-Identifier: MIT
#include "select/mixture_fitting.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include "base/parallel.hpp"
#include "evidence/directions.hpp"
#include "evidence/sample.hpp"
#include "select/coarse.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

using Clusters = MixtureFitting::Clusters;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t rounds_to_follow = 8;
constexpr std::size_t most_rows = 5000;
constexpr Eigen::Index most_columns = 32;

/// Some rows of a table, and the directions in which their numbers vary the most, where these are many.
struct Reduced {
  Matrix directions;  ///< a column each; none if the rows are as they were
  Matrix rows;        ///< a column for each
};

Reduced reduced(const TableView& table, const Clusters& rows, const ColumnSplit& split) {
  const Table sample = taken_rows(table, rows);
  Matrix numbers = numbers_of(sample, split, {}, 0, sample.rows);
  const auto most = std::min({most_columns, std::max<Eigen::Index>(2, numbers.cols() / 4), numbers.rows()});
  if (numbers.rows() == most) return {{}, std::move(numbers)};
  Matrix directions = leading_directions(numbers, most);
  numbers = directions.transpose() * numbers;
  return {std::move(directions), std::move(numbers)};
}

Clusters taken(const Clusters& from, const Clusters& rows) {
  Clusters result;
  for (const auto row : rows) result.push_back(from[row]);
  return result;
}

/// The cluster that each row, a column, belongs to the most.
Clusters likeliest(const Matrix& memberships) {
  Clusters result(static_cast<std::size_t>(memberships.cols()));
  for (std::size_t x = 0; x < result.size(); ++x) {
    Eigen::Index most = 0;
    memberships.col(static_cast<Eigen::Index>(x)).maxCoeff(&most);
    result[x] = static_cast<std::uint32_t>(most);
  }
  return result;
}

ColumnSplit all_as_numbers(std::size_t columns) {
  ColumnSplit split;
  split.numbers.resize(columns);
  std::iota(split.numbers.begin(), split.numbers.end(), std::size_t{0});
  return split;
}

/// Of all columns together.
double variance_of(const Matrix& rows) {
  if (rows.rows() == 0) return 0;
  return (rows.colwise() - rows.rowwise().mean()).squaredNorm() / static_cast<double>(rows.cols());
}

/// Neither sure nor worthless.
bool is_doubted(const Label& label) { return !is_hard(label) && label.trust > 0.5; }

}  // namespace

MixtureFitting::MixtureFitting(const RowsOfTable& table, const SearchTask& task, const Options& options,
                               const ProjectedMixture* before)
    : table_(table),
      task_(task),
      options_(options),
      sample_(rows_with_said(task.said, table.rows.rows, most_rows)),
      split_(before != nullptr ? before->split : split_columns(table.rows, table.sources)),
      folds_(held_out_folds(sample_.size())),
      fixed_(sample_.size(), false) {
  if (before != nullptr) {
    directions_ = before->directions;
    const Table sample = taken_rows(table.rows, sample_);
    rows_ = numbers_of(sample, split_, directions_, 0, sample.rows);
  } else {
    Reduced numbers = reduced(table.rows, sample_, split_);
    directions_ = std::move(numbers.directions), rows_ = std::move(numbers.rows);
  }
  codes_ = split_.codes(table.rows, sample_);
  if (codes_.columns > 0) seen_ = reduced(table.rows, sample_, all_as_numbers(table.rows.columns)).rows;
  rounding_ = rounding_of(rows_);
  std::vector<bool> labelled(table.rows.rows, false);
  for (const Label& label : task.said.labels) labelled[label.row] = is_hard(label);
  for (std::size_t i = 0; i < sample_.size(); ++i) fixed_[i] = labelled[sample_[i]];
  take_doubted();
}

void MixtureFitting::fix_linked_rows() {
  std::vector<bool> linked(table_.rows.rows, false);
  for (const Link& link : task_.said.links) linked[link.first] = linked[link.second] = true;
  for (std::size_t i = 0; i < sample_.size(); ++i) fixed_[i] = fixed_[i] || linked[sample_[i]];
}

MixtureFit MixtureFitting::fit(const Spectrum& spectrum, double steps, std::vector<Clusters> starts,
                               Means means) const {
  for (Clusters& start : starts) start = taken(start, sample_);
  return best_from(chain_of(spectrum, steps), std::move(starts), means);
}

MixtureFit MixtureFitting::go_on(const Spectrum& spectrum, double steps, const MixtureFit& before,
                                 Means means) const {
  const LowRankChain chain = chain_of(spectrum, steps);
  const Clusters start = likeliest(before.memberships);
  MixtureFit from_there = best_of(chain, {start});
  if (means == Means::none) return from_there;
  MixtureFit from_means = best_from(chain, {start}, means);
  return from_means.objective > from_there.objective ? from_means : from_there;
}

MixtureFit MixtureFitting::follow(const Spectrum& spectrum, double steps, const Clusters& start,
                                  double freedom) const {
  const Clusters of_sample = taken(start, sample_);
  const LowRankChain chain = chain_of(spectrum, steps);
  return fit_mixture(task_from(chain, of_sample, freedom), rounds_to_follow);
}

bool MixtureFitting::all_rows_are_near() const {
  const std::size_t near = chain_options(options_, table_.rows.rows).neighbours;
  std::set<std::vector<double>> different;
  for (const auto row : sample_) {
    std::vector<double> values;
    for (std::size_t c = 0; c < table_.rows.columns; ++c) values.push_back(table_.rows.at(row, c));
    different.insert(std::move(values));
    if (different.size() > near) return false;
  }
  return true;
}

std::vector<double> MixtureFitting::lengths_by_neighbours() const {
  const double rounding = std::accumulate(rounding_.begin(), rounding_.end(), 0.0);
  const auto columns = static_cast<double>(std::max<Eigen::Index>(rows_.rows(), 1));
  const double share = codes_.columns == 0 ? 1 : variance_of(rows_) / variance_of(seen_);
  return neighbour_code_lengths({rows_, codes_, table_.typical_distance * share, rounding / columns}, folds_);
}

std::vector<double> MixtureFitting::lengths_by(const MixtureFit& fit, const Spectrum& spectrum,
                                               double steps) const {
  const LowRankChain chain = chain_of(spectrum, steps);
  const Clusters start = likeliest(fit.memberships);
  std::vector<std::vector<double>> of_fold(folds_.size());
  parallel_for(folds_.size(), 1, options_.threads, [&](std::size_t f, std::size_t) {
    std::vector<bool> left_out(sample_.size(), false);
    for (const auto row : folds_[f]) left_out[row] = true;
    MixtureTask task = task_from(chain, start, fit.model.freedom());
    task.label_weight = 1;  // all rows count alike in how they are told
    task.left_out = &left_out;
    const MixtureFit without = fit_mixture(task, fit.memberships, rounds_to_follow);
    of_fold[f] = mixture_code_lengths(without.model, rows_, codes_, folds_[f]);
  });
  std::vector<double> lengths;
  for (const auto& some : of_fold) lengths.insert(lengths.end(), some.begin(), some.end());
  return lengths;
}

RowBits MixtureFitting::bits(const ProjectedMixture& code) const {
  return charged_bits(code, table_.rows, options_.threads);
}

RowBits MixtureFitting::bits(const MixtureFit& fit) const {
  const RowBits of_rows = bits(code_of(fit.model));
  if (doubted_.empty()) return of_rows;
  std::vector<double> all = *of_rows;
  const double unit = -0.5 / std::numbers::ln2 / static_cast<double>(table_.rows.rows);
  for (const Label& label : task_.said.labels) {
    if (!is_doubted(label)) continue;
    for (std::size_t c = 0; c < clusters(); ++c)
      all[label.row * clusters() + c] += unit * fit.labels.nats({label.row, label.label, label.trust}, c);
  }
  return std::make_shared<const std::vector<double>>(std::move(all));
}

LowRankChain MixtureFitting::chain_of(const Spectrum& spectrum, double steps) const {
  return {spectrum_of_rows(spectrum, sample_), steps};
}

MixtureTask MixtureFitting::task_from(const LowRankChain& chain, const Clusters& start,
                                      double freedom) const {
  return {rows_,     chain,  clusters(), start, fixed_, doubted_, freedom, task_.said.label_names.size(),
          rounding_, &codes_};
}

/// The labels that may be wrong, and what would follow if none of them were.
void MixtureFitting::take_doubted() {
  std::vector<std::uint32_t> place(table_.rows.rows, UINT32_MAX);
  for (std::uint32_t i = 0; i < sample_.size(); ++i) place[sample_[i]] = i;
  SideInformation sure = task_.said;
  sure.links.clear();
  for (Label& label : sure.labels) {
    if (is_doubted(label) && place[label.row] != UINT32_MAX)
      doubted_.push_back({place[label.row], label.label, label.trust});
    label.trust = 1;
  }
  if (!doubted_.empty()) if_sure_ = propagate(sure, table_.rows.rows, OnConflict::drop);
}

}  // namespace comac
