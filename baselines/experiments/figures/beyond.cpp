// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "figures/lines.hpp"
#include "figures/sheets.hpp"

namespace comac::experiments::figures {
namespace {

using Protocol = Side::Protocol;

const std::string all_classes = "Labels of all classes: % of the rows";
const std::string two_classes_only = "Labels of two classes: % of the rows";
const std::string published_pairs = "Pairs with published figures, in % of the rows: ARI";
const std::string random_pairs = "Cannot-links: random pairs in % of the rows";
const std::string raw_wine = "Columns in different units: % of the rows labelled";
const std::string shapes = "Shapes: 5 % labelled, at least two of a class";
const std::string circles_pairs = "Circles: random pairs, as many for 100 rows";
const std::string wrong_labels_block = "Wrong labels: 30 % labelled, of these % wrong";
const std::string wrong_pairs_block = "Wrong pairs: as many pairs as rows, of these % wrong";

/// The first four decide how often comac is first.
const std::vector<Goal>& goals() {
  static const std::vector<Goal> all = {
      {"labels of all classes, 0 / 10 / 20 / 30 %, seven sets",
       all_classes,
       {0, 10, 20, 30},
       {.578, .612, .660, .695},
       {.64, .715, .74, .77}},
      {"labels of two classes, 10 / 20 / 30 %, seven sets",
       two_classes_only,
       {10, 20, 30},
       {.615, .644, .694},
       {.70, .72, .745}},
      {"published pairs, 5 / 10 / 15 / 20 %, five sets, ARI",
       published_pairs,
       {5, 10, 15, 20},
       {.478, .479, .494, .514},
       {.63, .69, .755, .80}},
      {"random pairs, 20 / 50 / 100 / 150 %, seven sets",
       random_pairs,
       {20, 50, 100, 150},
       {.542, .620, .725, .805},
       {.66, .74, .80, .86}},
      {"raw Wine, 10 / 20 / 30 % labelled", raw_wine, {10, 20, 30}, {.33, .44, .51}, {.88, .92, .93}},
      {"19 shapes, 5 % labelled", shapes, {5}, {}, {.97}},
      {"Circles, 0 / 10 / 20 / 30 random pairs",
       circles_pairs,
       {0, 100 * (10 / 180.0), 100 * (20 / 180.0), 100 * (30 / 180.0)},
       {.85, .82, .84, .941},
       {NAN, .93, .93, .93}},
  };
  return all;
}
constexpr std::size_t deciding_goals = 4;

std::function<Side(double)> side_of(Protocol protocol) {
  return [protocol](double share) { return Side{protocol, share}; };
}

void add_labels(Figure& figure, const Scope& scope) {
  const auto systems = systems_that_use(Uses::labels, scope);
  add_contest(
      figure, scope,
      {all_classes, scaled_sets(), systems, scope.levels({0, 0.1, 0.2, 0.3}, 3), side_of(Protocol::labels)});
  add_contest(figure, scope,
              {two_classes_only, scaled_sets(), systems, scope.levels({0.1, 0.2, 0.3}),
               side_of(Protocol::two_classes)});
  add_contest(figure, scope,
              {raw_wine, {"wine"}, systems, scope.levels({0, 0.1, 0.2, 0.3}, 3), side_of(Protocol::labels)});
  const auto two_of_each = [](double share) {
    return Side{.protocol = Protocol::labels, .share = share, .at_least = 2};
  };
  add_contest(figure, scope,
              {shapes, sets_of(shape_sets(), scope), systems, {0.05}, two_of_each, Score::nmi, 5});
}

void add_pairs(Figure& figure, const Scope& scope) {
  const auto systems = systems_that_use(Uses::pairs, scope);
  constexpr std::size_t draws_of_links = 10;
  add_contest(
      figure, scope,
      {published_pairs, sets_of(linked_sets(), scope), systems, scope.levels({0, 0.05, 0.1, 0.15, 0.2}, 4),
       side_of(Protocol::links), Score::ari, draws_of_links});
  for (const std::string& set : linked_sets()) {
    if (!scope.wants(set) || scope.quick) continue;
    add_published(figure, published_pairs, std::string(set_title(set)), "pairs",
                  set.substr(set.find('/') + 1));
  }
  const auto sets =
      sets_of({"ionosphere", "iris", "user", "wine-z", "vertebral", "glass", "segmentation"}, scope);
  const auto levels = scope.levels({0, 0.2, 0.5, 1, 1.5}, 4);
  add_contest(figure, scope, {random_pairs, sets, systems, levels, side_of(Protocol::pairs)});
  for (const std::string& set : sets) {
    if (!scope.wants(set)) continue;
    const auto cell = [&](double share) {
      return Cell{set, "comac-seq", {Protocol::pairs, share, 0, false}, {}};
    };
    add_line(figure, {random_pairs, std::string(set_title(set)), "comac-seq without cannot-links", cell},
             levels);
  }
  add_contest(figure, scope,
              {circles_pairs,
               {"circles"},
               systems,
               {0, 10 / 180.0, 20 / 180.0, 30 / 180.0},
               side_of(Protocol::pairs)});
}

/// Hard, unsupervised and trusted as far as the data justify.
void add_trust(Figure& figure, const Scope& scope, const std::string& block, const Side& side,
               const std::vector<double>& levels) {
  for (const std::string& set : sets_of(scaled_sets(), scope)) {
    if (!scope.wants(set)) continue;
    for (const std::string series : {"hard", "unsupervised", "trust auto"}) {
      const auto cell = [&](double wrong) {
        Cell result{set, "comac", side, {}};
        result.side.wrong = wrong;
        if (series == "unsupervised") result.side = {};
        if (series == "trust auto") result.setting.trust = automatic_trust;
        return result;
      };
      add_line(figure, {block, std::string(set_title(set)), series, cell}, levels);
    }
  }
}

/// Lines "hard", "unsupervised" and "trust auto" of a panel, as means at each level.
struct Trusts {
  std::vector<double> levels, hard, none, judged;

  explicit Trusts(const Block::Panel& panel) {
    for (const auto& [level, value] : panel.find("hard")->at) {
      levels.push_back(level);
      hard.push_back(value.mean);
      none.push_back(panel.find("unsupervised")->mean_at(level));
      judged.push_back(panel.find("trust auto")->mean_at(level));
    }
  }
  /// How far below the better, or the worse, of the two that know no doubt.
  double below_better(std::size_t at) const { return std::max(hard[at], none[at]) - judged[at]; }
  double below_both(std::size_t at) const { return std::min(hard[at], none[at]) - judged[at]; }
};

/// The set and the level at which trust is worst.
std::string worst_of_sets(const Block& block) {
  std::string where = "-";
  double most = -1;
  for (const Block::Panel& panel : block.panels) {
    const Trusts trusts(panel);
    for (std::size_t at = 0; at < trusts.levels.size(); ++at) {
      if (!(trusts.below_both(at) > most)) continue;
      most = trusts.below_both(at);
      where = fmt::format("{}, {:g} %: {}", panel.title, trusts.levels[at], figures_text({most}));
    }
  }
  return where;
}

Sheet trust_sheet(const std::vector<Block>& blocks) {
  Sheet sheet{"Wrong items under --trust auto",
              {"work", "hard", "nothing known", "0.1.0, auto", "auto", "below the better of hard and nothing",
               "worst set, below both"}};
  sheet.note =
      "To reach: at every level at most .01 below the better, and no set below both by more than .02.";
  for (const auto& [title, before] : {std::pair(wrong_labels_block, ".689 .638 .618 .611 .583 .575"),
                                      std::pair(wrong_pairs_block, ".711 .626 .609 .579")}) {
    const Block* block = find_block(blocks, title);
    if (block == nullptr) continue;
    const Trusts trusts(block->mean ? *block->mean : block->panels.front());
    std::vector<double> below;
    for (std::size_t at = 0; at < trusts.levels.size(); ++at) below.push_back(trusts.below_better(at));
    sheet.rows.push_back({title, figures_text(trusts.hard), figures_text(trusts.none), before,
                          figures_text(trusts.judged), figures_text(below), worst_of_sets(*block)});
  }
  return sheet;
}

std::vector<Sheet> beyond_sheets(const Figure& figure, const Store& store, const Scope& scope) {
  const auto blocks = blocks_of(figure, store, scope);
  const std::vector<Goal> deciding(goals().begin(), goals().begin() + deciding_goals);
  return {goals_sheet(goals(), blocks), trust_sheet(blocks), standing_sheet(deciding, blocks)};
}

}  // namespace

Figure beyond(const Scope& scope) {
  Figure figure{
      "beyond", "Beyond the paper",
      "What is known, and how much it helps our engine and all other systems: labels, pairs, wrong ones "
      "of both, columns in different units, shapes. Default options, the number of clusters given.",
      "%"};
  figure.mean_panel = true;
  figure.sheets = beyond_sheets;
  add_labels(figure, scope);
  add_pairs(figure, scope);
  add_trust(figure, scope, wrong_labels_block, {Protocol::labels, 0.3},
            scope.levels({0, 0.1, 0.2, 0.3, 0.4, 0.5}, 5));
  add_trust(figure, scope, wrong_pairs_block, {Protocol::pairs, 1}, scope.levels({0, 0.1, 0.2, 0.3}, 3));
  return figure;
}

}  // namespace comac::experiments::figures
