// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "neighbours/distinct_rows.hpp"
#include "neighbours/nearest_few.hpp"

namespace comac {

/// Told the nearest others of the q-th query; from any thread.
using TakeNearest = std::function<void(std::size_t q, std::span<const Near> near)>;

/// The `count` nearest other distinct rows of each query, from all distances: O(queries size columns).
void scan(const DistinctRows& rows, std::span<const std::uint32_t> queries, std::size_t count,
          std::size_t threads, const RowsDone& done, const TakeNearest& take);

}  // namespace comac
