// SPDX-License-Identifier: MIT
#include "comac/evaluate/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "comac/constraints/colouring.hpp"
#include "comac/evaluate/verify.hpp"

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

}  // namespace

Certificate certify(const SideInformation& known, const Constraints& constraints,
                    std::span<const std::uint32_t> cluster, std::size_t clusters) {
  const LeftOut left_out(known, constraints.dropped);
  Certificate certificate;
  certificate.labels = static_cast<std::size_t>(std::ranges::count(left_out.labels, false));
  for (std::size_t i = 0; i < known.links.size(); ++i) {
    if (left_out.links[i]) continue;
    ++(known.links[i].kind == LinkKind::must ? certificate.must_links : certificate.cannot_links);
  }
  certificate.groups = constraints.components.count();
  certificate.violated = violations(known, left_out, cluster);
  certificate.dropped = constraints.dropped;
  const std::size_t needed = greedy_clique(constraints.exclusive).size();
  if (needed > clusters) {
    certificate.warnings.push_back(fmt::format(
        "{} groups of rows exclude one another, but there are only {} clusters, so something that was "
        "said cannot hold; at least {} clusters are needed",
        needed, clusters, needed));
  }
  return certificate;
}

}  // namespace comac
