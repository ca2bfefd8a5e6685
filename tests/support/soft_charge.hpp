// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "comac/constraints/side_information.hpp"

namespace comac::test {

inline double soft_weight(double trust, std::size_t rows) {
  trust = std::clamp(trust, 0.5, 0.999);
  return 0.1 * std::log2(trust / (1 - trust)) / static_cast<double>(rows);
}

/// The charge by its definition, item by item: weight times H(label | cluster), and the broken soft links.
inline double charge(const SideInformation& known, const std::vector<std::uint32_t>& cluster) {
  double result = 0;
  std::map<std::uint32_t, double> of_cluster;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> of_class;
  const bool any_soft = std::ranges::any_of(known.labels, [](const Label& l) { return l.trust < 1; });
  for (const Label& label : known.labels) {
    if (!any_soft) break;
    of_cluster[cluster[label.row]] += soft_weight(label.trust, cluster.size());
    of_class[{cluster[label.row], label.label}] += soft_weight(label.trust, cluster.size());
  }
  for (const auto& [place, w] : of_class) {
    if (w > 0) result -= w * std::log2(w / of_cluster[place.first]);
  }
  for (const Link& link : known.links) {
    const bool holds = (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must);
    if (link.trust < 1 && !holds) result += soft_weight(link.trust, cluster.size());
  }
  return result;
}

}  // namespace comac::test
