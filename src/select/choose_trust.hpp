// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comac/constraints/side_information.hpp"
#include "select/choose.hpp"

namespace comac {

/// The share of labels that is predicted: by the nearest labelled row; by clusters that the others led to,
/// taken at their word, doubted and ignored, while a third was left out. `suggested` is the trust that the
/// rows around labelled ones suggest.
struct LabelsPredicted {
  double suggested, nearest, at_word, doubted, ignored;
};

/// How many labels there are, of how many classes, and of which share of the rows.
struct LabelCounts {
  double labels = 0, classes = 2, of_rows = 0;
};

/// How far to trust labels: 1, 0.6 or 0.5.
double trust_in_labels(const LabelsPredicted& share, const LabelCounts& counts);

/// Which links were predicted while they were left out, by how far the others were trusted.
struct LinksPredicted {
  std::vector<char> at_word, doubted, ignored;
};

/// How far to trust links: 1, 0.8 or 0.5. Word and doubt are compared link by link, for only links that one
/// of them predicts and the other doesn't tell the two apart; to ignore them is compared by the share of both
/// kinds. Contradictory ones are never taken at their word.
double trust_in_links(const std::vector<Link>& links, const LinksPredicted& predicted, bool contradictory);

/// How far to trust labels, and links: at their word (1), with doubt (labels 0.6, links 0.8), or as no better
/// than chance (0.5), by what predicts those that were left out, a third at a time; docs/maths.md has the
/// rules. A sample of a large table is looked at, with what is said about it. Which of the others are left
/// out never is known to what predicts them.
Trust choose_trust(const SparseChain& chain, const Spectrum& spectrum, const RowsOfTable* rows,
                   const SideInformation& known, const Options& options, ProgressGate& progress);

}  // namespace comac
