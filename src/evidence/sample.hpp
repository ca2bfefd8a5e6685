// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"

namespace comac {

/// Some rows of a table and the links between them, which count the rows of the sample.
struct LinkedSample {
  std::vector<std::uint32_t> rows;  ///< ascending
  SideInformation said;
};

/// At most `most_links` of the links, drawn at random, whose rows make at most half of `most_rows`; the other
/// rows are any. O(rows + links).
LinkedSample linked_sample(const SideInformation& said, std::size_t rows, std::size_t most_rows,
                           std::size_t most_links, Random& random);

/// All rows, or where they are more than `most` the labelled and linked ones, up to half of that, and others,
/// evenly taken; ascending. At most 1.5 times as many. O(most + what is said).
std::vector<std::uint32_t> rows_with_said(const SideInformation& said, std::size_t rows, std::size_t most);

/// These rows of a table, with its names of columns.
Table taken_rows(const TableView& table, const std::vector<std::uint32_t>& rows);

/// At most `most` of some things, evenly taken.
template <class Thing>
std::vector<Thing> evenly_taken(const std::vector<Thing>& things, std::size_t most) {
  const std::size_t step = (things.size() + most - 1) / most;
  std::vector<Thing> some;
  for (std::size_t i = 0; i < things.size(); i += step) some.push_back(things[i]);
  return some;
}

}  // namespace comac
