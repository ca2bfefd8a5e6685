// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "base/progress_gate.hpp"
#include "chain/chains.hpp"
#include "chain/reversible.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "select/choose_metric.hpp"

namespace comac {

/// A chain of any kind, as it is kept.
using AnyChain = std::variant<DenseChain, SparseChain>;

/// The reversible sparse chain that it stands for.
inline ReversibleView reversible_view(const AnyChain& chain) {
  return std::visit([](const auto& one) { return ReversibleView(one); }, chain);
}

/// Throws Error(data) if an item names a row that does not exist, or if hard items contradict one another:
/// before the long work begins.
void check_known(const SideInformation& known, std::size_t rows, const Options& options);

/// Of the time of a run that has to estimate it.
inline constexpr double share_of_trust = 0.7;

/// How far to trust what is known: as told, or, for automatic_trust, as the data suggest.
template <class Chain>
Trust decide_trust(const Chain& chain, const SideInformation& known, const Options& options,
                   ProgressGate& progress);

/// From a chain to a result: trust, searches, the best of them, sizes and certificate; sigma and the times of
/// other stages are left to the caller. May be called again and again on one chain, with other clusters,
/// constraints, trust or seed; with `start`, the cluster of each row, the first of the restarts goes on from
/// there. If it is cancelled, the best so far.
template <class Chain>
Result solve(const Chain& chain, const SideInformation& known, const Options& options, ProgressGate& progress,
             std::span<const std::uint32_t> start = {});

/// A result, where links taught a metric the ground that it was found on, and what the next search on its
/// ground need not find out again.
struct Solution {
  Result result;
  std::optional<LearnedData> learned = std::nullopt;
  WarmStart kept = {};
};

/// The one way of our own engine, for any chain: spectrum, trust, choice (number of clusters, Markov time; a
/// learned metric or a model of the rows where there are `rows` and it helps), and a search from there. What
/// is chosen is chosen on the additive reversibilisation of the chain. With `start` the Markov time is that
/// of the options, and nothing is learned. `kept` is of a search on the same chain. If it is cancelled, the
/// best so far: there is one from the beginning, since a chain is all it takes.
Solution choose_and_solve(const AnyChain& chain, const std::optional<RowsOfTable>& rows,
                          const SideInformation& known, const Options& options, ProgressGate& progress,
                          std::span<const std::uint32_t> start = {}, const WarmStart& kept = {});

}  // namespace comac
