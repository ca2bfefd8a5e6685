// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain.hpp"
#include "comac/constraints/side_information.hpp"

namespace comac {

/// What hard links let one expect of rows that nothing was said about: the three rows nearest to a linked one
/// should mostly be with the other, or apart from it, as it is itself. Searches end at different optima of
/// nearly the same cost; where whole neighbourhoods follow the links, an end is better than where only the
/// linked rows do.
class Echo {
 public:
  /// Reads at most 250 links, evenly taken. O(250 entries of a row), shared by the threads.
  template <MarkovChain Chain>
  Echo(const Chain& chain, std::span<const Link> links, std::size_t threads = 1);

  /// Bits, as if each such expectation were a soft link of trust .7.
  double charge(std::span<const std::uint32_t> cluster_of_row) const;

 private:
  struct Expectation {
    std::uint32_t near = 0, other = 0;
    bool together = false;
  };
  std::vector<Expectation> expected_;
  double weight_ = 0;
};

}  // namespace comac
