// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "constraints/groups.hpp"

namespace comac {

/// A colour for each vertex such that neighbours differ, or nothing.
using Colours = std::optional<std::vector<std::uint32_t>>;

/// How a search for a colouring ended.
struct ColouringAttempt {
  Colours colours;                        ///< a proper colouring, if one was found
  bool decided = true;                    ///< false if the search was given up: there may be one or not
  std::vector<std::uint32_t> impossible;  ///< if there surely is none: a connected piece that has none
};

/// What a search for a colouring found out.
struct Feasibility {
  Colours colours;      ///< a feasible colouring, if one was found
  bool decided = true;  ///< false if the search was given up: there may be one or not
  std::vector<std::uint32_t>
      witness;  ///< if there is none: vertices that already can't be coloured among themselves
  bool witness_is_clique = false;  ///< they all exclude one another
  std::size_t enough = 0;          ///< a number of colours that was found to be enough
};

/// Assignments that an exhaustive search may try, of vertices with few neighbours (see Dsatur::run): a second
/// or so.
inline constexpr std::size_t colouring_steps = 1'000'000;

/// Colours a graph with `colours` colours, or shows why that is impossible. Vertices with fewer neighbours
/// than colours are set aside, since a colour is always left for them; each connected piece of the rest is
/// searched by DSATUR with backtracking, for at most `steps` assignments in all, and, where that gives up, by
/// tabu_colouring(). Worst case exponential, hence the limits.
Feasibility feasible_colouring(const Adjacency& graph, std::size_t colours,
                               std::size_t steps = colouring_steps);

/// Whether exhaustive search shows that so many colours are too few. Takes from `steps` what it uses; false
/// where they run out.
bool is_surely_impossible(const Adjacency& graph, std::size_t colours, std::size_t& steps);

/// The least number from `least` on for which a colouring was found.
std::size_t colours_enough(const Adjacency& graph, std::size_t least,
                           std::size_t steps = colouring_steps / 10);

/// The same search without reasons.
ColouringAttempt try_colouring(const Adjacency& graph, std::size_t colours,
                               std::size_t steps = colouring_steps);
/// The reasons, once it has been made.
Feasibility feasibility(const Adjacency& graph, std::size_t colours, ColouringAttempt attempt,
                        std::size_t steps = colouring_steps);

}  // namespace comac
