// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blocks.hpp"

namespace comac::experiments {

/// A line of work whose figures are to be reached: means of the sets at some levels.
struct Goal {
  std::string work;
  std::string block;
  std::vector<double> levels;  ///< as on the axis
  std::vector<double> before;  ///< by 0.1.0; NaN, or none at all, where nobody measured it
  std::vector<double> reach;
};

/// ".578 .612", and a dash for what is not there.
std::string figures_text(const std::vector<double>& values);

const Block* find_block(const std::vector<Block>& blocks, std::string_view title);

/// Of a line in a block: its mean over the sets at these levels.
std::vector<double> means_at(const Block& block, std::string_view series, const std::vector<double>& levels);

/// work, levels, 0.1.0, to reach, comac, and the best of the other systems at each level with its name.
Sheet goals_sheet(const std::vector<Goal>& goals, const std::vector<Block>& blocks);

/// Of the cells (set and level) of some goals: in how many comac is first or within .02 of the first, and the
/// worst.
Sheet standing_sheet(const std::vector<Goal>& goals, const std::vector<Block>& blocks);

}  // namespace comac::experiments
