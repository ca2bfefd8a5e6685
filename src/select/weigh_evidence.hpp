// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/progress_gate.hpp"
#include "select/choose.hpp"

namespace comac {

/// Makes a model of the rows that follows clusters found with what a task says; none if there is no such
/// model.
using FollowClusters =
    std::function<EvidencePtr(const SearchTask& task, const std::vector<std::uint32_t>& clusters)>;

/// Lets labels that are held out say what each kind of evidence weighs beside the chain. The kinds of the
/// choice that are there are pooled with those that are learned from labels. Labels are left out a fold at a
/// time; clusters are searched for and all evidence is learned without them; then each left-out row is asked
/// about as if it were new. Nothing changes where labels are too few, or of some clusters only, or where the
/// pool tells held-out labels no better than the plain clustering does.
void weigh_evidence(const SparseChain& chain, const TableView& rows, const SearchTask& task,
                    const FollowClusters& follow, const Options& options, ProgressGate& progress,
                    Choice& choice);

/// The same kinds as before with the same weights, learned again where labels were added.
void learn_again(const SparseChain& chain, const TableView& rows, const SearchTask& task,
                 const WarmStart& kept, const Options& options, ProgressGate& progress, Choice& choice);

}  // namespace comac
