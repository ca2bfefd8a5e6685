// SPDX-License-Identifier: MIT
#include "evaluate/assignment.hpp"

#include <limits>

namespace comac {
namespace {

/// Shortest augmenting paths with prices: cost(r, c) - row_price(r) - column_price(c) >= 0 for all cells, and
/// = 0 for assigned ones. Needs rows <= columns. Entry 0 of the column arrays is a helper column, which holds
/// the row that is looking for a place.
class Hungarian {
 public:
  explicit Hungarian(const Gains& gains)
      : gains_(gains),
        row_price_(gains.rows + 1),
        column_price_(gains.columns + 1),
        row_of_(gains.columns + 1) {
    for (std::size_t row = 1; row <= gains.rows; ++row) place(row);
  }

  std::vector<std::size_t> columns() const {
    std::vector<std::size_t> result(gains_.rows, unassigned);
    for (std::size_t c = 1; c < row_of_.size(); ++c) {
      if (row_of_[c] > 0) result[row_of_[c] - 1] = c - 1;
    }
    return result;
  }

 private:
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

  std::int64_t reduced(std::size_t row, std::size_t column) const {
    return -gains_.at(row - 1, column - 1) - row_price_[row] - column_price_[column];
  }

  void place(std::size_t row) {
    slack_.assign(row_of_.size(), infinite);
    previous_.assign(row_of_.size(), 0);
    visited_.assign(row_of_.size(), false);
    row_of_[0] = row;
    std::size_t column = 0;
    do {
      visited_[column] = true;
      column = relax_from(column);
    } while (row_of_[column] != 0);
    for (; column != 0; column = previous_[column]) row_of_[column] = row_of_[previous_[column]];
  }

  /// Looks along the row that holds `column`, pays the least slack, and returns the column it buys.
  std::size_t relax_from(std::size_t column) {
    std::size_t nearest = 0;
    for (std::size_t c = 1; c < row_of_.size(); ++c) {
      if (visited_[c]) continue;
      const std::int64_t cost = reduced(row_of_[column], c);
      if (cost < slack_[c]) {
        slack_[c] = cost;
        previous_[c] = column;
      }
      if (nearest == 0 || slack_[c] < slack_[nearest]) nearest = c;
    }
    pay(slack_[nearest]);
    return nearest;
  }

  void pay(std::int64_t amount) {
    for (std::size_t c = 0; c < row_of_.size(); ++c) {
      if (visited_[c]) {
        row_price_[row_of_[c]] += amount;
        column_price_[c] -= amount;
      } else if (c > 0) {
        slack_[c] -= amount;
      }
    }
  }

  const Gains& gains_;
  std::vector<std::int64_t> row_price_, column_price_, slack_;
  std::vector<std::size_t> row_of_, previous_;
  std::vector<bool> visited_;
};

Gains transpose(const Gains& gains) {
  Gains result{gains.columns, gains.rows, {}};
  result.values.reserve(gains.values.size());
  for (std::size_t c = 0; c < gains.columns; ++c) {
    for (std::size_t r = 0; r < gains.rows; ++r) result.values.push_back(gains.at(r, c));
  }
  return result;
}

}  // namespace

std::vector<std::size_t> best_assignment(const Gains& gains) {
  if (gains.rows <= gains.columns) return Hungarian(gains).columns();
  const Gains turned = transpose(gains);
  std::vector<std::size_t> result(gains.rows, unassigned);
  const std::vector<std::size_t> row_of_column = Hungarian(turned).columns();
  for (std::size_t c = 0; c < gains.columns; ++c) result[row_of_column[c]] = c;
  return result;
}

}  // namespace comac
