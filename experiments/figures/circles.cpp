// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/cluster.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/report/scatter.hpp"
#include "figure.hpp"

namespace comac::experiments::figures {
namespace {

struct Picture {
  Drawing drawing;
  double nmi = 0;
};

/// Clusters the circles and draws them with what was known.
Picture picture(const PaperSet& set, const SideInformation& known, const std::string& title) {
  Options options;
  options.clusters = set.classes();
  options.method = Method::comac_seq;
  const Table& table = set.data.table;
  const Result result = cluster(table, known, options);
  ScatterChart chart;
  chart.title = title;
  chart.width = 480;
  chart.height = 460;
  chart.groups.resize(options.clusters);
  for (std::size_t c = 0; c < options.clusters; ++c) {
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
  constexpr double thirty = 30;
  const Side side{Side::Protocol::pairs, thirty / static_cast<double>(set.data.table.rows)};
  const Picture a = picture(set, {}, "(a) unsupervised");
  const Picture b = picture(set, draw_side(*set.data.truth, side, 0), "(b) 30 constraints");
  return {inline_svg(grid({a.drawing, b.drawing}, 2), "Points in their clusters, without and with 30 pairs") +
              fmt::format("<p class=\"quiet\">NMI {:.3f} (a), {:.3f} (b); cannot-links are dashed.</p>\n",
                          a.nmi, b.nmi),
          fmt::format("picture,nmi\na,{:.4f}\nb,{:.4f}\n", a.nmi, b.nmi)};
}

}  // namespace

Figure circles(const Scope&) {
  Figure figure{
      "circles", "Circles",
      "Three circles of 60 points: unsupervised, and with 30 random pairs (comac-seq, beta = .5, k = 20)."};
  figure.extra = circles_extra;
  return figure;
}

}  // namespace comac::experiments::figures
