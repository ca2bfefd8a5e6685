// SPDX-License-Identifier: MIT
#include "constraints/tabu_colouring.hpp"

#include <algorithm>
#include <limits>

#include "base/checkpoint.hpp"

namespace comac {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

/// A subgraph whose vertices count from 0, with the colours as they stand.
class Tabu {
 public:
  Tabu(const Adjacency& graph, std::span<const std::uint32_t> vertices, std::size_t colours, Random& random)
      : colours_(colours),
        random_(random),
        graph_(subgraph(graph, vertices)),
        colour_(vertices.size()),
        seen_(vertices.size() * colours, 0),
        free_again_(vertices.size() * colours, 0),
        place_(vertices.size(), none) {
    for (auto& colour : colour_) colour = static_cast<std::uint32_t>(random.below(colours));
    for (std::uint32_t v = 0; v < colour_.size(); ++v) {
      for (const auto neighbour : graph_.of(v)) ++seen_[v * colours_ + colour_[neighbour]];
    }
    for (std::uint32_t v = 0; v < colour_.size(); ++v) {
      conflicts_ += static_cast<std::ptrdiff_t>(seen_[v * colours_ + colour_[v]]);
      file(v);
    }
    fewest_ = conflicts_;
  }

  bool run(std::size_t steps) {
    for (std::size_t step = 1; step <= steps && !in_conflict_.empty(); ++step) {
      if (step % 256 == 0) checkpoint();
      const auto [vertex, colour] = choose(step);
      if (vertex == none) continue;
      const std::size_t tenure = random_.below(10) + in_conflict_.size() * 6 / 10;
      free_again_[vertex * colours_ + colour_[vertex]] = step + tenure;
      change(vertex, colour);
    }
    return in_conflict_.empty();
  }

  std::vector<std::uint32_t> take() { return std::move(colour_); }

 private:
  struct Change {
    std::uint32_t vertex = none;
    std::uint32_t colour = none;
  };

  static Adjacency subgraph(const Adjacency& graph, std::span<const std::uint32_t> vertices) {
    std::vector<std::uint32_t> number(graph.vertices(), none);
    for (std::uint32_t i = 0; i < vertices.size(); ++i) number[vertices[i]] = i;
    std::vector<Adjacency::Edge> edges;
    for (const auto v : vertices) {
      for (const auto w : graph.of(v)) {
        if (v < w && number[w] != none) edges.emplace_back(number[v], number[w]);
      }
    }
    return {vertices.size(), edges};
  }

  /// The best change that is allowed; one that beats everything so far always is. Ties are drawn.
  Change choose(std::size_t step) {
    Change best;
    std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::max();
    std::size_t equals = 0;
    for (const auto v : in_conflict_) {
      const std::size_t row = v * colours_;
      for (std::uint32_t c = 0; c < colours_; ++c) {
        if (c == colour_[v]) continue;
        const auto change = static_cast<std::ptrdiff_t>(seen_[row + c]) -
                            static_cast<std::ptrdiff_t>(seen_[row + colour_[v]]);
        if (change > least || (free_again_[row + c] >= step && conflicts_ + 2 * change >= fewest_)) continue;
        equals = change < least ? 1 : equals + 1;
        if (equals == 1 || random_.below(equals) == 0) best = {v, c};
        least = change;
      }
    }
    return best;
  }

  void change(std::uint32_t v, std::uint32_t to) {
    const std::uint32_t from = colour_[v];
    conflicts_ += 2 * (static_cast<std::ptrdiff_t>(seen_[v * colours_ + to]) -
                       static_cast<std::ptrdiff_t>(seen_[v * colours_ + from]));
    fewest_ = std::min(fewest_, conflicts_);
    colour_[v] = to;
    file(v);
    for (const auto neighbour : graph_.of(v)) {
      --seen_[neighbour * colours_ + from], ++seen_[neighbour * colours_ + to];
      file(neighbour);
    }
  }

  /// Enters a vertex into the list of those in conflict, or takes it out.
  void file(std::uint32_t v) {
    const bool conflict = seen_[v * colours_ + colour_[v]] > 0;
    if (conflict == (place_[v] != none)) return;
    if (conflict) {
      place_[v] = static_cast<std::uint32_t>(in_conflict_.size());
      in_conflict_.push_back(v);
    } else {
      in_conflict_[place_[v]] = in_conflict_.back();
      place_[in_conflict_.back()] = place_[v];
      in_conflict_.pop_back();
      place_[v] = none;
    }
  }

  std::size_t colours_;
  Random& random_;
  Adjacency graph_;
  std::vector<std::uint32_t> colour_;
  std::vector<std::uint32_t> seen_;      // vertex by colour: neighbours of that colour
  std::vector<std::size_t> free_again_;  // vertex by colour: the step until which it may not return
  std::vector<std::uint32_t> in_conflict_;
  std::vector<std::uint32_t> place_;  // of a vertex in in_conflict_
  std::ptrdiff_t conflicts_ = 0;      // each counted from both ends
  std::ptrdiff_t fewest_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> tabu_colouring(const Adjacency& graph,
                                                         std::span<const std::uint32_t> vertices,
                                                         std::size_t colours, std::size_t steps,
                                                         Random& random) {
  Tabu search(graph, vertices, colours, random);
  if (!search.run(steps)) return std::nullopt;
  return search.take();
}

}  // namespace comac
