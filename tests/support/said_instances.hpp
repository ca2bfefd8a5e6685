// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "comac/options.hpp"
#include "support/random_instances.hpp"

namespace comac::test {

/// Whether rows `row` and later ones can be given clusters such that all hard items hold: every way is tried,
/// but of the clusters that no earlier row is in, `used` and later ones, only the first, since all are alike.
inline bool can_be_honoured(const SideInformation& known, std::vector<std::uint32_t>& cluster,
                            std::size_t row, std::size_t clusters, std::size_t used = 0) {
  if (row == cluster.size()) return true;
  for (std::uint32_t y = 0; y < std::min(clusters, used + 1); ++y) {
    cluster[row] = y;
    const auto breaks = [&](std::uint32_t a, std::uint32_t b, bool together) {
      return std::max(a, b) == row && (cluster[a] == cluster[b]) != together;
    };
    const bool fits = std::ranges::none_of(known.links,
                                           [&](const Link& link) {
                                             return is_hard(link) && breaks(link.first, link.second,
                                                                            link.kind == LinkKind::must);
                                           }) &&
                      std::ranges::none_of(known.labels, [&](const Label& a) {
                        return std::ranges::any_of(known.labels, [&](const Label& b) {
                          return is_hard(a) && is_hard(b) && breaks(a.row, b.row, a.label == b.label);
                        });
                      });
    if (fits && can_be_honoured(known, cluster, row + 1, clusters, std::max<std::size_t>(used, y + 1)))
      return true;
  }
  return false;
}

/// A table, and what is said about its first rows.
struct SaidInstance {
  Table table;
  std::size_t said_rows = 0;
  SideInformation known;
  Options options;
  bool is_true = false;  ///< everything that is said holds in some clusters, so many
  std::size_t true_clusters = 0;

  /// An exact solver for few rows; for more, the truth that everything was made from. Where the number of
  /// clusters is free, as many as there are rows may do.
  bool is_feasible(const SideInformation& hard) const {
    const std::size_t clusters = options.clusters.value_or(said_rows);
    if (is_true && clusters >= true_clusters) return true;
    std::vector<std::uint32_t> cluster(said_rows);
    return can_be_honoured(hard, cluster, 0, clusters);
  }
  /// Whether the exact solver has few enough rows.
  bool can_be_solved() const { return said_rows <= 12; }
};

/// What repair is for: two pieces, in each of which all rows of different sides exclude one another, and one
/// more cannot-link between the same sides of both. Near rows are on the same side, so the cost is against
/// what honours the link, and so is the piece around either of its rows: a search that begins with it broken,
/// as Algorithm 1 does, never gets away. With as many clusters as sides the two pieces have to be named
/// differently.
inline SaidInstance misleading_instance(std::uint64_t seed, std::size_t more_rows) {
  Random random(seed);
  const std::size_t sides = between(random, 2, 3), piece = 2 * sides, said = 2 * piece;
  SaidInstance instance{random_table(random, said + more_rows, 2), said, empty_side(sides), {}};
  instance.is_true = true, instance.true_clusters = sides;
  instance.options.clusters = sides;
  for (std::size_t i = 0; i < instance.table.rows; ++i)
    instance.table.values[2 * i] += 10 * static_cast<double>(i % sides);
  for (std::uint32_t a = 0; a < said; ++a) {
    for (std::uint32_t b = a + 1; b < said; ++b) {
      if (a / piece == b / piece && a % sides != b % sides) instance.known.cannot(a, b);
    }
  }
  instance.known.cannot(static_cast<std::uint32_t>(piece - 1), static_cast<std::uint32_t>(said - 1));
  return instance;
}

/// Mostly cannot-links, about as many as a greedy colouring just doesn't manage, and some labels, in every
/// fourth instance many. There are `more_rows` rows about which nothing is said, but in every eighth
/// instance, which is feasible.
inline SaidInstance random_said_instance(std::uint64_t seed, std::size_t more_rows) {
  Random random(seed);
  const bool many = seed % 8 == 0;
  const std::size_t rows = many ? between(random, 20, 60) + more_rows : between(random, 5, 11);
  SaidInstance instance{random_table(random, many ? rows : rows + more_rows, 2), rows, {}, {}};
  Options& options = instance.options;
  options.clusters = between(random, 2, 4);
  options.chain.neighbours = between(random, 2, 5);
  const auto truth = random_clusters(random, rows, *options.clusters);
  const std::size_t most = more_rows > 0 ? rows : 2 * rows;  // more of them on many rows take long to colour
  instance.known = truthful_side(random, truth,
                                 {seed % 4 == 2 ? between(random, 3, rows) : random.below(4),
                                  between(random, 2, most), *options.clusters});
  instance.is_true = many || random.below(2) == 0, instance.true_clusters = *options.clusters;
  SideInformation& known = instance.known;
  std::erase_if(known.links, [&](const Link& link) {
    return link.first == link.second || (link.kind == LinkKind::must && random.below(3) != 0);
  });
  const std::size_t wrong = instance.is_true ? 0 : random.below(rows);
  for (std::size_t i = 0; i < wrong; ++i) {  // between any two rows
    const std::size_t first = random.below(rows - 1), second = first + 1 + random.below(rows - 1 - first);
    known.links.push_back(
        {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), LinkKind::cannot, {}});
  }
  return instance;
}

/// Either of them, with a line for every item.
inline SaidInstance said_instance(std::uint64_t seed, std::size_t more_rows = 0) {
  SaidInstance instance =
      seed % 16 == 1 ? misleading_instance(seed, more_rows) : random_said_instance(seed, more_rows);
  Options& options = instance.options;
  options.seed = seed, options.search.restarts = 2, options.threads = 1;
  SideInformation& known = instance.known;
  known.files = {"side.csv"};
  std::uint32_t line = 1;
  for (Label& label : known.labels) label.source = {0, line++};
  for (Link& link : known.links) link.source = {0, line++};
  return instance;
}

/// The items on the lines that a sentence names.
inline SideInformation cited(const SideInformation& known, const std::string& sentence) {
  SideInformation result = known;
  std::set<std::uint32_t> lines;
  const std::regex place("side\\.csv:([0-9]+)");
  for (std::sregex_iterator it(sentence.begin(), sentence.end(), place), end; it != end; ++it)
    lines.insert(static_cast<std::uint32_t>(std::stoul((*it)[1])));
  const auto is_silent = [&](const auto& item) { return !lines.contains(item.source.line); };
  std::erase_if(result.labels, is_silent);
  std::erase_if(result.links, is_silent);
  return result;
}

}  // namespace comac::test
