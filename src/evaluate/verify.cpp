// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "comac/base/error.hpp"
#include "comac/evaluate/certificate.hpp"

namespace comac {
namespace {

/// A class in a cluster, with the first item that says so.
struct Meeting {
  std::uint32_t cluster;
  std::uint32_t label;
  ItemId item;
};

std::vector<Meeting> meetings(const SideInformation& known, std::span<const std::uint32_t> cluster) {
  std::vector<Meeting> result;
  for (std::size_t i = 0; i < known.labels.size(); ++i) {
    const Label& label = known.labels[i];
    if (label.trust < 1) continue;
    result.push_back({cluster[label.row], label.label, ItemId::label(i)});
  }
  const auto key = [](const Meeting& m) { return std::tie(m.cluster, m.label); };
  std::stable_sort(result.begin(), result.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto end = std::unique(result.begin(), result.end(),
                               [&](const auto& a, const auto& b) { return key(a) == key(b); });
  result.erase(end, result.end());
  return result;
}

/// Pairs of classes at fault, each with the first pair of labels that shows it.
using Faults = std::map<std::pair<std::uint32_t, std::uint32_t>, Violation>;

void add_split_classes(const std::vector<Meeting>& met, Faults& faults) {
  std::map<std::uint32_t, ItemId> first_of;
  for (const auto& m : met) {
    const auto [first, is_new] = first_of.try_emplace(m.label, m.item);
    if (!is_new) faults.try_emplace({m.label, m.label}, Violation{first->second, m.item});
  }
}

void add_shared_clusters(const std::vector<Meeting>& met, Faults& faults) {
  for (auto a = met.begin(); a != met.end(); ++a) {
    for (auto b = a + 1; b != met.end() && b->cluster == a->cluster; ++b) {
      faults.try_emplace({a->label, b->label}, Violation{a->item, b->item});
    }
  }
}

void check_named_rows(const SideInformation& known, std::size_t rows) {
  const auto check = [&](std::uint32_t row, Source source) {
    if (row < rows) return;
    const std::string where = known.describe(source);
    throw Error(ErrorCode::data, fmt::format("{}{}row {} has no cluster; there are clusters of {} rows",
                                             where, where.empty() ? "" : ": ", row, rows));
  };
  for (const Label& label : known.labels) check(label.row, label.source);
  for (const Link& link : known.links) check(link.first, link.source), check(link.second, link.source);
}

}  // namespace

std::vector<Violation> verify(const SideInformation& known, std::span<const std::uint32_t> cluster) {
  check_named_rows(known, cluster.size());
  std::vector<Violation> violations;
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    const Link& link = known.links[i];
    const bool together = cluster[link.first] == cluster[link.second];
    if (link.trust < 1 || together == (link.kind == LinkKind::must)) continue;
    violations.push_back({ItemId::link(i), ItemId::link(i)});
  }
  const std::vector<Meeting> met = meetings(known, cluster);
  Faults faults;
  add_split_classes(met, faults);
  add_shared_clusters(met, faults);
  for (const auto& [classes, violation] : faults) violations.push_back(violation);
  return violations;
}

}  // namespace comac
