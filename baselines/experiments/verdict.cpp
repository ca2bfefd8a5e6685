// SPDX-License-Identifier: MIT
#include "verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comac/options.hpp"

namespace comac::experiments {
namespace {

bool is_ahead(const Standing& first, const Standing& other) {
  return first.mean - other.mean > std::max(first.deviation, other.deviation);
}

/// "a, b and c"
std::string joined(const std::vector<Standing>& standings) {
  std::string text;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    text.append(i == 0 ? "" : i + 1 == standings.size() ? " and " : ", ").append(standings[i].system);
  }
  return text;
}

}  // namespace

bool is_own(const Standing& standing) {
  Options options;
  return set_option(options, "method", standing.system);
}

std::vector<Standing> best_first(std::vector<Standing> standings) {
  std::ranges::stable_sort(standings, [](const Standing& a, const Standing& b) {
    return std::pair(a.runs == 0, -a.mean) < std::pair(b.runs == 0, -b.mean);
  });
  return standings;
}

std::vector<Standing> leaders(const std::vector<Standing>& best_first) {
  std::vector<Standing> leading;
  for (const Standing& one : best_first) {
    if (one.runs > 0 && !is_ahead(best_first.front(), one)) leading.push_back(one);
  }
  return leading;
}

std::string verdict(const std::vector<Standing>& best_first) {
  const std::vector<Standing> leading = leaders(best_first);
  if (leading.empty()) return "No method could use what is known.";
  const Standing& first = leading.front();
  if (leading.size() > 1) {
    return fmt::format(
        "A tie: {} are no further apart than the deviation over the draws (NMI {:.3f} to {:.3f}).",
        joined(leading), first.mean, leading.back().mean);
  }
  const bool alone = best_first.size() < 2 || best_first[1].runs == 0;
  if (alone) return fmt::format("{} reaches an NMI of {:.3f}.", first.system, first.mean);
  return fmt::format("{} is best: NMI {:.3f}, {:.3f} more than {}, which is beyond the deviation.",
                     first.system, first.mean, first.mean - best_first[1].mean, best_first[1].system);
}

}  // namespace comac::experiments
