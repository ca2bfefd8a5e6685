// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "evidence/fit_mixture.hpp"
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

  /// `directions` are those of before, if there are any.
  MixtureFitting(const RowsOfTable& table, const SearchTask& task, const Options& options,
                 const Eigen::MatrixXd* directions);

  /// Rows that links speak of stay where they begin, from now on.
  void fix_linked_rows();

  /// The best fit from several starts, clusters of all of the table's rows, and from k-means, beside the
  /// chain that takes so many steps.
  MixtureFit fit(const Spectrum& spectrum, double steps, std::vector<Clusters> starts, Means means) const;
  /// Goes on from a fit, beside another chain, and from k-means.
  MixtureFit go_on(const Spectrum& spectrum, double steps, const MixtureFit& before, Means means) const;
  /// A few rounds only, for a model that is nearly right.
  MixtureFit follow(const Spectrum& spectrum, double steps, const Clusters& start, double freedom) const;

  /// What it takes to tell a row of the sample by its neighbours, and by such a model.
  double bits_by_neighbours() const;
  double bits_by(const StudentMixture& model) const;

  /// What tells the rows of the table by such a model.
  ProjectedMixture code_of(StudentMixture model) const { return {directions_, std::move(model)}; }
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
  Eigen::MatrixXd rows_;          // of the sample, a column for each
  Eigen::MatrixXd directions_;    // that they were reduced to; none if they weren't
  std::vector<double> rounding_;  // see rounding_of()
  std::vector<bool> fixed_;
  std::vector<DoubtedLabel> doubted_;   // rows of the sample
  std::optional<Constraints> if_sure_;  // if no label were wrong; of all rows
};

}  // namespace comac
