// SPDX-License-Identifier: MIT
#include "comac/optimise/echo.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "comac/base/parallel.hpp"
#include "comac/cost/soft_cost.hpp"

namespace comac {
namespace {

constexpr std::size_t most_links = 1000;
constexpr std::size_t nearest = 3;
constexpr double trust = 0.7;

/// The rows with the most transitions from a row, the first of equals; itself where there are fewer.
std::array<std::uint32_t, nearest> nearest_to(const DenseChain& chain, std::uint32_t row) {
  std::array<std::uint32_t, nearest> found;
  found.fill(row);
  const JointRow mass = chain.from(row);
  const auto closer = [&](std::uint32_t a, std::uint32_t b) { return b == row || mass[a] > mass[b]; };
  for (std::uint32_t x = 0; x < chain.states(); ++x) {
    if (x == row || !closer(x, found.back())) continue;
    found.back() = x;
    for (std::size_t i = nearest - 1; i > 0 && closer(found[i], found[i - 1]); --i) {
      std::swap(found[i], found[i - 1]);
    }
  }
  return found;
}

}  // namespace

Echo::Echo(const DenseChain& chain, std::span<const Link> links, std::size_t threads) {
  std::vector<Link> hard;
  std::ranges::copy_if(links, std::back_inserter(hard), is_hard<Link>);
  const std::size_t step = hard.size() / most_links + 1, taken = (hard.size() + step - 1) / step;
  weight_ = soft_weight(trust, chain.states()) * static_cast<double>(step);
  expected_.resize(2 * nearest * taken);
  parallel_for(taken, 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t l = begin; l < end; ++l) {
      const auto& [first, second, kind, source, link_trust] = hard[l * step];
      const bool together = kind == LinkKind::must;
      Expectation* expected = &expected_[2 * nearest * l];
      for (const auto& [row, other] : {std::pair(first, second), std::pair(second, first)}) {
        for (const auto x : nearest_to(chain, row)) *expected++ = {x == row ? other : x, other, together};
      }
    }
  });
  std::erase_if(expected_, [](const Expectation& e) { return e.near == e.other; });
}

double Echo::charge(std::span<const std::uint32_t> cluster_of_row) const {
  const auto disappointed = std::ranges::count_if(expected_, [&](const Expectation& e) {
    return (cluster_of_row[e.near] == cluster_of_row[e.other]) != e.together;
  });
  return weight_ * static_cast<double>(disappointed);
}

}  // namespace comac
