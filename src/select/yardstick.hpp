// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/result.hpp"

namespace comac {

/// The yardstick of everything that the engine chooses: bits per held-out item, on the same folds for the
/// simpler candidate and the other, compared in pairs. Both spans have the bits of the same items in the same
/// order. One item alone has a standard error as large as its difference, so the simpler candidate wins; it
/// wins without items, too. O(items).
HeldOut compare_held_out(std::span<const double> simpler, std::span<const double> candidate);

/// Whether the candidate replaces the simpler one: only if it saves more than one standard error.
inline bool replaces(const HeldOut& held_out) { return held_out.gain() > held_out.standard_error; }

/// What it costs to foretell the kind of each held-out link from whether clusters that were found without it
/// have its rows `together`: -log2 of the share of its kind among the other links that look alike, half a
/// link of each kind added (Krichevsky and Trofimov 1981). Clusters that tell nothing cost what the shares of
/// the two kinds cost. O(links).
std::vector<double> bits_of_links(const std::vector<Link>& links, const std::vector<char>& together);

/// The same from the distances of their rows: the share of its kind among the about sqrt(links) other links
/// whose distances are next to its own, half of them on each side. O(links log links).
std::vector<double> bits_of_links_at(const std::vector<Link>& links, const std::vector<double>& distances);

/// What labels cost that are guessed, one of so many classes: a right guess the share of the other guesses
/// that are right, a wrong one that of wrong ones, spread over the other classes, half a guess of each added.
std::vector<double> bits_of_guesses(const std::vector<bool>& right, std::size_t classes);

}  // namespace comac
