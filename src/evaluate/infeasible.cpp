// SPDX-License-Identifier: MIT
#include "evaluate/infeasible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "constraints/feasibility.hpp"

namespace comac {
namespace {

constexpr std::size_t most_named = 20;

/// "a, b and 3 more", or "a, b and c".
std::string enumerate(std::vector<std::string> words) {
  const std::size_t count = words.size();
  if (count > most_named) {
    words.resize(most_named);
    words.push_back(fmt::format("{} more", count - most_named));
  }
  if (words.size() < 2) return words.empty() ? "" : words[0];
  const std::string last = std::move(words.back());
  words.pop_back();
  return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

/// The places of the items that make components of the witness exclude one another, in the order of the
/// files: cannot-links between two of them, and a label of each that has one.
std::vector<std::string> places_of(const SideInformation& known, const Groups& components,
                                   const std::vector<std::uint32_t>& witness) {
  const auto component = [&](std::uint32_t row) { return components.group_of(row); };
  const auto in_witness = [&](std::uint32_t c) { return std::ranges::binary_search(witness, c); };
  std::vector<std::string> places;
  const auto add = [&](Source source) {
    if (const std::string place = known.describe(source); !place.empty()) places.push_back(place);
  };
  std::set<std::uint32_t> labelled;
  for (const Label& label : known.labels) {
    const bool named = is_hard(label) && in_witness(component(label.row));
    if (named && labelled.insert(component(label.row)).second) add(label.source);
  }
  if (labelled.size() < 2) places.clear();  // a single label excludes nothing
  std::set<std::pair<std::uint32_t, std::uint32_t>> linked;
  for (const Link& link : known.links) {
    const std::pair<std::uint32_t, std::uint32_t> pair =
        std::minmax(component(link.first), component(link.second));
    if (link.kind != LinkKind::cannot || !is_hard(link) || pair.first == pair.second) continue;
    if (in_witness(pair.first) && in_witness(pair.second) && linked.insert(pair).second) add(link.source);
  }
  return places;
}

std::string in_brackets(const std::vector<std::string>& places) {
  return places.empty() ? "" : fmt::format(" ({})", enumerate(places));
}

}  // namespace

std::string explain_infeasible(const SideInformation& known, const Constraints& constraints,
                               std::size_t clusters) {
  const Feasibility found = feasible_colouring(constraints.exclusive, clusters);
  if (found.colours) return {};
  if (!found.settled) {
    return fmt::format("no way was found to honour everything with {} clusters; {} are enough", clusters,
                       found.enough);
  }
  std::vector<std::string> rows;
  for (const auto component : found.witness)
    rows.push_back(known.row_name(constraints.components.members(component)[0]));
  return fmt::format(
      "the groups of rows {} {}{}, but there {} only {} cluster{}; {} are enough for everything",
      enumerate(rows),
      found.witness_is_clique ? "exclude one another" : "cannot all be kept apart as was said",
      in_brackets(places_of(known, constraints.components, found.witness)), clusters == 1 ? "is" : "are",
      clusters, clusters == 1 ? "" : "s", found.enough);
}

}  // namespace comac
