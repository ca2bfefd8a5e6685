// SPDX-License-Identifier: MIT
#include "select/yardstick.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace comac {

HeldOut compare_held_out(std::span<const double> simpler, std::span<const double> candidate) {
  HeldOut held_out{.items = simpler.size()};
  if (simpler.empty()) return held_out;
  const auto items = static_cast<double>(simpler.size());
  for (std::size_t i = 0; i < simpler.size(); ++i) {
    held_out.bits_simpler += simpler[i] / items;
    held_out.bits += candidate[i] / items;
  }
  double squares = 0;
  for (std::size_t i = 0; i < simpler.size(); ++i) {
    const double apart = simpler[i] - candidate[i] - held_out.gain();
    squares += apart * apart;
  }
  held_out.standard_error = items > 1 ? std::sqrt(squares / (items - 1) / items) : std::abs(held_out.gain());
  return held_out;
}

namespace {

std::size_t is_must(const Link& link) { return link.kind == LinkKind::must ? 1 : 0; }

/// Of an item of which so many of others are alike; half an item of each of two kinds is added.
double bits_among(double alike, double others) { return -std::log2((alike + 0.5) / (others + 1)); }

}  // namespace

std::vector<double> bits_of_links(const std::vector<Link>& links, const std::vector<char>& together) {
  std::array<std::array<double, 2>, 2> count{};  // by how they look and what they are
  for (std::size_t i = 0; i < links.size(); ++i) ++count[together[i] ? 1 : 0][is_must(links[i])];
  std::vector<double> bits(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto& alike = count[together[i] ? 1 : 0];
    bits[i] = bits_among(alike[is_must(links[i])] - 1, alike[0] + alike[1] - 1);
  }
  return bits;
}

std::vector<double> bits_of_links_at(const std::vector<Link>& links, const std::vector<double>& distances) {
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return distances[i]; });
  std::vector<double> must_before(links.size() + 1, 0);
  for (std::size_t r = 0; r < order.size(); ++r)
    must_before[r + 1] = must_before[r] + static_cast<double>(is_must(links[order[r]]));
  const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(links.size())) / 2));
  std::vector<double> bits(links.size());
  for (std::size_t r = 0; r < order.size(); ++r) {
    const std::size_t first = r - std::min(r, side), last = std::min(order.size(), r + side + 1);
    const auto others = static_cast<double>(last - first - 1);
    const bool must = is_must(links[order[r]]) == 1;
    const double must_links = must_before[last] - must_before[first] - (must ? 1 : 0);
    bits[order[r]] = bits_among(must ? must_links : others - must_links, others);
  }
  return bits;
}

std::vector<double> bits_of_guesses(const std::vector<bool>& right, std::size_t classes) {
  const auto all = static_cast<double>(right.size());
  const auto hits = static_cast<double>(std::ranges::count(right, true));
  const double others = std::log2(static_cast<double>(classes - 1));
  std::vector<double> bits;
  for (const bool hit : right)
    bits.push_back(hit ? bits_among(hits - 1, all - 1) : bits_among(all - hits - 1, all - 1) + others);
  return bits;
}

}  // namespace comac
