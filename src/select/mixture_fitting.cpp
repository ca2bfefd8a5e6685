// SPDX-License-Identifier: MIT
#include "select/mixture_fitting.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <utility>

#include "evidence/code_length.hpp"
#include "evidence/sample.hpp"
#include "select/coarse.hpp"

namespace comac {
namespace {

using Clusters = MixtureFitting::Clusters;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t rounds_to_follow = 8;
constexpr std::size_t most_rows = 5000;
constexpr Eigen::Index most_columns = 32;

Matrix matrix_of(const TableView& table, const Clusters& rows) {
  Matrix result(static_cast<Eigen::Index>(table.columns), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < table.columns; ++c) {
      result(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(r)) = table.at(rows[r], c);
    }
  }
  return result;
}

/// The directions in which the rows vary the most, where they have many columns: a column each.
Matrix directions_of(const Matrix& rows) {
  const auto most = std::min({most_columns, std::max<Eigen::Index>(2, rows.cols() / 4), rows.rows()});
  if (rows.rows() == most) return {};
  const Matrix centred = rows.colwise() - rows.rowwise().mean();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(centred * centred.transpose());
  return solver.eigenvectors().rightCols(most);
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

/// Neither sure nor worthless.
bool is_doubted(const Label& label) { return !is_hard(label) && label.trust > 0.5; }

}  // namespace

MixtureFitting::MixtureFitting(const RowsOfTable& table, const SearchTask& task, const Options& options,
                               const Matrix* directions)
    : table_(table),
      task_(task),
      options_(options),
      sample_(rows_with_said(task.said, table.rows.rows, most_rows)),
      rows_(matrix_of(table.rows, sample_)),
      directions_(directions != nullptr ? *directions : directions_of(rows_)),
      fixed_(sample_.size(), false) {
  if (directions_.size() > 0) rows_ = directions_.transpose() * rows_;
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

double MixtureFitting::bits_by_neighbours() const {
  if (!(table_.typical_distance > 0)) return 0;  // all rows are equal
  const double rounding = std::accumulate(rounding_.begin(), rounding_.end(), 0.0);
  return neighbour_code_length(rows_, table_.typical_distance, rounding / static_cast<double>(rows_.rows())) /
         std::numbers::ln2;
}

double MixtureFitting::bits_by(const StudentMixture& model) const {
  return mixture_code_length(model, rows_) / std::numbers::ln2;
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
  return {rows_,    chain, clusters(), start, fixed_, doubted_, freedom, task_.said.label_names.size(),
          rounding_};
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
