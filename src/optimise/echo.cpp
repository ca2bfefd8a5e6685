// SPDX-License-Identifier: MIT
#include "optimise/echo.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/parallel.hpp"
#include "chain/chains.hpp"
#include "cost/soft_term.hpp"

namespace comac {
namespace {

constexpr std::size_t most_links = 250;
constexpr std::size_t nearest = 3;
constexpr double trust = 0.7;

/// The rows with the most transitions from a row, the first of equals; itself where there are fewer.
template <MarkovChain Chain>
std::array<std::uint32_t, nearest> nearest_to(const Chain& chain, std::uint32_t row) {
  std::array<std::uint32_t, nearest> found;
  found.fill(row);
  std::array<double, nearest> largest;
  largest.fill(-1);
  chain.each_from(row, [&](std::uint32_t x, double mass) {
    if (mass <= largest.back() || x == row) return;
    std::size_t i = nearest - 1;
    for (; i > 0 && mass > largest[i - 1]; --i) found[i] = found[i - 1], largest[i] = largest[i - 1];
    found[i] = x, largest[i] = mass;
  });
  return found;
}

}  // namespace

template <MarkovChain Chain>
Echo::Echo(const Chain& chain, std::span<const Link> links, std::size_t threads) {
  std::vector<Link> hard;
  std::ranges::copy_if(links, std::back_inserter(hard), is_hard<Link>);
  const std::size_t step = hard.size() / most_links + 1;
  weight_ = soft_weight(trust, chain.states()) * static_cast<double>(step);
  std::vector<std::uint32_t> rows;
  for (std::size_t l = 0; l < hard.size(); l += step) {
    rows.push_back(hard[l].first), rows.push_back(hard[l].second);
  }
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<std::array<std::uint32_t, nearest>> near(rows.size());
  parallel_for(rows.size(), 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) near[i] = nearest_to(chain, rows[i]);
  });
  const auto expect = [&](std::uint32_t row, std::uint32_t other, bool together) {
    for (const auto x : near[static_cast<std::size_t>(std::ranges::lower_bound(rows, row) - rows.begin())]) {
      if (x != row && x != other) expected_.push_back({x, other, together});
    }
  };
  for (std::size_t l = 0; l < hard.size(); l += step) {
    const bool together = hard[l].kind == LinkKind::must;
    expect(hard[l].first, hard[l].second, together), expect(hard[l].second, hard[l].first, together);
  }
}

double Echo::charge(std::span<const std::uint32_t> cluster_of_row) const {
  const auto disappointed = std::ranges::count_if(expected_, [&](const Expectation& e) {
    return (cluster_of_row[e.near] == cluster_of_row[e.other]) != e.together;
  });
  return weight_ * static_cast<double>(disappointed);
}

#define COMAC_INSTANTIATE(Chain) template Echo::Echo(const Chain&, std::span<const Link>, std::size_t);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
