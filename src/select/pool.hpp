// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comac/result.hpp"

namespace comac {

/// Labelled rows that were held out, with what each kind of evidence, learned from the others, says of them.
struct PoolItems {
  std::size_t kinds = 0;
  std::size_t clusters = 0;
  std::vector<double> bits;            ///< item by kind by cluster
  std::vector<std::uint32_t> cluster;  ///< that each item's label has

  std::size_t count() const { return cluster.size(); }
  const double* of(std::size_t item) const { return bits.data() + item * kinds * clusters; }
};

/// The bits that it takes to tell each held-out label if the kinds of evidence are pooled with these weights:
/// the chance of cluster c goes with 2 to the minus sum over kinds of weight times bits (a logarithmic
/// opinion pool). O(items kinds clusters).
std::vector<double> bits_by_pool(const PoolItems& items, std::span<const double> weights);

/// The weights, none below 0, that minimise the bits of all items plus `pull` / 2 times the squared distance
/// from `first`: what is believed before anything was held out, which counts less the more items there are.
std::vector<double> fit_pool(const PoolItems& items, std::span<const double> first, double pull);

/// What held-out labels say about a pool, beside the plain weights made as sharp as suits them. Weights, too,
/// are judged on items that they were not fitted to.
struct PoolVerdict {
  HeldOut held_out = {};
  bool adopted = false;
};

/// A pool is adopted where it tells the items in fewer bits than the plain weights do, and in fewer than
/// chance: labels that nothing foretells say nothing about evidence. More than a standard error is not asked
/// for, since few labels would then hardly ever count, and weights are pulled towards the first anyway.
/// `fold_of` is that of each item.
PoolVerdict judge_pool(const PoolItems& items, std::span<const std::size_t> fold_of,
                       std::span<const double> first, std::span<const double> plain, double pull);

}  // namespace comac
