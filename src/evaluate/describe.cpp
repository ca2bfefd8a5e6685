// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "comac/evaluate/description.hpp"
#include "evaluate/medoids.hpp"
#include "evaluate/traits.hpp"

namespace comac {
namespace {

constexpr std::size_t columns_at_once = 64;
/// Rows that are surer than this are not at a border.
constexpr double sure = 0.9;

/// Adds a column's trait and keeps those that tell the most, ties in the order of the columns.
void add_trait(Trait trait, std::size_t most, std::vector<Trait>& traits) {
  const auto place = std::ranges::upper_bound(traits, trait.apart(), std::ranges::greater(), &Trait::apart);
  traits.insert(place, std::move(trait));
  if (traits.size() > most) traits.pop_back();
}

/// Columns are looked at in parallel, some at a time: those of a wide table need not all be in memory.
void add_traits(const Result& result, const DescribeInput& input, Description& description) {
  std::vector<std::vector<std::optional<Trait>>> traits(columns_at_once);
  for (std::size_t first = 0; first < input.columns; first += columns_at_once) {
    const std::size_t count = std::min(columns_at_once, input.columns - first);
    parallel_for(count, 1, input.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        traits[i] = traits_of(input.column(first + i), result.cluster, result.sizes.size());
    });
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < traits[i].size(); ++c) {
        if (traits[i][c]) add_trait(*std::move(traits[i][c]), input.traits, description.clusters[c].traits);
      }
    }
  }
}

void add_border(const Result& result, std::size_t most, Description& description) {
  std::vector<std::uint32_t> unsure;
  for (std::uint32_t row = 0; row < result.confidence.size(); ++row) {
    description.clusters[result.cluster[row]].confidence += result.confidence[row];
    if (result.confidence[row] < sure && result.runner_up[row] != result.cluster[row]) unsure.push_back(row);
  }
  for (std::size_t c = 0; c < result.sizes.size(); ++c) {
    if (result.sizes[c] > 0) description.clusters[c].confidence /= static_cast<double>(result.sizes[c]);
  }
  std::ranges::stable_sort(unsure, std::ranges::less(), [&](auto row) { return result.confidence[row]; });
  for (const auto row : unsure) {
    auto& border = description.clusters[result.cluster[row]].border;
    if (border.size() < most) border.push_back({row, result.confidence[row], result.runner_up[row]});
  }
}

/// Codes as categories; nothing for a column of numbers.
std::optional<Categories> categories_of(const TableView& table, std::size_t column,
                                        const ColumnAbout& about) {
  if (about.kind != ColumnKind::category && about.kind != ColumnKind::boolean) return std::nullopt;
  Categories categories{
      about.kind == ColumnKind::boolean ? std::vector<std::string>{"no", "yes"} : about.names,
      std::vector<std::uint32_t>(table.rows, unknown_category)};
  for (std::size_t r = 0; r < table.rows; ++r) {
    const double code = table.at(r, column);
    if (code >= 0 && code < static_cast<double>(categories.names.size()))
      categories.ids[r] = static_cast<std::uint32_t>(code);
  }
  return categories;
}

}  // namespace

std::string_view to_string(TraitKind kind) {
  switch (kind) {
    case TraitKind::above:
      return "above";
    case TraitKind::below:
      return "below";
    case TraitKind::between:
      return "between";
    case TraitKind::outside:
      return "outside";
    case TraitKind::among:
      return "among";
  }
  return "";
}

std::function<DescribedColumn(std::size_t)> columns_of(const TableView& table) {
  return [table](std::size_t c) {
    DescribedColumn column;
    column.name = table.column_names.empty() ? "column " + std::to_string(c + 1) : table.column_names[c];
    if (!table.about.empty()) column.about = table.about[c];
    column.categories = categories_of(table, c, column.about);
    for (std::size_t r = 0; r < table.rows && !column.categories; ++r)
      column.numbers.push_back(table.at(r, c));
    return column;
  };
}

Description describe(const Result& result, const DescribeInput& input) {
  Description description{std::vector<ClusterDescription>(result.sizes.size())};
  if (input.column) add_traits(result, input, description);
  if (input.compared) {
    if (input.compared->rows != result.cluster.size()) {
      throw Error(ErrorCode::data,
                  fmt::format("there are {} rows to compare; expected the {} that were clustered",
                              input.compared->rows, result.cluster.size()));
    }
    const auto typical = medoids(*input.compared, result.cluster, result.sizes.size(), input.threads);
    for (std::size_t c = 0; c < typical.size(); ++c) description.clusters[c].typical = typical[c];
  }
  add_border(result, input.border, description);
  return description;
}

}  // namespace comac
