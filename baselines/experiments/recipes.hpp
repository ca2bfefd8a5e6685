// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "comac/data/generate.hpp"
#include "comac/options.hpp"

namespace comac::experiments {

/// How a set is made: from its file, or drawn.
struct Recipe {
  enum class Family { paper, shape, cloud, linked } family = Family::paper;
  std::string name;
  std::string title;
  std::string file = {};  ///< without folder and ending; "" for one that is drawn
  Scale scale = Scale::none;
  std::size_t components = 0;
  GenerateOptions drawn = {};
};

/// All sets that there are.
std::span<const Recipe> all_recipes();

}  // namespace comac::experiments
