// SPDX-License-Identifier: MIT
#include "figures/lines.hpp"

#include <algorithm>

#include "published.hpp"

namespace comac::experiments {
namespace {

constexpr std::string_view of_the_paper[] = {"comac-seq", "comac-ann", "cec-ib-1", "cec-ib-0", "mixmod",
                                             "c-gmm",     "k-means",   "fc-means", "spec"};
constexpr std::string_view of_a_quick_run[] = {"comac", "comac-seq", "comac-ann", "k-means", "fc-means"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

void add_line(Figure& figure, const Line& line, const std::vector<double>& levels, double unit) {
  for (const double level : levels) {
    figure.points.push_back({line.block, line.panel, line.series, unit * level, line.cell(level)});
  }
}

void add_published(Figure& figure, const std::string& block, const std::string& panel, std::string_view table,
                   std::string_view set) {
  for (const Published& value : published(table)) {
    if (value.set == set) figure.points.push_back({block, panel, value.system, value.percent, {}, value.nmi});
  }
}

void add_comparison(Figure& figure, const Scope& scope, const std::vector<double>& levels,
                    std::string_view table, const std::function<Side(double level)>& side) {
  const std::string paper = "Our runs: the systems of the paper";
  const std::string beside = "As the paper drew it: our CoMaC, dashed the published figures (of raw Wine)";
  const std::string others = "Our runs: our engine, predecessors, and what one would pick today";
  for (const std::string& set : comparison_sets()) {
    if (!scope.wants(set)) continue;
    const std::string panel(set_title(set));
    for (const System* system : all_systems()) {
      const SystemInfo info = system->info();
      if (scope.quick && !among(of_a_quick_run, info.name)) continue;
      const std::string name(info.name);
      const auto cell = [&](double level) {
        return Cell{set, name, info.uses == Uses::nothing ? Side{} : side(level), {}};
      };
      add_line(figure, {among(of_the_paper, name) ? paper : others, panel, name, cell}, levels);
      if (name == "comac-seq" || name == "comac-ann") add_line(figure, {beside, panel, name, cell}, levels);
    }
    add_published(figure, beside, panel, table, set == "wine-z" ? "wine" : set);
  }
}

}  // namespace comac::experiments
