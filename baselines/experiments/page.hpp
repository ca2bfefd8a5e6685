// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "figure.hpp"

namespace comac::experiments {

/// "block,panel,series,x,mean,deviation,runs", a line for each point that has a value; runs is 0 for
/// published values.
std::string figure_csv(const Figure& figure, const Store& store, const Scope& scope);

/// The sheets of a figure that has some, as Markdown.
std::string figure_markdown(const Figure& figure, const Store& store, const Scope& scope);

/// One page with all figures, which needs nothing beside itself; each figure is an element with its name as
/// id and links NAME.csv. Missing sets are named.
std::string figures_page(const std::vector<Figure>& figures, const Sets& sets, const Store& store,
                         const Scope& scope);

}  // namespace comac::experiments
