// SPDX-License-Identifier: MIT
#include "evaluate/traits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {
namespace {

constexpr double least_apart = 0.1;
/// A bound on one side is preferred to two if it tells nearly as much.
constexpr double nearly = 0.9;

using Sorted = std::vector<std::pair<double, std::uint32_t>>;  ///< value and cluster, in order

/// How far one has come through the sorted values.
struct Mark {
  std::size_t run = 0;  ///< values different from one another
  std::size_t own = 0;  ///< rows of the cluster
  std::size_t all = 0;  ///< rows
};

/// A cluster on the way through the sorted values: where the share of its rows is furthest ahead of the share
/// of the others, and where it is furthest behind.
struct Course {
  std::size_t rows = 0, others = 0;
  std::size_t own = 0;                  // rows of it that were met
  std::size_t others_seen = 0;          // the others before the last of them
  std::size_t last_run = SIZE_MAX;      // the last value that it has
  std::array<double, 2> middle_here{};  // the median lies between them
  std::array<double, 2> middle_elsewhere{};
  Mark ahead = {}, behind = {};
  double most = 0, least = 0;

  double lead(const Mark& mark) const {
    return static_cast<double>(mark.own) / static_cast<double>(rows) -
           static_cast<double>(mark.all - mark.own) / static_cast<double>(others);
  }
  void look(const Mark& mark) {
    const double now = lead(mark);
    if (now > most) most = now, ahead = mark;
    if (now < least) least = now, behind = mark;
  }
  /// Its next row has rank `rank` among all.
  void meet(const Sorted& sorted, std::size_t rank) {
    pass_others(sorted, rank);
    if (own == (rows - 1) / 2) middle_here[0] = sorted[rank].first;
    if (own == rows / 2) middle_here[1] = sorted[rank].first;
    ++own;
  }
  /// All up to `rank` that were not yet seen are others.
  void pass_others(const Sorted& sorted, std::size_t rank) {
    const std::array<std::size_t, 2> wanted{(others - 1) / 2, others / 2};
    for (std::size_t i = 0; i < 2; ++i) {
      if (wanted[i] >= others_seen && wanted[i] < rank - own)
        middle_elsewhere[i] = sorted[wanted[i] + own].first;
    }
    others_seen = rank - own;
  }
};

double middle(const std::array<double, 2>& values) { return values[0] + (values[1] - values[0]) / 2; }

Sorted sorted_values(std::span<const double> numbers, std::span<const std::uint32_t> cluster) {
  Sorted sorted;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (std::isfinite(numbers[row])) sorted.emplace_back(numbers[row], cluster[row]);
  }
  std::ranges::sort(sorted);
  return sorted;
}

/// Goes through the values once. The lead of a cluster grows only where it has rows, so that it is looked at
/// before and after these. `values` become those different from one another.
std::vector<Course> courses_through(const Sorted& sorted, std::size_t clusters, std::vector<double>& values) {
  std::vector<Course> courses(clusters);
  for (const auto& [value, c] : sorted) ++courses[c].rows;
  for (Course& course : courses) course.others = sorted.size() - course.rows;
  std::vector<std::uint32_t> met;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const std::size_t run = values.size();
    values.push_back(sorted[begin].first);
    met.clear();
    for (end = begin; end < sorted.size() && sorted[end].first == values.back(); ++end) {
      Course& course = courses[sorted[end].second];
      if (course.others == 0) continue;
      if (course.last_run != run) {
        met.push_back(sorted[end].second);
        course.look({run, course.own, begin});
        course.last_run = run;
      }
      course.meet(sorted, end);
    }
    for (const auto c : met) courses[c].look({run + 1, courses[c].own, end});
  }
  for (Course& course : courses) {
    if (course.rows > 0 && course.others > 0) course.pass_others(sorted, sorted.size());
  }
  return courses;
}

/// Shares of the rows between two marks.
void tell_shares(const Course& course, const Mark& from, const Mark& to, bool outside, Trait& trait) {
  trait.here = static_cast<double>(to.own - from.own) / static_cast<double>(course.rows);
  trait.elsewhere =
      static_cast<double>((to.all - to.own) - (from.all - from.own)) / static_cast<double>(course.others);
  if (outside) trait.here = 1 - trait.here, trait.elsewhere = 1 - trait.elsewhere;
}

/// Where the lead grows the most: from where it is furthest behind to where it is furthest ahead, or all but
/// the way back.
Trait trait_of(const Course& course, const std::vector<double>& values) {
  Course best = course;
  const double both = course.most - course.least;
  if (-course.least >= nearly * both)
    best.ahead = {};
  else if (course.most >= nearly * both)
    best.behind = {};
  const bool outside = best.ahead.run < best.behind.run;
  const Mark& from = outside ? best.ahead : best.behind;
  const Mark& to = outside ? best.behind : best.ahead;
  Trait trait;
  tell_shares(course, from, to, outside, trait);
  trait.median_here = middle(course.middle_here);
  trait.median_elsewhere = middle(course.middle_elsewhere);
  if (outside) {
    trait.kind = from.run == 0 ? TraitKind::above : TraitKind::outside;
    trait.low = from.run == 0 ? values[to.run] : values[from.run - 1];
    trait.high = from.run == 0 ? values.back() : values[to.run];
  } else {
    trait.kind = from.run == 0             ? TraitKind::below
                 : to.run == values.size() ? TraitKind::above
                                           : TraitKind::between;
    trait.low = values[from.run], trait.high = values[to.run - 1];
  }
  return trait;
}

using Traits = std::vector<std::optional<Trait>>;

Traits traits_of_numbers(std::span<const double> numbers, std::span<const std::uint32_t> cluster,
                         std::size_t clusters) {
  const Sorted sorted = sorted_values(numbers, cluster);
  std::vector<double> values;
  const std::vector<Course> courses = courses_through(sorted, clusters, values);
  Traits traits(clusters);
  for (std::size_t c = 0; c < clusters; ++c) {
    const Course& course = courses[c];
    if (course.most - course.least >= std::max(least_apart, more_than_chance(course.rows, sorted.size())))
      traits[c] = trait_of(course, values);
  }
  return traits;
}

/// Rows of each category in each cluster.
struct Counts {
  std::vector<std::size_t> cells;  // category by cluster
  std::vector<std::size_t> of_cluster;
  std::vector<std::size_t> of_category;
  std::size_t all = 0;
};

Counts count(const Categories& categories, std::span<const std::uint32_t> cluster, std::size_t clusters) {
  const std::size_t names = categories.names.size();
  Counts counts{std::vector<std::size_t>(names * clusters), std::vector<std::size_t>(clusters),
                std::vector<std::size_t>(names), 0};
  for (std::size_t row = 0; row < cluster.size(); ++row) {
    if (categories.ids[row] == unknown_category) continue;
    ++counts.cells[categories.ids[row] * clusters + cluster[row]];
    ++counts.of_cluster[cluster[row]];
    ++counts.of_category[categories.ids[row]];
    ++counts.all;
  }
  return counts;
}

/// The few categories that are more frequent in the cluster than elsewhere by the most.
Trait trait_among(const Categories& categories, const Counts& counts, std::size_t cluster) {
  constexpr std::size_t most_named = 3;
  constexpr double least_added = 0.05;
  const std::size_t clusters = counts.of_cluster.size();
  const auto rows = static_cast<double>(counts.of_cluster[cluster]);
  const double others = static_cast<double>(counts.all) - rows;
  const auto share = [&](std::size_t category) {
    const auto own = static_cast<double>(counts.cells[category * clusters + cluster]);
    return std::pair(own / rows, (static_cast<double>(counts.of_category[category]) - own) / others);
  };
  const auto gain = [&](std::size_t category) { return share(category).first - share(category).second; };
  std::vector<std::size_t> order(categories.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), gain);
  Trait trait;
  trait.kind = TraitKind::among;
  for (const std::size_t category : order) {
    if (trait.categories.size() == most_named || gain(category) < least_added) break;
    trait.categories.push_back(categories.names[category]);
    trait.here += share(category).first, trait.elsewhere += share(category).second;
  }
  return trait;
}

Traits traits_of_categories(const Categories& categories, std::span<const std::uint32_t> cluster,
                            std::size_t clusters) {
  const Counts counts = count(categories, cluster, clusters);
  Traits traits(clusters);
  for (std::size_t c = 0; c < clusters; ++c) {
    if (counts.of_cluster[c] == 0 || counts.of_cluster[c] == counts.all) continue;
    Trait trait = trait_among(categories, counts, c);
    if (trait.apart() >= std::max(least_apart, more_than_chance(counts.of_cluster[c], counts.all)))
      traits[c] = std::move(trait);
  }
  return traits;
}

void check_column(const DescribedColumn& column, std::size_t rows) {
  const std::size_t found = column.categories ? column.categories->ids.size() : column.numbers.size();
  if (found != rows) {
    throw Error(ErrorCode::data, fmt::format("the column '{}' has {} values; expected one for each of the {} "
                                             "rows that were clustered",
                                             column.name, found, rows));
  }
  if (!column.categories) return;
  const auto& [names, ids] = *column.categories;
  for (const std::uint32_t id : ids) {
    if (id == unknown_category || id < names.size()) continue;
    throw Error(ErrorCode::data, fmt::format("the column '{}' has category {}, but there are {} names",
                                             column.name, id, names.size()));
  }
}

}  // namespace

double more_than_chance(std::size_t rows, std::size_t all) {
  if (rows == 0 || rows == all) return 2;  // nothing to tell apart
  const double n =
      std::sqrt(static_cast<double>(rows) * static_cast<double>(all - rows) / static_cast<double>(all));
  return std::min(1 - 1e-9, 2.001 / (n + 0.155 + 0.24 / n));
}

std::vector<std::optional<Trait>> traits_of(const DescribedColumn& column,
                                            std::span<const std::uint32_t> cluster, std::size_t clusters) {
  check_column(column, cluster.size());
  Traits traits = column.categories ? traits_of_categories(*column.categories, cluster, clusters)
                                    : traits_of_numbers(column.numbers, cluster, clusters);
  for (auto& trait : traits) {
    if (trait) trait->column = column.name, trait->about = column.about;
  }
  return traits;
}

}  // namespace comac
