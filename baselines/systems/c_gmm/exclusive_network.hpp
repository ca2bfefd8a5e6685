// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "constraints/groups.hpp"
#include "systems/points.hpp"

namespace comac {

/// What is known about the components of groups after cannot-links were taken into account.
struct Inference {
  Points marginals;                 ///< groups x components
  std::vector<std::uint32_t> best;  ///< of each group: the most probable joint assignment
  double log_sum = 0;               ///< ln of the sum of the weights of all allowed assignments
};

/// A Markov network p(y) ~ prod_g w_g(y_g) prod_{g,h exclusive} [y_g != y_h]. Connected pieces with at most
/// `most_assignments` allowed assignments are summed exactly; others, and those with none, get the marginals
/// of loopy belief propagation, and `best` greedily from the surest group on.
class ExclusiveNetwork {
 public:
  static constexpr std::size_t most_assignments = 50000;

  ExclusiveNetwork(const Adjacency& exclusive, std::size_t components);

  /// O(groups * components + exact assignments * their groups + 100 * inexact edges * components).
  Inference infer(const Points& log_weights) const;
  /// True if no piece needs belief propagation.
  bool exact() const;

 private:
  struct Piece {
    std::vector<std::uint32_t> groups;  ///< each but the first has a neighbour before it
    bool exact = true;
  };

  template <class Visit>
  void enumerate(const Piece& piece, Visit visit) const;
  std::size_t count_assignments(const Piece& piece) const;
  void sum_exactly(const Piece& piece, const Points& log_weights, Inference& into) const;
  void propagate_beliefs(const Piece& piece, const Points& log_weights, Inference& into) const;
  void decode(const Piece& piece, Inference& into) const;

  const Adjacency& exclusive_;
  std::size_t components_;
  std::vector<Piece> pieces_;
};

}  // namespace comac
