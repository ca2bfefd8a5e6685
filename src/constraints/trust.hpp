// SPDX-License-Identifier: MIT
#pragma once

#include "chain/chains.hpp"
#include "comac/constraints/side_information.hpp"

namespace comac {

/// The probability that a label is right, judged by the rows around it. Every labelled row is predicted from
/// the other labelled rows, weighted by the chain; a wrong prediction near the border of two classes says
/// little, one deep inside a class says that the label is wrong. So the rate of disagreement is taken among
/// the rows whose surroundings are the most unanimous. 1 where that rate is too small to tell from none.
/// O(labels^2), of at most 2000 labels.
template <MarkovChain Chain>
double estimate_label_trust(const SideInformation& known, const Chain& chain);
/// The same for a sparse chain, whose rows hardly ever reach a labelled one in a step: the rows around a row
/// are those that it reaches in two steps.
double estimate_label_trust(const SideInformation& known, const SparseChain& chain);

/// `known` with every label's and link's own trust multiplied by these.
SideInformation with_trust(SideInformation known, double labels, double links);

}  // namespace comac
