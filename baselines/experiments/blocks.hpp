// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "figure.hpp"

namespace comac::experiments {

/// The points of a block as lines: panels and series in the order of their first appearance.
struct Block {
  struct Line {
    std::string series;
    bool published = false;
    std::map<double, Mean> at;

    /// NaN where there is none.
    double mean_at(double x) const;
  };
  struct Panel {
    std::string title;
    std::vector<Line> lines;

    /// Null if there is none.
    const Line* find(std::string_view series) const;
  };
  std::string title;
  Score score = Score::nmi;
  std::vector<Panel> panels;
  std::optional<Panel> mean = {};  ///< of those panels that have anything measured, where the figure wants it
};

std::vector<Block> blocks_of(const Figure& figure, const Store& store, const Scope& scope);

}  // namespace comac::experiments
