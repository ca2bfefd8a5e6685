// SPDX-License-Identifier: MIT
#include "figures/lines.hpp"

#include <algorithm>

#include "published.hpp"

namespace comac::experiments {
namespace {

constexpr std::string_view of_the_paper[] = {"comac-seq", "comac-ann", "cec-ib-1", "cec-ib-0", "mixmod",
                                             "c-gmm",     "k-means",   "fc-means", "spec"};
constexpr std::string_view of_a_quick_run[] = {"comac", "comac-seq", "comac-ann", "k-means", "fc-means"};

constexpr std::string_view sets_of_a_quick_run[] = {
    "iris",          "wine-z",           "links/iris",          "shapes/hepta",
    "shapes/zigzag", "clouds/950-50@14", "clouds/800-150-50@10"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

void add_line(Figure& figure, const Line& line, const std::vector<double>& levels, double unit) {
  for (const double level : levels) {
    figure.points.push_back({line.block, line.panel, line.series, unit * level, line.cell(level)});
  }
}

void add_contest(Figure& figure, const Scope& scope, const Contest& contest) {
  for (const std::string& set : contest.sets) {
    if (!scope.wants(set)) continue;
    for (const std::string& system : contest.systems) {
      for (const double level : contest.levels) {
        figure.points.push_back({contest.block, std::string(set_title(set)), system, 100 * level,
                                 Cell{set, system, contest.side(level), {}}, NAN, contest.score,
                                 contest.most_draws});
      }
    }
  }
}

std::vector<std::string> sets_of(std::vector<std::string> sets, const Scope& scope) {
  if (scope.quick)
    std::erase_if(sets, [](const std::string& set) { return !among(sets_of_a_quick_run, set); });
  return sets;
}

std::vector<std::string> systems_that_use(Uses least, const Scope& scope) {
  std::vector<std::string> names;
  for (const System* system : all_systems()) {
    const SystemInfo info = system->info();
    if (info.uses < least || (scope.quick && !among(of_a_quick_run, info.name))) continue;
    names.emplace_back(info.name);
  }
  return names;
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
