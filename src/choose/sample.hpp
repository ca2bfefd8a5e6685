// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "comac/constraints/side_information.hpp"

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

}  // namespace comac
