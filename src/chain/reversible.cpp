// SPDX-License-Identifier: MIT
#include "chain/reversible.hpp"

#include <utility>

namespace comac {

SparseChain reversibilised(const SparseChain& chain) {
  SparseMatrix joint;
  joint.offsets.reserve(chain.states() + 1);
  for (std::size_t i = 0; i < chain.states(); ++i) {
    const Flows from = chain.from(i), into = chain.into(i);
    // Both are in ascending order, as the rows of a matrix are.
    for (std::size_t e = 0, b = 0; e < from.size() || b < into.size();) {
      const bool there = e < from.size() && (b == into.size() || from.state[e] <= into.state[b]);
      const bool back = b < into.size() && (e == from.size() || into.state[b] <= from.state[e]);
      const std::uint32_t state = there ? from.state[e] : into.state[b];
      const double mass = (there ? from.mass[e++] : 0) + (back ? into.mass[b++] : 0);
      if (mass == 0) continue;
      joint.columns.push_back(state);
      joint.values.push_back(mass / 2);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return SparseChain::reversible(std::move(joint));
}

SparseChain reversibilised(const DenseChain& chain) {
  SparseMatrix joint;
  joint.offsets.reserve(chain.states() + 1);
  for (std::size_t i = 0; i < chain.states(); ++i) {
    const JointRow from = chain.from(i), into = chain.into(i);
    for (std::size_t j = 0; j < chain.states(); ++j) {
      const double mass = (from[j] + into[j]) / 2;
      if (mass == 0) continue;
      joint.columns.push_back(static_cast<std::uint32_t>(j));
      joint.values.push_back(mass);
    }
    joint.offsets.push_back(joint.columns.size());
  }
  return SparseChain::reversible(std::move(joint));
}

ReversibleView::ReversibleView(const SparseChain& chain) {
  if (chain.symmetric())
    given_ = &chain;
  else
    made_ = reversibilised(chain);
}

}  // namespace comac
