// SPDX-License-Identifier: MIT
#include "choose/row_fitting.hpp"

#include <algorithm>
#include <functional>
#include <numbers>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "choose/coarse.hpp"
#include "choose/code_length.hpp"
#include "choose/ends.hpp"
#include "choose/row_starts.hpp"
#include "choose/sample.hpp"
#include "choose/starts.hpp"

namespace comac {
namespace {

using Clusters = RowFitting::Clusters;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t rounds_to_compare = 4, rounds_to_converge = 100, rounds_to_follow = 8;
constexpr std::size_t most_rows = 5000;
constexpr Eigen::Index most_columns = 32;
constexpr double heavy_tails = 8, light_tails = 30;
constexpr double still_gained = 0.8;  // by the next rounds, of what these gained
constexpr double same_end = 1e-4;     // relative: as far apart as fits end that have converged to the same
constexpr std::size_t most_lots_at_all = 10;
constexpr double most_work = 1.5e9, rounds_of_a_lot = 60;
constexpr double work_of_densities = 60;  // of a row in a cluster, beside what grows with columns and factors

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

RowFitting::RowFitting(const RowsOfTable& table, const SearchTask& task, const Options& options,
                       const Matrix* directions)
    : table_(table),
      task_(task),
      options_(options),
      sample_(rows_with_said(task.said, table.rows.rows, most_rows)),
      rows_(matrix_of(table.rows, sample_)),
      directions_(directions != nullptr ? *directions : directions_of(rows_)),
      fixed_(sample_.size(), false) {
  if (directions_.size() > 0) rows_ = directions_.transpose() * rows_;
  std::vector<bool> labelled(table.rows.rows, false);
  for (const Label& label : task.said.labels) labelled[label.row] = is_hard(label);
  for (std::size_t i = 0; i < sample_.size(); ++i) fixed_[i] = labelled[sample_[i]];
  take_doubted();
}

void RowFitting::fix_linked_rows() {
  std::vector<bool> linked(table_.rows.rows, false);
  for (const Link& link : task_.said.links) linked[link.first] = linked[link.second] = true;
  for (std::size_t i = 0; i < sample_.size(); ++i) fixed_[i] = fixed_[i] || linked[sample_[i]];
}

RowFit RowFitting::fit(const Spectrum& spectrum, double steps, std::vector<Clusters> starts,
                       Means means) const {
  for (Clusters& start : starts) start = taken(start, sample_);
  return best_from(chain_of(spectrum, steps), std::move(starts), means);
}

RowFit RowFitting::go_on(const Spectrum& spectrum, double steps, const RowFit& before, Means means) const {
  const FactorChain chain = chain_of(spectrum, steps);
  const Clusters start = likeliest(before.memberships);
  RowFit from_there = best_of(chain, {start});
  if (means == Means::none) return from_there;
  RowFit from_means = best_from(chain, {start}, means);
  return from_means.objective > from_there.objective ? from_means : from_there;
}

RowFit RowFitting::follow(const Spectrum& spectrum, double steps, const Clusters& start,
                          double freedom) const {
  const Clusters of_sample = taken(start, sample_);
  const FactorChain chain = chain_of(spectrum, steps);
  return fit_row_model(task_from(chain, of_sample, freedom), rounds_to_follow);
}

double RowFitting::bits_by_neighbours() const {
  return neighbour_code_length(rows_, table_.typical_distance) / std::numbers::ln2;
}

double RowFitting::bits_by(const RowModel& model) const {
  return mixture_code_length(model, rows_) / std::numbers::ln2;
}

RowBits RowFitting::bits(const RowCode& code) const {
  return charged_bits(code, table_.rows, options_.threads);
}

RowBits RowFitting::bits(const RowFit& fit) const {
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

FactorChain RowFitting::chain_of(const Spectrum& spectrum, double steps) const {
  return {spectrum_of_rows(spectrum, sample_), steps};
}

RowModelTask RowFitting::task_from(const FactorChain& chain, const Clusters& start, double freedom) const {
  return {rows_, chain, clusters(), start, fixed_, doubted_, freedom, task_.said.label_names.size()};
}

/// The labels that may be wrong, and what would follow if none of them were.
void RowFitting::take_doubted() {
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

/// Clusters of the rows that stay where they are in a start.
Clusters RowFitting::known_from(const Clusters& start) const {
  Clusters known(sample_.size(), unknown_cluster);
  for (std::size_t x = 0; x < known.size(); ++x) {
    if (fixed_[x]) known[x] = start[x];
  }
  return known;
}

/// A start that honours what is known.
Clusters RowFitting::as_known(Clusters start, const FactorChain& chain, const Clusters& known) const {
  if (sample_.size() == table_.rows.rows)
    return fitted_start(std::move(start), chain, task_.constraints, clusters());
  for (std::size_t x = 0; x < start.size(); ++x) {
    if (fixed_[x]) start[x] = known[x];
  }
  return start;
}

/// What a budget of work allows: of large tables every lot takes long.
std::size_t RowFitting::most_lots(const FactorChain& chain) const {
  const auto columns = static_cast<double>(rows_.rows());
  const double of_a_round =
      static_cast<double>(rows_.cols()) * static_cast<double>(clusters()) *
      (2 * static_cast<double>(chain.factors()) + columns * columns + work_of_densities);
  return std::clamp(static_cast<std::size_t>(most_work / (rounds_of_a_lot * of_a_round)), std::size_t{1},
                    most_lots_at_all);
}

/// The starts are of the sample; rows whose cluster is known begin where they do in the first of them.
RowFit RowFitting::best_from(const FactorChain& chain, std::vector<Clusters> starts, Means means) const {
  if (means == Means::none) return best_of(chain, starts);
  Random random(options_.seed, 1);
  const Clusters known = known_from(starts.front());
  const MeansStarts by_means(rows_, clusters(), starts_of_a_kind(options_.search.restart_count()), known);
  for (Clusters& start : by_means.first(random)) starts.push_back(as_known(std::move(start), chain, known));
  RowFit best = best_of(chain, starts);
  if (means == Means::again && !options_.search.restarts) add_lots(chain, by_means, known, random, best);
  return best;
}

/// Lots of random starts, one after the other, until no better end is to be expected.
void RowFitting::add_lots(const FactorChain& chain, const MeansStarts& means, const Clusters& known,
                          Random& random, RowFit& best) const {
  const double same = same_end * (std::abs(best.objective) + static_cast<double>(rows_.cols()));
  Ends ends(best.objective, same);
  for (std::size_t lot = 1; lot < most_lots(chain) && !ends.enough(); ++lot) {
    std::vector<Clusters> starts = means.again(random);
    for (Clusters& start : starts) start = as_known(std::move(start), chain, known);
    RowFit other = best_of(chain, starts, best.objective - same);
    if (ends.add(other.objective)) best = std::move(other);
  }
}

/// The first rounds from each start.
std::vector<RowFitting::Fitted> RowFitting::begun(const FactorChain& chain,
                                                  const std::vector<Clusters>& starts) const {
  const std::size_t of_each = doubted_.empty() ? 1 : 2;
  std::vector<Fitted> fitted(starts.size() * of_each);
  parallel_for(fitted.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
    const Clusters& start = starts[i / of_each];
    const bool as_if_sure = i % of_each == 1;
    fitted[i] = {as_if_sure ? fit_as_if_sure(chain, start)
                            : fit_row_model(task_from(chain, start, heavy_tails), rounds_to_compare),
                 &start};
  });
  return fitted;
}

/// The better half goes on for some rounds, until one is left: what begins far from what the chain says falls
/// behind at first, and may still win. That one goes on to its end, unless it can't be expected to reach
/// what is to beat: rounds gain less and less, four fifths of those before, say.
RowFit RowFitting::best_of(const FactorChain& chain, const std::vector<Clusters>& starts,
                           double to_beat) const {
  std::vector<Fitted> fitted = begun(chain, starts);
  while (true) {
    std::ranges::stable_sort(fitted, std::ranges::greater{}, [](const Fitted& f) { return f.fit.objective; });
    fitted.resize((fitted.size() + 1) / 2);
    if (fitted.size() == 1) break;
    parallel_for(fitted.size(), 1, options_.threads, [&](std::size_t i, std::size_t) {
      auto& [fit, from, gained] = fitted[i];
      gained = -fit.objective;
      fit = fit_row_model(task_from(chain, *from, heavy_tails), fit.memberships, rounds_to_compare);
      gained += fit.objective;
    });
  }
  Fitted& last = fitted.front();
  const bool hopeless = last.fit.objective + last.gained * still_gained / (1 - still_gained) < to_beat;
  return hopeless ? std::move(last.fit) : converged(chain, last);
}

/// Begins as if no label were wrong, then lets go.
RowFit RowFitting::fit_as_if_sure(const FactorChain& chain, const Clusters& start) const {
  std::vector<bool> fixed = fixed_;
  for (const DoubtedLabel& label : doubted_) fixed[label.row] = true;
  const Clusters sure =
      sample_.size() == table_.rows.rows ? fitted_start(start, chain, *if_sure_, clusters()) : start;
  const RowModelTask task{rows_, chain, clusters(), sure, fixed, {}, heavy_tails};
  Matrix memberships = fit_row_model(task, rounds_to_compare).memberships;
  return fit_row_model(task_from(chain, start, heavy_tails), std::move(memberships), rounds_to_compare);
}

/// With heavy tails or with light ones, whichever fits.
RowFit RowFitting::converged(const FactorChain& chain, const Fitted& fitted) const {
  const auto& [begun, from, gained] = fitted;
  RowFit heavy = fit_row_model(task_from(chain, *from, heavy_tails), begun.memberships, rounds_to_converge);
  RowFit light = fit_row_model(task_from(chain, *from, light_tails), heavy.memberships, rounds_to_converge);
  return light.objective > heavy.objective ? light : heavy;
}

}  // namespace comac
