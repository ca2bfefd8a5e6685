// SPDX-License-Identifier: MIT
#include "select/starts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "base/checkpoint.hpp"
#include "neighbours/distances.hpp"
#include "select/merge_pieces.hpp"

namespace comac {
namespace {

using Clusters = std::vector<std::uint32_t>;

constexpr std::size_t rounds = 2;  // of moving the centres of pieces; more gained nothing
constexpr std::size_t rounds_of_means = 10;

/// States as points with masses.
struct Points {
  Points(std::size_t of_columns, std::vector<double> numbers, std::span<const double> masses)
      : columns(of_columns),
        values(std::move(numbers)),
        mass(masses),
        distances(mass.size(), columns, [&](std::size_t x, std::size_t m) { return point(x)[m]; }) {}
  const double* point(std::size_t x) const { return values.data() + x * columns; }

  std::size_t columns;
  std::vector<double> values;
  std::span<const double> mass;
  Distances distances;
};

/// V(x) / mu(x): the squared distance of two points is that of their chances to be anywhere after half the
/// steps, which Markov chains call the diffusion distance.
Points diffusion_points(const LowRankChain& chain) {
  const std::size_t columns = chain.factors();
  std::vector<double> values(chain.states() * columns);
  for (std::size_t x = 0; x < chain.states(); ++x) {
    for (std::size_t m = 0; m < columns; ++m) values[x * columns + m] = chain.row(x)[m] / chain.mass(x);
  }
  return {columns, std::move(values), chain.masses()};
}

/// A state drawn with a chance proportional to its weight.
std::size_t draw(const std::vector<double>& weight, Random& random) {
  double left = random.uniform() * std::accumulate(weight.begin(), weight.end(), 0.0);
  for (std::size_t x = 0; x + 1 < weight.size(); ++x) {
    left -= weight[x];
    if (left < 0) return x;
  }
  return weight.size() - 1;
}

/// Nearest of centres that are added one by one.
struct NearestCentre {
  explicit NearestCentre(std::size_t states)
      : distance(states, std::numeric_limits<double>::infinity()), centre(states, 0) {}
  void add(const Points& points, const double* point, std::uint32_t number) {
    checkpoint();
    std::array<double, 1024> from_point;  // stays in the cache
    for (std::size_t first = 0; first < distance.size(); first += from_point.size()) {
      const std::size_t count = std::min(from_point.size(), distance.size() - first);
      points.distances.from({point, points.columns}, first, {from_point.data(), count});
      for (std::size_t x = 0; x < count; ++x) {
        const bool nearer = from_point[x] < distance[first + x];
        distance[first + x] = nearer ? from_point[x] : distance[first + x];
        centre[first + x] = nearer ? number : centre[first + x];
      }
    }
  }
  std::vector<double> distance;
  Clusters centre;
};

/// Which pieces have a centre, and how near each state is to one.
struct Centres {
  NearestCentre nearest;
  std::vector<bool> taken;
};

/// The centres of mass of the pieces that have states; others are in none.
Centres centres_of(const Points& points, std::size_t pieces, std::span<const std::uint32_t> piece) {
  std::vector<double> centre(pieces * points.columns, 0), mass(pieces, 0);
  for (std::size_t x = 0; x < piece.size(); ++x) {
    if (piece[x] == unknown_cluster) continue;
    mass[piece[x]] += points.mass[x];
    for (std::size_t m = 0; m < points.columns; ++m) {
      centre[piece[x] * points.columns + m] += points.mass[x] * points.point(x)[m];
    }
  }
  Centres centres{NearestCentre(points.mass.size()), std::vector<bool>(pieces, false)};
  for (std::uint32_t p = 0; p < pieces; ++p) {
    if (mass[p] == 0) continue;
    double* at = centre.data() + p * points.columns;
    for (std::size_t m = 0; m < points.columns; ++m) at[m] /= mass[p];
    centres.nearest.add(points, at, p);
    centres.taken[p] = true;
  }
  return centres;
}

/// Centres drawn far from one another (k-means++), and from those that are known.
Clusters draw_pieces(const Points& points, std::size_t pieces, Random& random,
                     std::span<const std::uint32_t> known = {}) {
  auto [nearest, taken] = centres_of(points, pieces, known);
  const bool any = std::ranges::find(taken, true) != taken.end();
  std::vector<double> weight(points.mass.begin(), points.mass.end());
  const auto weigh = [&] {
    for (std::size_t x = 0; x < weight.size(); ++x) weight[x] = points.mass[x] * nearest.distance[x];
  };
  if (any) weigh();
  for (std::uint32_t piece = 0; piece < pieces; ++piece) {
    if (taken[piece]) continue;
    nearest.add(points, points.point(draw(weight, random)), piece);
    weigh();
  }
  return std::move(nearest.centre);
}

/// Each state to the nearest of the centres of mass of the pieces.
void move_centres(const Points& points, std::size_t pieces, Clusters& piece) {
  piece = std::move(centres_of(points, pieces, piece).nearest.centre);
}

/// Numbers the pieces that hold anything from 0 on; returns how many.
std::size_t renumber(Clusters& piece, std::size_t pieces) {
  Clusters number(pieces, UINT32_MAX);
  std::uint32_t count = 0;
  for (auto& p : piece) {
    if (number[p] == UINT32_MAX) number[p] = count++;
    p = number[p];
  }
  return count;
}

std::vector<double> mass_between(const LowRankChain& chain, const Clusters& piece, std::size_t pieces) {
  const std::size_t m = chain.factors();
  std::vector<double> sums(pieces * m, 0), between(pieces * pieces);
  for (std::size_t x = 0; x < piece.size(); ++x) {
    for (std::size_t j = 0; j < m; ++j) sums[piece[x] * m + j] += chain.row(x)[j];
  }
  for (std::size_t a = 0; a < pieces; ++a) {
    for (std::size_t b = 0; b < pieces; ++b) {
      between[a * pieces + b] = std::max(0.0, dot(&sums[a * m], &sums[b * m], m));
    }
  }
  return between;
}

/// The mass of a component in each cluster.
std::vector<double> masses_in(std::span<const std::uint32_t> members, const Clusters& cluster,
                              const LowRankChain& chain, std::size_t clusters) {
  std::vector<double> mass(clusters, 0);
  for (const auto row : members) mass[cluster[row]] += chain.mass(row);
  return mass;
}

/// The components that tell something: of several rows, or with exclusions; the heaviest first.
Clusters telling_components(const LowRankChain& chain, const Constraints& constraints) {
  const auto& [components, exclusive, explicit_must, dropped, colourings] = constraints;
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    if (components.size(c) == 1 && exclusive.of(c).empty()) continue;
    double mass = 0;
    for (const auto row : components.members(c)) mass += chain.mass(row);
    order.emplace_back(-mass, c);
  }
  std::ranges::sort(order);
  Clusters result;
  for (const auto& [mass, c] : order) result.push_back(c);
  return result;
}

}  // namespace

std::vector<std::uint32_t> merged_start(const LowRankChain& chain, std::size_t clusters, Random& random) {
  const Points points = diffusion_points(chain);
  const std::size_t most = std::min(chain.states(), enough_pairs(clusters));
  Clusters piece = draw_pieces(points, most, random);
  for (std::size_t round = 0; round < rounds; ++round) move_centres(points, most, piece);
  const std::size_t pieces = renumber(piece, most);
  const Clusters joins = merge_pieces(mass_between(chain, piece, pieces), pieces, clusters);
  for (auto& p : piece) p = joins[p];
  return piece;
}

std::vector<std::uint32_t> means_start(std::vector<double> rows, std::size_t columns, std::size_t clusters,
                                       Random& random, std::span<const std::uint32_t> known) {
  const std::vector<double> mass(rows.size() / columns, 1);
  const Points points(columns, std::move(rows), mass);
  Clusters cluster = draw_pieces(points, clusters, random, known);
  const auto hold = [&] {
    for (std::size_t x = 0; x < known.size(); ++x) {
      if (known[x] != unknown_cluster) cluster[x] = known[x];
    }
  };
  hold();
  for (std::size_t round = 0; round < rounds_of_means; ++round)
    move_centres(points, clusters, cluster), hold();
  return cluster;
}

std::vector<std::uint32_t> means_start(std::vector<double> numbers, std::size_t clusters) {
  Clusters order(numbers.size()), cluster(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t x) { return numbers[x]; });
  for (std::size_t i = 0; i < order.size(); ++i)
    cluster[order[i]] = static_cast<std::uint32_t>(i * clusters / order.size());
  const std::vector<double> mass(numbers.size(), 1);
  const Points points(1, std::move(numbers), mass);
  for (std::size_t round = 0; round < rounds_of_means; ++round) move_centres(points, clusters, cluster);
  renumber(cluster, clusters);  // the same if the numbers change their sign
  return cluster;
}

std::vector<std::uint32_t> start_around_components(const LowRankChain& chain, const Constraints& constraints,
                                                   std::size_t clusters) {
  const auto& [components, exclusive, explicit_must, dropped, colourings] = constraints;
  Clusters anchors;
  for (const auto c : telling_components(chain, constraints)) {
    const auto excluded = exclusive.of(c);
    const bool from_all = std::ranges::all_of(
        anchors, [&](std::uint32_t a) { return std::ranges::binary_search(excluded, a); });
    if (from_all && anchors.size() < clusters) anchors.push_back(c);
  }
  if (anchors.size() < 2) return {};
  const std::size_t m = chain.factors();
  std::vector<double> sums(anchors.size() * m, 0), mass(anchors.size(), 0);
  for (std::size_t a = 0; a < anchors.size(); ++a) {
    for (const auto row : components.members(anchors[a])) {
      mass[a] += chain.mass(row);
      for (std::size_t j = 0; j < m; ++j) sums[a * m + j] += chain.row(row)[j];
    }
  }
  Clusters cluster(chain.states());
  for (std::size_t x = 0; x < cluster.size(); ++x) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t a = 0; a < anchors.size(); ++a) {
      const double reached = dot(chain.row(x), &sums[a * m], m) / mass[a];
      if (reached > most) most = reached, cluster[x] = a;
    }
  }
  return cluster;
}

std::vector<std::uint32_t> fitted_start(std::vector<std::uint32_t> cluster_of_row, const LowRankChain& chain,
                                        const Constraints& constraints, std::size_t clusters) {
  const auto& [components, exclusive, explicit_must, dropped, colourings] = constraints;
  constexpr std::uint32_t unplaced = UINT32_MAX;
  Clusters telling = telling_components(chain, constraints), placed(components.count(), unplaced);
  std::vector<std::pair<double, std::uint32_t>> order;  // the surest first
  for (const auto c : telling) {
    const auto mass = masses_in(components.members(c), cluster_of_row, chain, clusters);
    order.emplace_back(-*std::ranges::max_element(mass), c);
  }
  std::ranges::sort(order);
  for (const auto& [sureness, c] : order) {
    auto mass = masses_in(components.members(c), cluster_of_row, chain, clusters);
    for (const auto other : exclusive.of(c)) {
      if (placed[other] != unplaced) mass[placed[other]] = -1;
    }
    placed[c] = static_cast<std::uint32_t>(std::ranges::max_element(mass) - mass.begin());
    for (const auto row : components.members(c)) cluster_of_row[row] = placed[c];
  }
  return cluster_of_row;
}

std::vector<std::vector<std::uint32_t>> starts_at(const LowRankChain& chain, const Constraints& constraints,
                                                  const Options& options, Random& random) {
  const std::size_t clusters = options.cluster_count();
  std::vector<Clusters> starts;
  for (std::size_t i = 0; i < starts_of_a_kind(options.search.restart_count()); ++i)
    starts.push_back(merged_start(chain, clusters, random));
  if (auto around = start_around_components(chain, constraints, clusters); !around.empty()) {
    starts.push_back(std::move(around));
  }
  for (Clusters& start : starts) start = fitted_start(std::move(start), chain, constraints, clusters);
  return starts;
}

}  // namespace comac
