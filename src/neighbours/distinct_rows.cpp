// SPDX-License-Identifier: MIT
#include "neighbours/distinct_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 8192;

std::uint64_t hash_of(std::span<const double> row) {
  std::uint64_t hash = 0;
  for (const double value : row) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(value + 0.0)) *
           0x9e3779b97f4a7c15U;  // -0 becomes 0, as it equals it
    hash ^= hash >> 32;
  }
  return hash;
}

/// Rows seen so far, by their hash: open addressing, at most half full.
class SeenRows {
 public:
  explicit SeenRows(const TableView& table) : table_(table), slots_(std::bit_ceil(2 * table.rows + 2)) {}

  /// The number that the first row equal to this one was given; `next` if there is none.
  std::uint32_t number_of(std::uint32_t row, std::uint32_t next) {
    const std::uint64_t hash = hash_of(table_.row(row));
    const auto mark = static_cast<std::uint32_t>(hash >> 32);
    std::size_t s = hash & (slots_.size() - 1);
    for (; slots_[s].number != none; s = (s + 1) & (slots_.size() - 1)) {
      if (slots_[s].mark == mark &&
          std::ranges::equal(table_.row(first_[slots_[s].number]), table_.row(row))) {
        return slots_[s].number;
      }
    }
    slots_[s] = {mark, next};
    first_.push_back(row);
    return next;
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Slot {
    std::uint32_t mark = 0;
    std::uint32_t number = none;
  };
  TableView table_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> first_;
};

}  // namespace

DistinctRows::DistinctRows(const TableView& table, const RowsDone& done)
    : whole_rows_(table.has_whole_rows() ? std::nullopt : std::optional(copy_of(table))),
      table_(whole_rows_ ? TableView(*whole_rows_) : table),
      member_(table.rows) {
  std::vector<std::uint32_t> number(table.rows);
  offset_.assign(1, 0);
  SeenRows seen(table_);
  for (std::uint32_t i = 0; i < table.rows; ++i) {
    const auto next = static_cast<std::uint32_t>(size());
    number[i] = seen.number_of(i, next);
    if (number[i] == next) offset_.push_back(0);
    ++offset_[number[i] + std::size_t{1}];
    if (i % rows_at_once == 0) done(0);
  }
  std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
  std::vector<std::uint32_t> place(offset_.begin(), offset_.end() - 1);
  for (std::uint32_t i = 0; i < table.rows; ++i) member_[place[number[i]]++] = i;
}

std::size_t DistinctRows::at_place(std::size_t p) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(offset_, p) - offset_.begin()) - 1;
}

}  // namespace comac
