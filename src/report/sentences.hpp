// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "comac/report/report.hpp"

namespace comac {

/// A violated, outvoted or dropped constraint in words.
struct Finding {
  std::string_view kind;  ///< must_link, cannot_link, split_class, shared_cluster or label
  std::vector<std::uint32_t> rows;
  std::vector<std::string> labels;  ///< the classes concerned
  std::vector<std::string> places;  ///< file:line of each item concerned, where known
  std::string sentence;
};

/// What came out, in one sentence: rows, clusters, constraints, agreement with the truth.
std::string headline(const RunReport& report);

/// "row 7", or the row's own name.
std::string row_title(const RunReport& report, std::size_t row);
/// "cluster 2", with the label that it carries in brackets.
std::string cluster_title(const RunReport& report, std::size_t cluster);

/// The first `limit` violations, in order. O(labels + links).
std::vector<Finding> describe_violations(const RunReport& report, std::size_t limit = SIZE_MAX);
/// The first `limit` soft items that do not hold: labels, then links.
std::vector<Finding> describe_outvoted(const RunReport& report, std::size_t limit = SIZE_MAX);
/// The first `limit` labels and links without which the cost would be lower, the most expensive first; none
/// if nothing was explained.
std::vector<Finding> describe_suspicious(const RunReport& report, std::size_t limit = SIZE_MAX);
/// The first `limit` dropped or doubted items, in order.
std::vector<Finding> describe_dropped(const RunReport& report, std::size_t limit = SIZE_MAX);
std::vector<Finding> describe_doubted(const RunReport& report, std::size_t limit = SIZE_MAX);

/// What Result::restarts holds: "restart"; or, where our own engine works on a sparse chain, "coarse start":
/// they were made on a coarse level, and the best one went on to the rows.
std::string_view start_noun(const Options& options, const Result& result);

/// What was done about the units of the columns, and why; "" where it was asked for.
std::string scaling_sentence(const Result& result);

/// How clearly there are so many clusters; "" where the number was given.
std::string count_sentence(const Result& result);

/// How number of clusters, scale and model were chosen, and why; "" where they weren't.
std::string chosen_sentence(const Result& result);

}  // namespace comac
