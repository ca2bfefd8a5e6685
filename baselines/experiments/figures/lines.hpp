// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "figure.hpp"

namespace comac::experiments {

/// A line of a figure: where it is drawn, and its cell at a level.
struct Line {
  std::string block;
  std::string panel;
  std::string series;
  std::function<Cell(double level)> cell;
};

/// What several systems do on several sets, a panel for each set.
struct Contest {
  std::string block;
  std::vector<std::string> sets;
  std::vector<std::string> systems;
  std::vector<double> levels;
  std::function<Side(double level)> side;
  Score score = Score::nmi;
  std::size_t most_draws = 1000;
};
void add_contest(Figure& figure, const Scope& scope, const Contest& contest);

/// The sets as they are; in a quick run only Iris, Wine and the like, which take no time.
std::vector<std::string> sets_of(std::vector<std::string> sets, const Scope& scope);

/// The systems that can use as much, fewer of them in a quick run.
std::vector<std::string> systems_that_use(Uses least, const Scope& scope);

/// Levels are shares; the axis shows `unit` times them.
void add_line(Figure& figure, const Line& line, const std::vector<double>& levels, double unit = 100);

/// The published lines of a set, into one panel.
void add_published(Figure& figure, const std::string& block, const std::string& panel, std::string_view table,
                   std::string_view set);

/// Labelled rows for every registered system: the three blocks that the comparisons share. `cell` gives the
/// side information at a level.
void add_comparison(Figure& figure, const Scope& scope, const std::vector<double>& levels,
                    std::string_view table, const std::function<Side(double level)>& side);

}  // namespace comac::experiments
