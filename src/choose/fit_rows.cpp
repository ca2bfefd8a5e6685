// SPDX-License-Identifier: MIT
#include "choose/fit_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "choose/coarse.hpp"
#include "choose/row_starts.hpp"
#include "choose/sample.hpp"
#include "choose/starts.hpp"
#include "constraints/propagate.hpp"
#include "cost/row_term.hpp"
#include "optimise/restarts.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;
using Matrix = Eigen::MatrixXd;

constexpr std::size_t starts_by_means =
    6;  // two thirds of them whatever the units and correlations of columns are
constexpr std::size_t rounds_to_compare = 4, rounds_to_converge = 100;
constexpr std::size_t rounds_with_links = 3, rounds_to_follow = 8;
constexpr std::size_t most_rows = 5000, rows_at_once = 4096;
constexpr Eigen::Index most_columns = 32;
constexpr double heavy_tails = 8, light_tails = 30;

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

/// The terms of the task, and the model's.
std::vector<TermMaker> with_rows(const SearchTask& task, RowBits bits) {
  std::vector<TermMaker> terms = task.terms;
  terms.push_back(row_term(std::move(bits)));
  return terms;
}

/// Neither sure nor worthless.
bool is_doubted(const Label& label) { return !is_hard(label) && label.trust > 0.5; }

/// Finds a model of the rows beside a chain.
class RowFitting {
 public:
  /// `directions` are those of before, if there are any.
  RowFitting(const RowsOfTable& table, const SearchTask& task, const Options& options, ProgressGate& progress,
             const Matrix* directions)
      : table_(table),
        task_(task),
        options_(options),
        progress_(progress),
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

  double bits_by_neighbours() const {
    return neighbour_code_length(rows_, table_.typical_distance) / std::numbers::ln2;
  }

  /// The best fit from several starts, beside the chain that takes so many steps; all of the table's rows.
  RowFit fit(const Spectrum& spectrum, double steps, std::vector<Clusters> starts, bool also_means) const {
    const FactorChain chain(spectrum_of_rows(spectrum, sample_), steps);
    for (Clusters& start : starts) start = taken(start, sample_);
    if (also_means) add_means(chain, starts);
    std::vector<Fitted> fitted;
    for (const Clusters& start : starts) {
      fitted.push_back({fit_row_model(task_from(chain, start, heavy_tails), rounds_to_compare), &start});
      if (!doubted_.empty()) fitted.push_back({fit_as_if_sure(chain, start), &start});
    }
    auto [best, from] = best_in_the_end(chain, std::move(fitted));
    best =
        fit_row_model(task_from(chain, *from, heavy_tails), std::move(best.memberships), rounds_to_converge);
    RowFit light = fit_row_model(task_from(chain, *from, light_tails), best.memberships, rounds_to_converge);
    return light.objective > best.objective ? light : best;
  }

  double bits_of(const RowModel& model) const {
    return mixture_code_length(model, rows_) / std::numbers::ln2;
  }

  /// What tells the rows of the table by such a model.
  RowCode code_of(RowModel model) const { return {directions_, std::move(model)}; }

  /// What such a code charges the rows of the table.
  RowBits bits(const RowCode& code) const { return charged_bits(code, table_.rows, options_.threads); }
  /// The same with the labels that may be wrong.
  RowBits bits(const RowFit& fit) const {
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

  /// What links say can't be told by memberships of single rows: the search honours them, and the model
  /// follows.
  void follow_links(RowFit& fit, Choice& choice) {
    fix_linked_rows();
    const FactorChain chain(choice.spectrum, choice.steps);
    for (std::size_t round = 0; round < rounds_with_links && !progress_.stopped(); ++round) {
      Clusters found = search(chain, choice);
      if (found == choice.start && round > 0) return;
      choice.start = std::move(found);
      fit = this->fit(choice.spectrum, choice.steps, {choice.start}, false);
      choice.terms = with_rows(task_, bits(fit));
    }
  }

  /// The same from where a model was left: it tells where the search goes, and follows it in a few rounds.
  void follow(const RowCode& before, Choice& choice) {
    const FactorChain chain(choice.spectrum, choice.steps);
    choice.model = before;
    choice.terms = with_rows(task_, bits(before));
    Clusters found = search(chain, choice);
    const bool stays = found == choice.start;  // then so does the model
    choice.start = std::move(found);
    if (stays || progress_.stopped()) return;
    fix_linked_rows();
    const FactorChain of_sample(spectrum_of_rows(choice.spectrum, sample_), choice.steps);
    const Clusters start = taken(choice.start, sample_);
    RowFit fit = fit_row_model(task_from(of_sample, start, before.model.freedom()), rounds_to_follow);
    choice.terms = with_rows(task_, bits(fit));
    choice.model = code_of(std::move(fit.model));
  }

 private:
  std::size_t clusters() const { return options_.cluster_count(); }
  void fix_linked_rows() {
    std::vector<bool> linked(table_.rows.rows, false);
    for (const Link& link : task_.said.links) linked[link.first] = linked[link.second] = true;
    for (std::size_t i = 0; i < sample_.size(); ++i) fixed_[i] = fixed_[i] || linked[sample_[i]];
  }
  RowModelTask task_from(const FactorChain& chain, const Clusters& start, double freedom) const {
    return {rows_, chain, clusters(), start, fixed_, doubted_, freedom, task_.said.label_names.size()};
  }

  /// Rows whose cluster is known begin where they do in the first of the starts.
  void add_means(const FactorChain& chain, std::vector<Clusters>& starts) const {
    Random random(options_.seed, 1);
    for (Clusters& start : means_starts(rows_, clusters(), random)) {
      if (sample_.size() == table_.rows.rows) {
        start = fitted_start(std::move(start), chain, task_.constraints, clusters());
      } else {
        for (std::size_t x = 0; x < sample_.size(); ++x) {
          if (fixed_[x]) start[x] = starts.front()[x];
        }
      }
      starts.push_back(std::move(start));
    }
  }

  struct Fitted {
    RowFit fit;
    const Clusters* from;
  };

  /// The better half goes on for some rounds, until one is left: what begins far from what the chain says
  /// falls behind at first, and may still win.
  Fitted best_in_the_end(const FactorChain& chain, std::vector<Fitted> fitted) const {
    while (true) {
      std::ranges::stable_sort(fitted, std::ranges::greater{},
                               [](const Fitted& f) { return f.fit.objective; });
      fitted.resize((fitted.size() + 1) / 2);
      if (fitted.size() == 1) return std::move(fitted.front());
      for (auto& [fit, from] : fitted)
        fit = fit_row_model(task_from(chain, *from, heavy_tails), std::move(fit.memberships),
                            rounds_to_compare);
    }
  }

  /// The labels that may be wrong, and what would follow if none of them were.
  void take_doubted() {
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

  /// Begins as if no label were wrong, then lets go.
  RowFit fit_as_if_sure(const FactorChain& chain, const Clusters& start) const {
    std::vector<bool> fixed = fixed_;
    for (const DoubtedLabel& label : doubted_) fixed[label.row] = true;
    const Clusters sure =
        sample_.size() == table_.rows.rows ? fitted_start(start, chain, *if_sure_, clusters()) : start;
    const RowModelTask task{rows_, chain, clusters(), sure, fixed, {}, heavy_tails};
    Matrix memberships = fit_row_model(task, rounds_to_compare).memberships;
    return fit_row_model(task_from(chain, start, heavy_tails), std::move(memberships), rounds_to_compare);
  }
  Clusters search(const FactorChain& chain, const Choice& choice) const {
    Options once = options_;
    once.search.restarts = 1;
    auto found = carry_out(
        plan_search(chain, {task_.said, task_.constraints, choice.start, choice.terms}, once), progress_);
    return std::move(found[best_restart(found)].cluster_of_row);
  }

  const RowsOfTable& table_;
  const SearchTask& task_;
  const Options& options_;
  ProgressGate& progress_;
  Clusters sample_;
  Matrix rows_;        // of the sample, a column for each
  Matrix directions_;  // that they were reduced to; none if they weren't
  std::vector<bool> fixed_;
  std::vector<DoubtedLabel> doubted_;   // rows of the sample
  std::optional<Constraints> if_sure_;  // if no label were wrong; of all rows
};

/// The cluster in which each row's code is shortest, given where the chain has it: rows of a sample that was
/// fitted tell the others' start by the model alone.
Clusters start_by(const RowBits& bits, const Clusters& before, const FactorChain& chain,
                  const SearchTask& task, const Options& options) {
  const std::size_t clusters = options.cluster_count();
  Clusters start(before.size());
  parallel_for(start.size(), rows_at_once, options.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto first = bits->begin() + static_cast<std::ptrdiff_t>(row * clusters);
      start[row] = static_cast<std::uint32_t>(
          std::min_element(first, first + static_cast<std::ptrdiff_t>(clusters)) - first);
    }
  });
  return fitted_start(std::move(start), chain, task.constraints, clusters);
}

/// Fits at each of these scales; that by which the rows are likeliest counts.
bool try_scales(RowFitting& fitting, const std::vector<double>& scales, const std::vector<Clusters>& starts,
                const SearchTask& task, const Options& options, Choice& choice) {
  RowFit fit;
  double steps = 0;
  for (const double scale : scales) {
    RowFit at = fitting.fit(choice.spectrum, scale, starts, task.start.empty());
    if (steps == 0 || at.log_likelihood > fit.log_likelihood) fit = std::move(at), steps = scale;
  }
  const double bits = fitting.bits_of(fit.model);
  if (choice.bits_by_model == 0 || bits < choice.bits_by_model) choice.bits_by_model = bits;
  const bool wanted = options.search.row_model == RowModelUse::on;
  if (!wanted && bits >= choice.bits_by_neighbours) return false;
  choice.steps = steps;
  const RowBits code = fitting.bits(fit);
  choice.terms = with_rows(task, code);
  if (task.start.empty()) {
    choice.start =
        start_by(code, choice.start, FactorChain(choice.spectrum, steps, options.threads), task, options);
    if (!task.said.links.empty()) fitting.follow_links(fit, choice);
  }
  choice.model = fitting.code_of(std::move(fit.model));
  return true;
}

}  // namespace

void choose_row_model(const RowsOfTable& rows, const SearchTask& task, const Options& options,
                      ProgressGate& progress, const RowCode* before, Choice& choice) {
  if (before != nullptr) {
    RowFitting(rows, task, options, progress, &before->directions).follow(*before, choice);
    return;
  }
  RowFitting fitting(rows, task, options, progress, nullptr);
  choice.bits_by_neighbours = fitting.bits_by_neighbours();
  std::vector<Clusters> starts;
  for (const ScaleCandidate& candidate : choice.scan.candidates) {
    if (std::ranges::find(starts, candidate.cluster_of_row) == starts.end())
      starts.push_back(candidate.cluster_of_row);
  }
  if (!task.start.empty()) starts = {Clusters(task.start.begin(), task.start.end())};
  std::vector<double> scales{choice.steps};
  if (task.start.empty() && options.chain.relaxation == automatic_relaxation && choice.steps != near_steps)
    scales.push_back(near_steps);
  if (try_scales(fitting, scales, starts, task, options, choice) || !task.start.empty()) return;
  for (std::size_t c = 0; c < choice.scan.candidates.size() && !progress.stopped(); ++c) {
    const ScaleCandidate& other = choice.scan.candidates[c];
    if (c != choice.scan.chosen &&
        try_scales(fitting, {other.steps}, {other.cluster_of_row}, task, options, choice))
      return;
  }
}

}  // namespace comac
