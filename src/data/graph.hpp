// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "comac/data/read.hpp"

namespace comac {

/// Reads text that names its states: edges, "from,to" or "from,to,weight" a line under such a header, or a
/// square matrix whose first column repeats the names of its header. Nothing if it is neither. Edges that are
/// given one way only go both ways; edges given twice add up. Throws Error(data) with line and column.
std::optional<Graph> parse_named_graph(std::string_view content, const std::string& file,
                                       std::size_t memory_limit);

}  // namespace comac
