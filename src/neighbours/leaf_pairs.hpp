// SPDX-License-Identifier: MIT
#pragma once

#include "neighbours/candidate_lists.hpp"
#include "neighbours/forest.hpp"
#include "neighbours/points.hpp"

namespace comac {

/// Offers every row all others of its leaf.
template <class Real>
void offer_leaves(const Points<Real>& points, const RandomTree& tree, std::size_t threads,
                  const RowsDone& done, CandidateLists<Real>& lists);

}  // namespace comac
