// SPDX-License-Identifier: MIT
#pragma once

#include "select/choose.hpp"

namespace comac {

/// Puts a model of the rows beside the chain of a choice, if it tells the rows in fewer bits than their
/// neighbours do (or if it is asked for): at the scale of the chain, or, where none fits there, at the first
/// other of the scan where one does, since a small cluster beside a large one may be seen at one scale only.
/// Fitted to at most 5000 rows. A model of before, of a search that goes on, follows it in a few rounds.
void choose_mixture(const RowsOfTable& rows, const SearchTask& task, const Options& options,
                    ProgressGate& progress, const Weighed* before, Choice& choice);

}  // namespace comac
