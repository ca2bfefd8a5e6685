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
