// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "figures/lines.hpp"
#include "figures/sheets.hpp"
#include "published.hpp"

namespace comac::experiments::figures {
namespace {

using Protocol = Side::Protocol;

const std::string shapes = "Shapes: % of the rows labelled";
const std::string clouds = "Clouds of uneven sizes: % of the rows labelled";
const std::string sets_of_the_paper = "The paper's sets: % of the rows labelled";
const std::string pairs = "Random pairs in % of the rows";
const std::string number = "The number of clusters, where it is not given: found less classes";
const std::string agreement = "Runs that differ in their seed alone: NMI between them";
const std::string before = "comac 0.1.0";

const std::vector<Goal>& goals() {
  static const std::vector<Goal> all = {
      {"19 shapes, nothing known / 5 % labelled", shapes, {0, 5}, {.53, .62}, {.95, .95}},
      {"24 drawings of clouds, nothing known / 5 % labelled", clouds, {0, 5}, {.23, NAN}, {.98, .99}},
      {"the paper's seven sets, labels of all classes 0 / 10 / 20 / 30 %",
       sets_of_the_paper,
       {0, 10, 20, 30},
       {.578, .612, .660, .695},
       {.61, .645, .695, .73}},
  };
  return all;
}

void add_labels(Figure& figure, const Scope& scope) {
  constexpr std::size_t draws = 5;
  const auto side = [](double share) {
    return Side{.protocol = Protocol::labels, .share = share, .at_least = 2};
  };
  for (const auto& [block, sets] :
       {std::pair(shapes, sets_of(shape_sets(), scope)), std::pair(clouds, sets_of(cloud_sets(), scope))}) {
    add_contest(figure, scope, {block, sets, {"comac"}, {0, 0.05}, side, Score::nmi, draws});
  }
  add_contest(
      figure, scope,
      {sets_of_the_paper, scaled_sets(), {"comac"}, scope.levels({0, 0.1, 0.2, 0.3}, 3), [](double share) {
         return Side{Protocol::labels, share};
       }});
}

void add_pairs(Figure& figure, const Scope& scope) {
  std::vector<std::string> sets = scaled_sets();
  sets.push_back("ionosphere");
  sets = sets_of(sets, scope);
  add_contest(figure, scope,
              {pairs, sets, {"comac"}, scope.levels({0, 0.2, 0.5, 1, 1.5}, 4), [](double share) {
                 return Side{Protocol::pairs, share};
               }});
  for (const std::string& set : sets) {
    if (scope.wants(set)) add_published(figure, pairs, std::string(set_title(set)), "pairs-before", set);
  }
}

/// A point for each set: one run whose K is to be found, or several seeds.
void add_each(Figure& figure, const Scope& scope, const std::string& block,
              const std::vector<std::string>& sets, const Setting& setting, Score score) {
  for (const std::string& set : sets) {
    if (!scope.wants(set)) continue;
    figure.points.push_back(
        {block, std::string(set_title(set)), "comac", 0, Cell{set, "comac", {}, setting}, NAN, score, 1});
  }
}

/// How many sets have a number of clusters that is right, or off by one at most.
std::vector<std::string> number_row(const Block& block) {
  double right = 0, near = 0, all = 0;
  for (const Block::Panel& panel : block.panels) {
    const double off = panel.lines.front().mean_at(0);
    if (std::isnan(off)) continue;
    all += 1;
    right += off == 0;
    near += std::abs(off) <= 1;
  }
  return {
      "number of clusters, K not given: right / within one", "-", ".50 .75",
      fmt::format("{} ({:g} and {:g} of {:g})", figures_text({right / all, near / all}), right, near, all)};
}

/// The cell that is furthest below that of 0.1.0.
std::vector<std::string> pairs_row(const Block& block) {
  std::string where = "-";
  double worst = 1;
  for (const Block::Panel& panel : block.panels) {
    const Block::Line* old = panel.find(before);
    for (const auto& [x, value] : panel.find("comac")->at) {
      const double gain = old == nullptr ? NAN : value.mean - old->mean_at(x);
      if (!(gain < worst)) continue;
      worst = gain;
      where = fmt::format("{}: {}, {:g} %", figures_text({gain}), panel.title, x);
    }
  }
  return {"Ionosphere and the seven sets, random pairs 0 to 150 %: worst cell against 0.1.0", "0", "-.02",
          where};
}

std::vector<Sheet> scale_sheets(const Figure& figure, const Store& store, const Scope& scope) {
  const auto blocks = blocks_of(figure, store, scope);
  Sheet sheet = goals_sheet(goals(), blocks);
  sheet.title = "Mean NMI, default options";
  sheet.head.pop_back();  // there are no others
  for (auto& row : sheet.rows) row.pop_back();
  if (const Block* block = find_block(blocks, pairs)) sheet.rows.push_back(pairs_row(*block));
  if (const Block* block = find_block(blocks, number)) sheet.rows.push_back(number_row(*block));
  if (const Block* block = find_block(blocks, agreement)) {
    sheet.rows.push_back({"same result over ten seeds, all these sets: NMI between runs", "-", ".97",
                          figures_text(means_at(*block, "comac", {0}))});
  }
  return {sheet};
}

}  // namespace

Figure scale(const Scope& scope) {
  Figure figure{
      "scale", "The right scale by itself",
      "Our engine with default options, beside 0.1.0: shapes, clouds of uneven sizes, the paper's sets; how "
      "often it finds the number of clusters, and how often the same result. Rows of the shapes that are "
      "called noise are clustered but not scored.",
      "%"};
  figure.mean_panel = true;
  figure.sheets = scale_sheets;
  add_labels(figure, scope);
  add_pairs(figure, scope);
  std::vector<std::string> sets = sets_of(shape_sets(), scope);
  const auto of_the_paper = sets_of(scaled_sets(), scope);
  sets.insert(sets.end(), of_the_paper.begin(), of_the_paper.end());
  add_each(figure, scope, number, sets, {.clusters_given = false}, Score::clusters_off);
  const auto clouds_too = sets_of(cloud_sets(), scope);
  sets.insert(sets.end(), clouds_too.begin(), clouds_too.end());
  add_each(figure, scope, agreement, sets, {.seeds = scope.quick ? std::size_t{3} : 10}, Score::nmi);
  return figure;
}

}  // namespace comac::experiments::figures
