// SPDX-License-Identifier: MIT
#include "select/choose_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "evidence/nearest_label.hpp"
#include "evidence/sample.hpp"
#include "neighbours/distances.hpp"
#include "prep/scale.hpp"
#include "prep/units.hpp"

namespace comac {
namespace {

constexpr std::size_t fewest_labels = 20, fewest_links = 10;  // of each kind
constexpr std::size_t most_looked_at = 1000;
constexpr double errors_apart = 2;  // standard errors that a difference must have

/// How well something is predicted by the columns as they are and scaled; whether one is surely better.
struct Contest {
  double as_they_are = 0;
  double scaled = 0;
  bool decided = false;
};

/// Each labelled row predicted by the nearest other one. Only rows that one of the two gets right and the
/// other wrong tell them apart.
std::optional<Contest> by_labels(const TableView& table, const SideInformation& known,
                                 const Scaling& as_they_are, const Scaling& scaling) {
  const std::vector<Label> labels = some_labels(known.labels);
  std::set<std::uint32_t> classes;
  for (const Label& label : labels) classes.insert(label.label);
  if (labels.size() < fewest_labels || classes.size() < 2) return std::nullopt;
  const Table raw = labelled_rows(table, labels);
  const std::vector<bool> before = nearest_agrees(as_they_are.apply(raw), labels),
                          after = nearest_agrees(scaling.apply(raw), labels);
  double only_before = 0, only_after = 0, both = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    both += before[i] && after[i] ? 1 : 0;
    only_before += before[i] && !after[i] ? 1 : 0;
    only_after += after[i] && !before[i] ? 1 : 0;
  }
  const auto count = static_cast<double>(labels.size());
  return Contest{(both + only_before) / count, (both + only_after) / count,
                 std::abs(only_before - only_after) > errors_apart * std::sqrt(only_before + only_after)};
}

std::vector<double> distances_of(const TableView& table, const std::vector<Link>& links,
                                 const Scaling& scaling) {
  std::vector<double> distances;
  for (const Link& link : links) {
    const Table pair = taken_rows(table, {link.first, link.second});
    distances.push_back(squared_distance(scaling.apply(pair), 0, 1));
  }
  return distances;
}

/// The chance that rows of a must-link are nearer to one another than rows of a cannot-link.
double chance_of_order(const std::vector<double>& must, std::vector<double> cannot) {
  std::ranges::sort(cannot);
  double nearer = 0;
  for (const double distance : must) {
    const auto [first, last] = std::ranges::equal_range(cannot, distance);
    nearer += static_cast<double>(cannot.end() - last) + static_cast<double>(last - first) / 2;
  }
  return nearer / (static_cast<double>(must.size()) * static_cast<double>(cannot.size()));
}

std::optional<Contest> by_links(const TableView& table, const SideInformation& known,
                                const Scaling& as_they_are, const Scaling& scaling) {
  std::vector<Link> must, cannot;
  for (const Link& link : known.links) (link.kind == LinkKind::must ? must : cannot).push_back(link);
  if (must.size() < fewest_links || cannot.size() < fewest_links) return std::nullopt;
  must = evenly_taken(must, most_looked_at), cannot = evenly_taken(cannot, most_looked_at);
  Contest contest{
      chance_of_order(distances_of(table, must, as_they_are), distances_of(table, cannot, as_they_are)),
      chance_of_order(distances_of(table, must, scaling), distances_of(table, cannot, scaling))};
  const auto m = static_cast<double>(must.size()), n = static_cast<double>(cannot.size());
  const double error = std::sqrt((m + n + 1) / (12 * m * n));  // of a chance, if nothing is predicted
  contest.decided = std::abs(contest.as_they_are - contest.scaled) > errors_apart * error;
  return contest;
}

Scaled won(const Contest& contest, const std::string& what) {
  return {contest.scaled > contest.as_they_are ? Scale::robust : Scale::none,
          fmt::format("{}: {:.0f} % as they are, {:.0f} % scaled", what, 100 * contest.as_they_are,
                      100 * contest.scaled)};
}

}  // namespace

Scaled choose_scale(const TableView& table, const SideInformation& known, const Options& options) {
  if (options.prep.scale != Scale::automatic) return {options.prep.scale, ""};
  if (options.search.method != Method::comac) return {Scale::none, ""};
  const std::vector<Spread> spreads = spreads_of(table);
  const Units units = judge_units(table, spreads);
  const Scaled by_units{units.of_one_kind ? Scale::none : Scale::robust, units.why};
  if (known.empty()) return by_units;
  const Scaling as_they_are = Scaling::as_they_are(spreads), scaling = Scaling::robust(spreads);
  if (const auto contest = by_labels(table, known, as_they_are, scaling); contest && contest->decided)
    return won(*contest, "the nearest labelled row has the same label");
  if (const auto contest = by_links(table, known, as_they_are, scaling); contest && contest->decided)
    return won(*contest, "rows linked together are nearer than rows linked apart");
  return by_units;
}

}  // namespace comac
