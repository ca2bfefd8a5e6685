// SPDX-License-Identifier: MIT
#include "evaluate/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "comac/data/table.hpp"
#include "comac/evaluate/certificate.hpp"
#include "evaluate/infeasible.hpp"

namespace comac {
namespace {

void find_outvoted(const Belief& belief, std::span<const std::uint32_t> cluster,
                   const std::vector<std::uint32_t>& class_of, PerItem<Verdict>& items) {
  const SideInformation& known = belief.said;
  for (const ItemId id : items.ids()) {
    if (belief.status[id].kind != Status::Kind::soft) continue;
    if (id.is_label()) {
      const Label& label = known.labels[id.index];
      items[id].holds = class_of[cluster[label.row]] == label.label;
    } else {
      const Link& link = known.links[id.index];
      items[id].holds = (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must);
    }
  }
}

void count_items(const SideInformation& known, Certificate& certificate) {
  for (const ItemId id : certificate.items.ids()) {
    if (certificate.items[id].status.is_dropped()) continue;
    if (id.is_label()) {
      ++certificate.labels;
    } else {
      ++(known.links[id.index].kind == LinkKind::must ? certificate.must_links : certificate.cannot_links);
    }
  }
}

}  // namespace

std::vector<std::uint32_t> classes_of_clusters(const Belief& belief, std::span<const std::uint32_t> cluster,
                                               std::size_t clusters) {
  const SideInformation& known = belief.said;
  const std::size_t classes = known.label_names.size();
  const auto more_than_all_soft = static_cast<double>(known.labels.size() + 1);
  std::vector<double> weight(clusters * classes, 0);
  for (std::size_t i = 0; i < known.labels.size(); ++i) {
    const Label& label = known.labels[i];
    const Status& status = belief.status[ItemId::label(i)];
    if (status.is_dropped()) continue;
    weight[cluster[label.row] * classes + label.label] += status.is_hard() ? more_than_all_soft : label.trust;
  }
  std::vector<std::uint32_t> result(clusters, unknown_category);
  for (std::size_t y = 0; y < clusters; ++y) {
    const auto first = weight.begin() + static_cast<std::ptrdiff_t>(y * classes);
    const auto most = std::max_element(first, first + static_cast<std::ptrdiff_t>(classes));
    if (classes > 0 && *most > 0) result[y] = static_cast<std::uint32_t>(most - first);
  }
  return result;
}

PerItem<Verdict> judge_hard(const Belief& belief, std::span<const std::uint32_t> cluster) {
  PerItem<Verdict> items = belief.said.per_item(Verdict{});
  SideInformation hard = belief.said;
  for (const ItemId id : items.ids()) {
    items[id].status = belief.status[id];
    if (belief.status[id].is_dropped()) hard.trust(id) = 0;  // verify() looks at hard items only
  }
  for (const Violation& violation : verify(hard, cluster)) {
    items[violation.other].holds = false;
    if (violation.other.is_label()) items[violation.other].clashes.push_back(violation.item);
  }
  return items;
}

Certificate certify(const Belief& belief, const Constraints& constraints,
                    std::span<const std::uint32_t> cluster, std::size_t clusters) {
  Certificate certificate;
  certificate.items = judge_hard(belief, cluster);
  certificate.class_of_cluster = classes_of_clusters(belief, cluster, clusters);
  find_outvoted(belief, cluster, certificate.class_of_cluster, certificate.items);
  count_items(belief.said, certificate);
  certificate.groups = constraints.components.count();
  if (certificate.violated().empty() || count_broken(constraints, cluster) == 0) return certificate;
  if (auto warning = describe_infeasible(belief, constraints, clusters); !warning.empty())
    certificate.warnings.push_back(std::move(warning));
  return certificate;
}

}  // namespace comac
