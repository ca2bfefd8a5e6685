// SPDX-License-Identifier: MIT
#include "blocks.hpp"

#include <algorithm>

namespace comac::experiments {
namespace {

template <class Items, class Name>
auto& find_or_add(Items& items, Name name, const std::string& value) {
  const auto found = std::ranges::find(items, value, name);
  if (found != items.end()) return *found;
  items.emplace_back();
  std::invoke(name, items.back()) = value;
  return items.back();
}

/// False for a set that is missing.
bool has_anything(const Block::Panel& panel) {
  return std::ranges::any_of(panel.lines, [](const Block::Line& line) {
    return !line.published &&
           std::ranges::any_of(line.at, [](const auto& point) { return !std::isnan(point.second.mean); });
  });
}

/// The mean of a line over the panels, where all of them have a value; as many runs as the least.
Mean mean_over(const std::vector<Block::Panel>& panels, const std::string& series, double x) {
  Mean mean{0, 0, SIZE_MAX};
  for (const Block::Panel& panel : panels) {
    const Block::Line* line = panel.find(series);
    mean.mean += line == nullptr ? NAN : line->mean_at(x);
    if (line != nullptr && line->at.contains(x)) mean.runs = std::min(mean.runs, line->at.at(x).runs);
  }
  mean.mean /= static_cast<double>(panels.size());
  return mean;
}

std::optional<Block::Panel> mean_panel(std::vector<Block::Panel> panels) {
  std::erase_if(panels, [](const Block::Panel& panel) { return !has_anything(panel); });
  if (panels.size() < 2) return std::nullopt;
  Block::Panel mean{"Mean of the sets", panels.front().lines};
  for (Block::Line& line : mean.lines) {
    for (auto& [x, value] : line.at) value = mean_over(panels, line.series, x);
  }
  return mean;
}

}  // namespace

double Block::Line::mean_at(double x) const {
  const auto found = at.find(x);
  return found == at.end() ? NAN : found->second.mean;
}

const Block::Line* Block::Panel::find(std::string_view series) const {
  const auto found = std::ranges::find(lines, series, &Line::series);
  return found == lines.end() ? nullptr : &*found;
}

std::vector<Block> blocks_of(const Figure& figure, const Store& store, const Scope& scope) {
  std::vector<Block> blocks;
  for (const Point& point : figure.points) {
    auto& block = find_or_add(blocks, &Block::title, point.block);
    block.score = point.score;
    auto& panel = find_or_add(block.panels, &Block::Panel::title, point.panel);
    auto& line = find_or_add(panel.lines, &Block::Line::series, point.series);
    line.published = point.is_published();
    line.at[point.x] = mean_of(point, store, scope.runs);
  }
  for (Block& block : blocks) {
    if (figure.mean_panel) block.mean = mean_panel(block.panels);
  }
  return blocks;
}

}  // namespace comac::experiments
