// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/cluster.hpp"
#include "comac/evaluate/scores.hpp"
#include "figures/lines.hpp"
#include "report/scatter.hpp"

namespace comac::experiments::figures {
namespace {

constexpr double rows = 180, most_pairs = 30;

Side pairs(double share) { return {Side::Protocol::pairs, share}; }

struct Picture {
  Drawing drawing;
  double nmi = 0;
};

/// Clusters the circles and draws them with what was known.
Picture picture(const PaperSet& set, const SideInformation& known, const std::string& title) {
  Options options;
  options.clusters = set.classes();
  options.search.method = Method::comac_seq;
  const Table& table = set.data.table;
  const Result result = cluster(table, known, options);
  ScatterChart chart;
  chart.title = title;
  chart.width = 480;
  chart.height = 460;
  chart.groups.resize(options.cluster_count());
  for (std::size_t c = 0; c < options.cluster_count(); ++c) {
    chart.groups[c].name = fmt::format("cluster {}", c);
    chart.groups[c].style = c;
  }
  for (std::size_t r = 0; r < table.rows; ++r) {
    chart.groups[result.cluster[r]].points.push_back({table.at(r, 0), table.at(r, 1), ""});
  }
  for (const Link& link : known.links) {
    chart.segments.push_back({table.at(link.first, 0), table.at(link.first, 1), table.at(link.second, 0),
                              table.at(link.second, 1), link.kind == LinkKind::must ? "must" : "cannot", ""});
  }
  return {draw(chart), score(set.data.truth->ids, result.cluster).nmi};
}

Extra circles_extra(const Sets& sets, const Scope&) {
  const PaperSet& set = *sets.find("circles");
  const Picture a = picture(set, {}, "(a) unsupervised");
  const Picture b =
      picture(set, draw_side(*set.data.truth, pairs(most_pairs / rows), 0), "(b) 30 constraints");
  return {
      inline_svg(grid({a.drawing, b.drawing}, 2), "Points in their clusters, without and with 30 pairs") +
          fmt::format("<p class=\"quiet\">First draw: NMI {:.3f} (a), {:.3f} (b); cannot-links are dashed. "
                      "Below: the mean of all draws.</p>\n",
                      a.nmi, b.nmi),
      ""};
}

}  // namespace

Figure circles(const Scope&) {
  Figure figure{
      "circles", "Circles",
      "Three circles of 60 points: unsupervised, and with 30 random pairs (beta = .5, k = 20; the pictures "
      "show comac-seq).",
      "pairs"};
  figure.extra = circles_extra;
  for (const std::string system : {"comac-seq", "comac-ann", "comac"}) {
    const auto cell = [&](double share) { return Cell{"circles", system, pairs(share), {}}; };
    add_line(figure, {"", "Circles", system, cell}, {0, 10 / rows, 20 / rows, most_pairs / rows}, rows);
  }
  return figure;
}

}  // namespace comac::experiments::figures
