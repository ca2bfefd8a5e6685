// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "evidence/code_length.hpp"
#include "evidence/fit_mixture.hpp"
#include "evidence/projected_mixture.hpp"
#include "select/choose.hpp"
#include "select/mixture_starts.hpp"

namespace comac {

/// Whether fits begin from k-means beside the starts that are given: not at all, once, or, where nobody says
/// how many starts to make, until no better end is to be expected (StoppingRule) or a budget is used.
enum class Means { none, once, again };

/// Fits models of the rows of a table, reduced to a sample and a few directions where there are many.
class MixtureFitting {
 public:
  using Clusters = std::vector<std::uint32_t>;

  /// A model of before tells how columns are split and reduced.
  MixtureFitting(const RowsOfTable& table, const SearchTask& task, const Options& options,
                 const ProjectedMixture* before);

  /// Rows that links speak of stay where they begin, from now on.
  void fix_linked_rows();

  /// The best fit from several starts, clusters of all of the table's rows, and from k-means, beside the
  /// chain that takes so many steps.
  MixtureFit fit(const Spectrum& spectrum, double steps, std::vector<Clusters> starts, Means means) const;
  /// Goes on from a fit, beside another chain, and from k-means.
  MixtureFit go_on(const Spectrum& spectrum, double steps, const MixtureFit& before, Means means) const;
  /// A few rounds only, for a model that is nearly right.
  MixtureFit follow(const Spectrum& spectrum, double steps, const Clusters& start, double freedom) const;

  /// Whether no column varies: then there is nothing to fit.
  bool is_empty() const { return rows_.rows() == 0 && codes_.columns == 0; }
  /// Whether there are no more different rows than each row looks at: the chain then joins all of them, and
  /// tells nothing.
  bool all_rows_are_near() const;
  /// Nats that it takes to tell each of some rows by their neighbours, and by what is fitted, beside the
  /// chain that takes so many steps, without them: a fit goes on for a few rounds without the rows of each
  /// fold.
  std::vector<double> lengths_by_neighbours() const;
  std::vector<double> lengths_by(const MixtureFit& fit, const Spectrum& spectrum, double steps) const;

  /// What tells the rows of the table by such a model.
  ProjectedMixture code_of(StudentMixture model) const {
    return {directions_, std::move(model), table_.rows.columns, split_};
  }
  /// What such a code charges the rows of the table; a fit's with the labels that may be wrong.
  RowBits bits(const ProjectedMixture& code) const;
  RowBits bits(const MixtureFit& fit) const;

 private:
  struct Fitted {
    MixtureFit fit;
    const Clusters* from = nullptr;
    double gained = 0;  ///< by the last rounds
  };

  std::size_t clusters() const { return options_.cluster_count(); }
  LowRankChain chain_of(const Spectrum& spectrum, double steps) const;
  MixtureTask task_from(const LowRankChain& chain, const Clusters& start, double freedom) const;
  void take_doubted();
  Clusters known_from(const Clusters& start) const;
  Clusters as_known(Clusters start, const LowRankChain& chain, const Clusters& known) const;
  std::size_t most_lots(const LowRankChain& chain) const;
  MixtureFit best_from(const LowRankChain& chain, std::vector<Clusters> starts, Means means) const;
  void add_lots(const LowRankChain& chain, const MeansStarts& means, const Clusters& known, Random& random,
                MixtureFit& best) const;
  MixtureFit best_of(const LowRankChain& chain, const std::vector<Clusters>& starts,
                     double to_beat = -std::numeric_limits<double>::infinity()) const;
  std::vector<Fitted> begun(const LowRankChain& chain, const std::vector<Clusters>& starts) const;
  MixtureFit fit_as_if_sure(const LowRankChain& chain, const Clusters& start) const;
  MixtureFit converged(const LowRankChain& chain, const Fitted& fitted) const;

  const RowsOfTable& table_;
  const SearchTask& task_;
  const Options& options_;
  Clusters sample_;
  ColumnSplit split_;           // into numbers and discrete columns
  Eigen::MatrixXd directions_;  // that the numbers were reduced to; none if they weren't
  Eigen::MatrixXd rows_;        // the numbers of the sample, a column for each row
  CodedRows codes_;             // its discrete columns
  Eigen::MatrixXd seen_;        // all columns, as k-means sees them; none if these are the numbers
  Folds folds_;
  std::vector<double> rounding_;  // see rounding_of()
  std::vector<bool> fixed_;
  std::vector<DoubtedLabel> doubted_;   // rows of the sample
  std::optional<Constraints> if_sure_;  // if no label were wrong; of all rows
};

}  // namespace comac
