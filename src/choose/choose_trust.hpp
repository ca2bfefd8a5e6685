// SPDX-License-Identifier: MIT
#pragma once

#include "choose/choose.hpp"
#include "comac/constraints/side_information.hpp"

namespace comac {

/// The most rows for which trust is found by choose_trust().
inline constexpr std::size_t most_rows_for_trust = 5000;

/// How far to trust labels, and links: at their word (1), with doubt (0.8), or as no better than chance
/// (0.5), whichever predicts best those that were left out, a third at a time; a tie goes to the first.
/// Which of the others are left out never is known to what predicts them.
Trust choose_trust(const SparseChain& chain, const Spectrum& spectrum, const RowsOfTable* rows,
                   const SideInformation& known, const Options& options, ProgressGate& progress);

}  // namespace comac
