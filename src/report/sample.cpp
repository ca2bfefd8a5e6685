// SPDX-License-Identifier: MIT
#include "report/sample.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/random.hpp"

namespace comac {
namespace {

std::vector<bool> spoken_of(std::size_t rows, const SideInformation& known) {
  std::vector<bool> result(rows);
  for (const auto& label : known.labels) result[label.row] = true;
  for (const auto& link : known.links) result[link.first] = result[link.second] = true;
  return result;
}

}  // namespace

std::vector<std::uint32_t> rows_to_draw(std::size_t rows, const SideInformation& known,
                                        const SampleLimits& limits) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  if (rows <= limits.all_up_to) return order;

  Random random(0);
  random.shuffle(std::span(order));
  const std::vector<bool> preferred = spoken_of(rows, known);
  const auto others =
      std::stable_partition(order.begin(), order.end(), [&](auto row) { return preferred[row]; });
  const auto said = static_cast<std::size_t>(others - order.begin());
  const std::size_t unsaid = rows - said;
  const std::size_t from_said =
      std::min(said, std::max(limits.sample / 2, limits.sample - std::min(limits.sample, unsaid)));
  const std::size_t from_others = std::min(unsaid, limits.sample - from_said);

  std::vector<std::uint32_t> result(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(from_said));
  result.insert(result.end(), others, others + static_cast<std::ptrdiff_t>(from_others));
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace comac
