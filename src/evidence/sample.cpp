// SPDX-License-Identifier: MIT
#include "evidence/sample.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace comac {
namespace {

std::vector<std::uint32_t> shuffled(std::size_t count, Random& random) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

}  // namespace

LinkedSample linked_sample(const SideInformation& said, std::size_t rows, std::size_t most_rows,
                           std::size_t most_links, Random& random) {
  LinkedSample sample;
  std::vector<bool> taken(rows, false);
  std::size_t count = 0;
  const auto take = [&](std::uint32_t row) {
    count += !taken[row];
    taken[row] = true;
  };
  for (const auto i : shuffled(said.links.size(), random)) {
    const Link& link = said.links[i];
    if (sample.said.links.size() == most_links || 2 * (count + 2) > most_rows) break;
    take(link.first), take(link.second);
    sample.said.links.push_back(link);
  }
  for (const auto row : shuffled(rows, random)) {
    if (count < most_rows) take(row);
  }
  std::vector<std::uint32_t> number(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (!taken[row]) continue;
    number[row] = static_cast<std::uint32_t>(sample.rows.size());
    sample.rows.push_back(row);
  }
  for (Link& link : sample.said.links) link.first = number[link.first], link.second = number[link.second];
  return sample;
}

std::vector<std::uint32_t> rows_with_said(const SideInformation& said, std::size_t rows, std::size_t most) {
  std::vector<std::uint32_t> sample;
  if (rows <= most) {
    sample.resize(rows);
    std::iota(sample.begin(), sample.end(), 0U);
    return sample;
  }
  for (const Label& label : said.labels) sample.push_back(label.row);
  for (const Link& link : said.links) sample.push_back(link.first), sample.push_back(link.second);
  std::ranges::sort(sample);
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  Random random(1);
  if (sample.size() > most / 2) random.shuffle<std::uint32_t>(sample), sample.resize(most / 2);
  for (std::size_t i = 0; i < most; ++i) sample.push_back(static_cast<std::uint32_t>(i * rows / most));
  std::ranges::sort(sample);
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return sample;
}

Table taken_rows(const TableView& table, const std::vector<std::uint32_t>& rows) {
  Table result{rows.size(), table.columns, {}, {table.column_names.begin(), table.column_names.end()}};
  result.values.reserve(rows.size() * table.columns);
  for (const auto row : rows) {
    for (std::size_t c = 0; c < table.columns; ++c) result.values.push_back(table.at(row, c));
  }
  return result;
}

}  // namespace comac
