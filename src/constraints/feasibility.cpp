// SPDX-License-Identifier: MIT
#include "constraints/feasibility.hpp"

#include <algorithm>

#include "constraints/colouring.hpp"
#include "constraints/dsatur.hpp"
#include "constraints/tabu_colouring.hpp"

namespace comac {
namespace {

using Vertices = std::vector<std::uint32_t>;

constexpr std::size_t tabu_steps = 200'000;

/// Vertices with fewer neighbours than colours, in an order in which each has few among those not yet set
/// aside.
struct Peeling {
  Peeling(const Adjacency& graph, std::size_t colours) : aside_flag(graph.vertices(), false) {
    std::vector<std::size_t> degree(graph.vertices());
    for (std::uint32_t v = 0; v < degree.size(); ++v) {
      degree[v] = graph.of(v).size();
      if (degree[v] < colours) aside_flag[v] = true, aside.push_back(v);
    }
    for (std::size_t i = 0; i < aside.size(); ++i) {
      for (const auto neighbour : graph.of(aside[i])) {
        if (--degree[neighbour] < colours && !aside_flag[neighbour]) {
          aside_flag[neighbour] = true;
          aside.push_back(neighbour);
        }
      }
    }
  }
  Vertices aside;
  std::vector<bool> aside_flag;
};

/// Leaves out one vertex after the other as long as what is left still can't be coloured.
Vertices shrink(const Adjacency& graph, Vertices impossible, std::size_t colours, std::size_t& steps) {
  constexpr std::size_t largest = 2000;  // beyond this a witness is of no use to anybody
  if (impossible.size() > largest) return impossible;
  for (std::size_t i = 0; i < impossible.size();) {
    Vertices fewer = impossible;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    const bool still = Dsatur(graph, fewer, colours).run(steps) == DsaturEnd::impossible;
    if (still) {
      impossible = std::move(fewer);
    } else {
      ++i;
    }
  }
  return impossible;
}

bool is_clique(const Adjacency& graph, const Vertices& vertices) {
  return std::ranges::all_of(vertices, [&](std::uint32_t v) {
    return std::ranges::all_of(
        vertices, [&](std::uint32_t w) { return v == w || std::ranges::binary_search(graph.of(v), w); });
  });
}

/// The first `colours` + 1 members of a greedy clique, or a set that shrinking found.
void find_witness(const Adjacency& graph, const Vertices& piece, std::size_t colours, std::size_t steps,
                  Feasibility& result) {
  result.witness = greedy_clique(graph);
  if (result.witness.size() > colours) {
    result.witness.resize(colours + 1);
  } else {
    result.witness = shrink(graph, piece, colours, steps);
  }
  std::ranges::sort(result.witness);
  result.witness_is_clique = is_clique(graph, result.witness);
}

/// How the search for a colouring of one piece ended, and the colour of each of its vertices.
struct PieceEnd {
  DsaturEnd end = DsaturEnd::gave_up;
  Vertices colour;
};

PieceEnd colour_piece(const Adjacency& graph, const Vertices& piece, std::size_t colours, std::size_t& steps,
                      std::size_t steps_of_tabu) {
  Dsatur search(graph, piece, colours);
  PieceEnd result{search.run(steps), {}};
  if (result.end == DsaturEnd::coloured) {
    for (const auto v : piece) result.colour.push_back(search.colour(v));
  } else if (result.end == DsaturEnd::gave_up) {
    Random random(1);  // any: the outcome must not depend on the seed of the run
    if (auto found = tabu_colouring(graph, piece, colours, steps_of_tabu, random))
      result = {DsaturEnd::coloured, std::move(*found)};
  }
  return result;
}

/// Colours what was set aside; in this order a colour is always left.
void colour_rest(const Adjacency& graph, const Vertices& aside, std::size_t colours, Vertices& colour) {
  for (auto v = aside.rbegin(); v != aside.rend(); ++v) {
    std::vector<bool> used(colours, false);
    for (const auto neighbour : graph.of(*v)) {
      if (colour[neighbour] != Dsatur::none) used[colour[neighbour]] = true;
    }
    colour[*v] = static_cast<std::uint32_t>(std::ranges::find(used, false) - used.begin());
  }
}

ColouringAttempt try_colours(const Adjacency& graph, std::size_t colours, std::size_t steps,
                             std::size_t steps_of_tabu = tabu_steps) {
  const Peeling peeling(graph, colours);
  Vertices colour(graph.vertices(), Dsatur::none);
  ColouringAttempt result;
  for (Vertices& piece : connected_pieces(graph, peeling.aside_flag)) {
    const PieceEnd end = colour_piece(graph, piece, colours, steps, steps_of_tabu);
    if (end.end == DsaturEnd::impossible) return {{}, true, std::move(piece)};
    result.decided = result.decided && end.end == DsaturEnd::coloured;
    for (std::size_t i = 0; i < end.colour.size(); ++i) colour[piece[i]] = end.colour[i];
  }
  if (!result.decided) return result;
  colour_rest(graph, peeling.aside, colours, colour);
  result.colours = std::move(colour);
  return result;
}

std::size_t colours_used(const Vertices& colour) { return 1 + *std::ranges::max_element(colour); }

/// A number of colours above `too_few` that is enough: more than any vertex has neighbours, then fewer and
/// fewer until a search fails. Only that one takes its time.
std::size_t enough_colours(const Adjacency& graph, std::size_t too_few, std::size_t steps) {
  std::size_t most = 0;
  for (std::size_t v = 0; v < graph.vertices(); ++v) most = std::max(most, graph.of(v).size() + 1);
  std::size_t enough = colours_used(*try_colours(graph, most, SIZE_MAX).colours);
  while (enough > too_few + 1) {
    const ColouringAttempt fewer = try_colours(graph, enough - 1, steps, tabu_steps / 10);
    if (!fewer.colours) break;
    enough = colours_used(*fewer.colours);
  }
  return enough;
}

}  // namespace

bool is_surely_impossible(const Adjacency& graph, std::size_t colours, std::size_t& steps) {
  const Peeling peeling(graph, colours);
  return std::ranges::any_of(connected_pieces(graph, peeling.aside_flag), [&](const Vertices& piece) {
    return Dsatur(graph, piece, colours).run(steps) == DsaturEnd::impossible;
  });
}

ColouringAttempt try_colouring(const Adjacency& graph, std::size_t colours, std::size_t steps) {
  return try_colours(graph, colours, steps);
}

std::size_t colours_enough(const Adjacency& graph, std::size_t least, std::size_t steps) {
  while (!try_colours(graph, least, steps).colours) ++least;
  return least;
}

Feasibility feasibility(const Adjacency& graph, std::size_t colours, ColouringAttempt attempt,
                        std::size_t steps) {
  Feasibility result{std::move(attempt.colours), attempt.decided, {}, false, 0};
  if (result.colours) {
    result.enough = colours;
    return result;
  }
  if (!attempt.impossible.empty()) find_witness(graph, attempt.impossible, colours, steps, result);
  result.enough = enough_colours(graph, colours, steps / 10);
  return result;
}

Feasibility feasible_colouring(const Adjacency& graph, std::size_t colours, std::size_t steps) {
  return feasibility(graph, colours, try_colours(graph, colours, steps), steps);
}

}  // namespace comac
