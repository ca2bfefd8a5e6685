// SPDX-License-Identifier: MIT
#include "comac/evaluate/scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "comac/base/error.hpp"
#include "evaluate/assignment.hpp"
#include "evaluate/contingency.hpp"

namespace comac {
namespace {

double real(std::uint64_t count) { return static_cast<double>(count); }

double entropy(const std::vector<std::uint64_t>& sums, double total) {
  double result = 0;
  for (const auto sum : sums) result -= real(sum) / total * std::log(real(sum) / total);
  return result;
}

double mutual_information(const Contingency& table) {
  const double total = real(table.total);
  double result = 0;
  for (const auto& cell : table.cells) {
    const double expected = real(table.row_sums[cell.row]) * real(table.column_sums[cell.column]) / total;
    result += real(cell.count) / total * std::log(real(cell.count) / expected);
  }
  return std::max(0.0, result);
}

/// E[n/N log(n N / (a b))] for n common rows of a class of a and a cluster of b among N rows: n is
/// hypergeometric. Weights go out from the mode by their ratios until they no longer count; dividing by their
/// sum spares the factorials. O(sqrt(N)).
double expected_term(double a, double b, double total) {
  const auto ratio = [&](double n) {  // weight(n + 1) / weight(n)
    return (a - n) * (b - n) / ((n + 1) * (total - a - b + n + 1));
  };
  const auto value = [&](double n) { return n == 0 ? 0 : n / total * std::log(n * total / (a * b)); };
  const double mode = std::floor((a + 1) * (b + 1) / (total + 2));
  const double negligible = 1e-20;

  double weights = 1, sum = value(mode);
  double weight = 1;
  for (double n = mode; n < std::min(a, b) && weight > negligible; ++n) {
    weight *= ratio(n);
    weights += weight;
    sum += weight * value(n + 1);
  }
  weight = 1;
  for (double n = mode; n > std::max(0.0, a + b - total) && weight > negligible; --n) {
    weight /= ratio(n - 1);
    weights += weight;
    sum += weight * value(n - 1);
  }
  return sum / weights;
}

/// There are only O(sqrt(N)) different sizes, however many classes there are.
std::map<std::uint64_t, std::uint64_t> multiplicities(const std::vector<std::uint64_t>& sums) {
  std::map<std::uint64_t, std::uint64_t> result;
  for (const auto sum : sums) ++result[sum];
  return result;
}

double expected_mutual_information(const Contingency& table) {
  const auto columns = multiplicities(table.column_sums);
  double result = 0;
  for (const auto& [a, rows_with_a] : multiplicities(table.row_sums)) {
    for (const auto& [b, columns_with_b] : columns) {
      result += real(rows_with_a) * real(columns_with_b) * expected_term(real(a), real(b), real(table.total));
    }
  }
  return result;
}

/// Ordered pairs of different rows that are together.
double pairs(const std::vector<std::uint64_t>& counts) {
  double result = 0;
  for (const auto count : counts) result += real(count) * (real(count) - 1);
  return result;
}

double adjusted_rand(const Contingency& table) {
  double both = 0;
  for (const auto& cell : table.cells) both += real(cell.count) * (real(cell.count) - 1);
  const double truth = pairs(table.row_sums);
  const double found = pairs(table.column_sums);
  const double expected = truth * found / (real(table.total) * (real(table.total) - 1));
  return (both - expected) / ((truth + found) / 2 - expected);
}

double accuracy(const Contingency& table) {
  Gains gains{table.row_ids.size(), table.column_ids.size(), {}};
  gains.values.resize(gains.rows * gains.columns);
  for (const auto& cell : table.cells) {
    gains.values[cell.row * gains.columns + cell.column] = static_cast<std::int64_t>(cell.count);
  }
  const std::vector<std::size_t> column = best_assignment(gains);
  std::int64_t hits = 0;
  for (std::size_t r = 0; r < gains.rows; ++r) {
    if (column[r] != unassigned) hits += gains.at(r, column[r]);
  }
  return static_cast<double>(hits) / real(table.total);
}

}  // namespace

Scores score(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> found) {
  if (truth.size() != found.size()) {
    throw Error(ErrorCode::data, fmt::format("found clusters of {} rows and a truth of {}; expected the same "
                                             "rows in both",
                                             found.size(), truth.size()));
  }
  const Contingency table = contingency(truth, found);
  if (table.is_bijection()) return {1, 1, 1, 1, 1, 1};  // the only case in which a denominator below is 0

  const double information = mutual_information(table);
  const double truth_entropy = entropy(table.row_sums, real(table.total));
  const double found_entropy = entropy(table.column_sums, real(table.total));
  const double mean_entropy = (truth_entropy + found_entropy) / 2;
  const double expected = expected_mutual_information(table);
  Scores scores;
  scores.nmi = information / mean_entropy;
  scores.ari = adjusted_rand(table);
  scores.ami = (information - expected) / (mean_entropy - expected);
  scores.homogeneity = table.row_ids.size() > 1 ? information / truth_entropy : 1;
  scores.completeness = table.column_ids.size() > 1 ? information / found_entropy : 1;
  scores.accuracy = accuracy(table);
  return scores;
}

}  // namespace comac
