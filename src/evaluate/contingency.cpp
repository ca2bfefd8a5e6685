// SPDX-License-Identifier: MIT
#include "evaluate/contingency.hpp"

#include <algorithm>
#include <cassert>

namespace comac {
namespace {

std::vector<std::uint32_t> distinct(std::span<const std::uint32_t> ids) {
  std::vector<std::uint32_t> result(ids.begin(), ids.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::uint64_t position(const std::vector<std::uint32_t>& ids, std::uint32_t id) {
  return static_cast<std::uint64_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
}

}  // namespace

Contingency contingency(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> found) {
  assert(truth.size() == found.size());
  Contingency table;
  table.total = truth.size();
  table.row_ids = distinct(truth);
  table.column_ids = distinct(found);
  table.row_sums.resize(table.row_ids.size());
  table.column_sums.resize(table.column_ids.size());

  std::vector<std::uint64_t> keys(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    keys[i] = position(table.row_ids, truth[i]) << 32 | position(table.column_ids, found[i]);
  }
  std::sort(keys.begin(), keys.end());
  for (auto run = keys.begin(); run != keys.end();) {
    const auto end = std::upper_bound(run, keys.end(), *run);
    const Contingency::Cell cell{*run >> 32, *run & UINT32_MAX, static_cast<std::uint64_t>(end - run)};
    table.cells.push_back(cell);
    table.row_sums[cell.row] += cell.count;
    table.column_sums[cell.column] += cell.count;
    run = end;
  }
  return table;
}

}  // namespace comac
