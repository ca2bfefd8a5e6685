// SPDX-License-Identifier: MIT
#include "comac/evaluate/verify.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

namespace comac {
namespace {

/// A class in a cluster, with the first row that says so.
struct Meeting {
  std::uint32_t cluster;
  std::uint32_t label;
  std::uint32_t row;
};

std::vector<Meeting> meetings(const SideInformation& known, std::span<const std::uint32_t> cluster) {
  std::vector<Meeting> result;
  for (const auto& item : known.labels) {
    assert(item.row < cluster.size());
    if (item.trust < 1) continue;
    result.push_back({cluster[item.row], item.label, item.row});
  }
  const auto key = [](const Meeting& m) { return std::tie(m.cluster, m.label); };
  std::stable_sort(result.begin(), result.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto end = std::unique(result.begin(), result.end(),
                               [&](const auto& a, const auto& b) { return key(a) == key(b); });
  result.erase(end, result.end());
  return result;
}

/// Pairs of classes at fault, each with the first pair of rows that shows it.
using Faults = std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint32_t>>;

void add_split_classes(const std::vector<Meeting>& met, Faults& faults) {
  std::map<std::uint32_t, std::uint32_t> first_row;
  for (const auto& m : met) {
    const auto [first, is_new] = first_row.try_emplace(m.label, m.row);
    if (!is_new) faults.try_emplace({m.label, m.label}, first->second, m.row);
  }
}

void add_shared_clusters(const std::vector<Meeting>& met, Faults& faults) {
  for (auto a = met.begin(); a != met.end(); ++a) {
    for (auto b = a + 1; b != met.end() && b->cluster == a->cluster; ++b) {
      faults.try_emplace({a->label, b->label}, a->row, b->row);
    }
  }
}

}  // namespace

std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster) {
  std::vector<Violation> violations;
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    const Link& link = known.links[i];
    assert(link.first < cluster.size() && link.second < cluster.size());
    const bool together = cluster[link.first] == cluster[link.second];
    if (link.trust < 1 || together == (link.kind == LinkKind::must)) continue;
    violations.push_back({Violation::Kind::link, i, 0, 0, link.first, link.second});
  }
  const std::vector<Meeting> met = meetings(known, cluster);
  Faults faults;
  add_split_classes(met, faults);
  add_shared_clusters(met, faults);
  for (const auto& [labels, rows] : faults) {
    violations.push_back({Violation::Kind::labels, 0, labels.first, labels.second, rows.first, rows.second});
  }
  return violations;
}

}  // namespace comac
