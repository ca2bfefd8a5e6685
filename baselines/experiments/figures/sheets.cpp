// SPDX-License-Identifier: MIT
#include "figures/sheets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace comac::experiments {
namespace {

constexpr std::string_view ours = "comac";

struct Best {
  std::string system = {};
  double value = NAN;
};

/// The best of our runs of other systems. One that refused draws is left out: its mean is of other draws.
Best best_other(const Block::Panel& panel, double x) {
  const Block::Line* own = panel.find(ours);
  Best best;
  for (const Block::Line& line : panel.lines) {
    if (line.published || &line == own || !line.at.contains(x)) continue;
    const Mean& mean = line.at.at(x);
    if (std::isnan(mean.mean) || (own != nullptr && mean.runs < own->at.at(x).runs)) continue;
    if (!(mean.mean <= best.value)) best = {line.series, mean.mean};
  }
  return best;
}

const Block::Panel& summary_of(const Block& block) { return block.mean ? *block.mean : block.panels.front(); }

std::string best_others_text(const Block::Panel& panel, const std::vector<double>& levels) {
  std::vector<double> values;
  std::vector<std::string> names;
  for (const double level : levels) {
    const Best best = best_other(panel, level);
    values.push_back(best.value);
    if (!std::isnan(best.value) && std::ranges::find(names, best.system) == names.end())
      names.push_back(best.system);
  }
  return names.empty() ? "-" : fmt::format("{} ({})", figures_text(values), fmt::join(names, ", "));
}

struct Standing {
  std::string work, set;
  double level = 0, value = 0;
  Best best;
  double behind() const { return best.value - value; }
};

std::vector<Standing> standings_of(const std::vector<Goal>& goals, const std::vector<Block>& blocks) {
  std::vector<Standing> all;
  for (const Goal& goal : goals) {
    const Block* block = find_block(blocks, goal.block);
    if (block == nullptr) continue;
    for (const Block::Panel& panel : block->panels) {
      for (const double level : goal.levels) {
        const Block::Line* own = panel.find(ours);
        const Best best = best_other(panel, level);
        if (own == nullptr || std::isnan(own->mean_at(level)) || std::isnan(best.value)) continue;
        all.push_back({goal.work, panel.title, level, own->mean_at(level), best});
      }
    }
  }
  return all;
}

}  // namespace

std::string figures_text(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) {
    std::string text = std::isnan(value) ? "-" : fmt::format("{:.3f}", value);
    const std::size_t zero = text.find("0.");
    if (zero <= 1) text.erase(zero, 1);
    out.append(out.empty() ? "" : " ").append(text);
  }
  return out.empty() ? "-" : out;
}

const Block* find_block(const std::vector<Block>& blocks, std::string_view title) {
  const auto found = std::ranges::find(blocks, title, &Block::title);
  return found == blocks.end() ? nullptr : &*found;
}

std::vector<double> means_at(const Block& block, std::string_view series, const std::vector<double>& levels) {
  const Block::Line* line = summary_of(block).find(series);
  std::vector<double> means;
  for (const double level : levels) means.push_back(line == nullptr ? NAN : line->mean_at(level));
  return means;
}

Sheet goals_sheet(const std::vector<Goal>& goals, const std::vector<Block>& blocks) {
  Sheet sheet{"Means over the sets", {"work", "0.1.0", "to reach", "comac", "best other"}};
  for (const Goal& goal : goals) {
    const Block* block = find_block(blocks, goal.block);
    if (block == nullptr) continue;
    sheet.rows.push_back({goal.work, figures_text(goal.before), figures_text(goal.reach),
                          figures_text(means_at(*block, ours, goal.levels)),
                          best_others_text(summary_of(*block), goal.levels)});
  }
  return sheet;
}

Sheet standing_sheet(const std::vector<Goal>& goals, const std::vector<Block>& blocks) {
  constexpr double near = 0.02, far = 0.10;
  constexpr std::size_t most = 15;
  std::vector<Standing> all = standings_of(goals, blocks);
  std::ranges::stable_sort(all, std::ranges::greater{}, &Standing::behind);
  const auto is_first = [](const Standing& cell) { return cell.behind() <= near + 1e-9; };
  const auto first = std::ranges::count_if(all, is_first);
  const auto far_behind =
      std::ranges::count_if(all, [](const Standing& cell) { return cell.behind() > far + 1e-9; });
  Sheet sheet{"Where comac is behind", {"work", "set", "level", "comac", "first", "by"}};
  for (const Standing& cell : all) {
    if (is_first(cell) || sheet.rows.size() == most) break;
    sheet.rows.push_back({cell.work, cell.set, fmt::format("{:g} %", cell.level), figures_text({cell.value}),
                          fmt::format("{} {}", cell.best.system, figures_text({cell.best.value})),
                          figures_text({cell.behind()})});
  }
  sheet.note = fmt::format(
      "In {} of {} cells (set and level), {:.1f} %, comac is first or within .02 of the first of all systems "
      "(to "
      "reach: 80 %); in {} it is more than .10 behind (to reach: none). Systems that refused draws of a cell "
      "are "
      "left out there. At most {} of the worst cells are shown.",
      first, all.size(),
      all.empty() ? 0.0 : 100.0 * static_cast<double>(first) / static_cast<double>(all.size()), far_behind,
      most);
  return sheet;
}

}  // namespace comac::experiments
