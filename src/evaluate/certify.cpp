// SPDX-License-Identifier: MIT
#include "evaluate/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "comac/data/table.hpp"
#include "comac/evaluate/verify.hpp"
#include "evaluate/infeasible.hpp"

namespace comac {
namespace {

/// Which labels and links were left out.
struct LeftOut {
  LeftOut(const SideInformation& known, const std::vector<Dropped>& dropped)
      : labels(known.labels.size(), false), links(known.links.size(), false) {
    for (const Dropped& item : dropped)
      (item.kind == Dropped::Kind::label ? labels : links)[item.index] = true;
  }
  std::vector<bool> labels;
  std::vector<bool> links;
};

std::vector<Violation> violations(const SideInformation& known, const LeftOut& left_out,
                                  std::span<const std::uint32_t> cluster) {
  SideInformation kept = known;
  std::size_t i = 0;
  std::erase_if(kept.labels, [&](const Label&) { return left_out.labels[i++]; });
  auto violated = verify(kept, cluster);
  std::erase_if(violated, [&](const Violation& violation) {
    return violation.kind == Violation::Kind::link && left_out.links[violation.link];
  });
  return violated;
}

/// The class with the most trust in each cluster; unknown_category where there is none.
std::vector<std::uint32_t> classes_of_clusters(const SideInformation& known,
                                               std::span<const std::uint32_t> cluster, std::size_t clusters) {
  const std::size_t classes = known.label_names.size();
  std::vector<double> weight(clusters * classes, 0);
  for (const Label& label : known.labels) weight[cluster[label.row] * classes + label.label] += label.trust;
  std::vector<std::uint32_t> result(clusters, unknown_category);
  for (std::size_t y = 0; y < clusters; ++y) {
    const auto first = weight.begin() + static_cast<std::ptrdiff_t>(y * classes);
    const auto most = std::max_element(first, first + static_cast<std::ptrdiff_t>(classes));
    if (classes > 0 && *most > 0) result[y] = static_cast<std::uint32_t>(most - first);
  }
  return result;
}

void find_outvoted(const SideInformation& known, std::span<const std::uint32_t> cluster, std::size_t clusters,
                   Certificate& certificate) {
  const auto class_of = classes_of_clusters(known, cluster, clusters);
  for (std::size_t i = 0; i < known.labels.size(); ++i) {
    const Label& label = known.labels[i];
    if (!is_hard(label) && class_of[cluster[label.row]] != label.label)
      certificate.outvoted_labels.push_back(i);
  }
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    const Link& link = known.links[i];
    const bool holds = (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must);
    if (!is_hard(link) && !holds) certificate.outvoted_links.push_back(i);
  }
}

}  // namespace

Certificate certify(const SideInformation& known, const Constraints& constraints,
                    std::span<const std::uint32_t> cluster, std::size_t clusters) {
  const LeftOut left_out(known, constraints.dropped);
  Certificate certificate;
  certificate.labels = known.labels.size();
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    ++(known.links[i].kind == LinkKind::must ? certificate.must_links : certificate.cannot_links);
  }
  certificate.groups = constraints.components.count();
  certificate.violated = violations(known, left_out, cluster);
  certificate.dropped = constraints.dropped;
  for (const Dropped& item : constraints.dropped) {
    if (item.kind == Dropped::Kind::label) {
      --certificate.labels;
    } else {
      --(known.links[item.index].kind == LinkKind::must ? certificate.must_links : certificate.cannot_links);
    }
  }
  find_outvoted(known, cluster, clusters, certificate);
  if (certificate.violated.empty() || count_broken(constraints, cluster) == 0) return certificate;
  if (auto warning = explain_infeasible(known, constraints, clusters); !warning.empty())
    certificate.warnings.push_back(std::move(warning));
  return certificate;
}

}  // namespace comac
