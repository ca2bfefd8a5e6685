// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "chain/spectrum.hpp"
#include "comac/result.hpp"

namespace comac {

/// Fewer rows than are looked at around a row make no cluster.
inline constexpr std::size_t least_rows_of_cluster = 10;

/// The strength from which on a number of clusters stands out. The rates of a closed curve come in pairs that
/// grow like squares: its gaps have 2 K ln((K + 1) / (K - 1)), about 4, and no other shape without clusters
/// reaches more in all of its gaps.
inline constexpr double clear_strength = 4;

/// How fast each mode of a chain dies out: r_K = -ln l_K, ascending, at least 2^-17, which is the inverse of
/// the longest time that is looked at. Modes that live on fewer than least_rows_of_cluster rows are left out:
/// rows that lie alone are no clusters. A mode u with sum u^2 = 1 lives on 1 / sum u^4 rows. O(states pairs).
std::vector<double> relaxation_rates(const Spectrum& spectrum);

/// How clearly a chain of so many states falls into each number K of clusters, from 2 on:
///
///     strength(K) = K ln(r_(K+1) / r_K) - K sqrt(K / states), at least 0.
///
/// By Weyl's law the rates of rows without structure in d dimensions grow like K^(2/d), so that the first
/// term is about 2/d for every K; that many times larger is a gap between clusters. A rate that the states /
/// K rows of a cluster determine is known to one part in sqrt(states / K), which the second term takes off.
/// There are as many points as rates tell, up to a tenth of the states.
std::vector<CountPoint> compare_counts(std::span<const double> rates, std::size_t states);

/// The strongest of the points from `least` to `most`, the first at ties. Numbers up to a fifth larger, at
/// least half as strong and clear, too, belong to the same drop of the spectrum: rates between them are of
/// clusters that touch. Then the largest of these is taken. Nothing where there is no point.
const CountPoint* strongest(std::span<const CountPoint> points, std::size_t least, std::size_t most);

}  // namespace comac
