// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Which classes the labelled rows come from.
enum class LabelledClasses {
  all,
  two,  ///< two random classes that together hold at least 30 % of the rows, else the two largest
};

/// How much is known and how much of it is wrong. The same seed draws the same classes whatever the share,
/// and a smaller share draws a part of what a larger one draws.
struct LabelSampling {
  double share = 0.2;  ///< p: ceil(pN) rows are labelled, at most all of the chosen classes
  LabelledClasses classes = LabelledClasses::all;
  double wrong = 0;  ///< q: of m labelled rows ceil(qm) get a random different class
  std::uint64_t seed = 1;
};

struct PairSampling {
  double share = 0.5;  ///< p: round(pN) distinct pairs of different rows
  double wrong = 0;    ///< q: of m pairs ceil(qm) say the opposite of the truth
  std::uint64_t seed = 1;
};

/// Labels of rows drawn uniformly, not stratified, ordered by row. N counts the rows whose class is known.
/// O(N). Throws Error(usage) for shares outside [0, 1], Error(data) where the truth has too few classes.
SideInformation sample_labels(const Categories& truth, const LabelSampling& sampling);

/// Must-links between rows of one class and cannot-links between rows of two, in the order drawn. O(pN).
/// Throws Error(usage) for a negative share or more pairs than there are.
SideInformation sample_pairs(const Categories& truth, const PairSampling& sampling);

/// "all" or "2".
std::string_view to_string(LabelledClasses classes);

}  // namespace comac
