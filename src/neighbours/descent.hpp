// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "neighbours/candidate_lists.hpp"
#include "neighbours/forest.hpp"
#include "neighbours/points.hpp"

namespace comac {

/// Rows that list a row without being listed by it, at most `most` of them: new ones first, then any.
class ReverseLists {
 public:
  template <class Real>
  ReverseLists(const CandidateLists<Real>& lists, std::size_t most, std::size_t threads,
               const RowsDone& done);

  std::span<const std::uint32_t> of(std::size_t i) const { return {row_.data() + begin_[i], kept_[i]}; }

 private:
  template <class Real>
  void keep_some(const CandidateLists<Real>& lists, std::size_t i, std::size_t most);

  std::vector<std::size_t> begin_;
  UnfilledVector<std::uint32_t> row_;
  UnfilledVector<std::uint32_t> kept_;
};

/// One round of NN-descent in pull form: each row looks at the lists of its neighbours in either direction as
/// they were before the round, and changes its own list only; so the result doesn't depend on threads or
/// order. Pairs that an earlier round has looked at are left out. Returns how many rows came into lists.
template <class Real>
std::size_t descend(const Points<Real>& points, std::size_t most_reverse, std::size_t threads,
                    const RowsDone& done, CandidateLists<Real>& lists);

}  // namespace comac
