// SPDX-License-Identifier: MIT
#include "select/choose_scale.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <vector>

#include "evidence/nearest_label.hpp"
#include "evidence/sample.hpp"
#include "neighbours/distances.hpp"
#include "prep/scale.hpp"
#include "prep/units.hpp"
#include "select/yardstick.hpp"

namespace comac {
namespace {

constexpr std::size_t most_looked_at = 1000;

/// Columns as they are, and scaled.
struct Candidates {
  Scaling as_they_are, scaled;
};

/// Bits of each labelled row under one of the candidates: it is foretold by the nearest other labelled row.
std::vector<double> bits_by_nearest(const Table& rows, const std::vector<Label>& labels, std::size_t classes,
                                    const Scaling& scaling) {
  return bits_of_guesses(nearest_agrees(scaling.apply(rows), labels), classes);
}

std::vector<double> bits_by_distance(const TableView& table, const std::vector<Link>& links,
                                     const Scaling& scaling) {
  std::vector<double> distances;
  for (const Link& link : links) {
    const Table pair = taken_rows(table, {link.first, link.second});
    distances.push_back(squared_distance(scaling.apply(pair), 0, 1));
  }
  return bits_of_links_at(links, distances);
}

/// Replaces what the units suggest if what is known is foretold in fewer bits the other way.
std::optional<Scaled> told_by(const Scaled& by_units, const std::vector<double>& as_they_are,
                              const std::vector<double>& scaled, const char* what) {
  const bool scales = by_units.scale != Scale::none;
  const HeldOut held_out =
      scales ? compare_held_out(scaled, as_they_are) : compare_held_out(as_they_are, scaled);
  if (!replaces(held_out)) return std::nullopt;
  return Scaled{scales ? Scale::none : Scale::robust,
                fmt::format("{} costs {:.2f} bits to foretell from {} and {:.2f} from {}", what,
                            held_out.bits, scales ? "the columns as they are" : "scaled columns",
                            held_out.bits_simpler, scales ? "scaled ones" : "the columns as they are")};
}

std::optional<Scaled> told_by_labels(const TableView& table, const SideInformation& known,
                                     const Candidates& candidates, const Scaled& by_units) {
  const std::vector<Label> labels = some_labels(known.labels);
  std::set<std::uint32_t> classes;
  for (const Label& label : labels) classes.insert(label.label);
  if (classes.size() < 2) return std::nullopt;
  const Table rows = labelled_rows(table, labels);
  return told_by(by_units, bits_by_nearest(rows, labels, classes.size(), candidates.as_they_are),
                 bits_by_nearest(rows, labels, classes.size(), candidates.scaled), "A left-out label");
}

std::optional<Scaled> told_by_links(const TableView& table, const SideInformation& known,
                                    const Candidates& candidates, const Scaled& by_units) {
  const std::vector<Link> links = evenly_taken(known.links, most_looked_at);
  return told_by(by_units, bits_by_distance(table, links, candidates.as_they_are),
                 bits_by_distance(table, links, candidates.scaled), "A left-out link");
}

}  // namespace

Scaled choose_scale(const TableView& table, const SideInformation& known, const Options& options) {
  if (options.prep.scale != Scale::automatic) return {options.prep.scale, ""};
  if (options.search.method != Method::comac) return {Scale::none, ""};
  const std::vector<Spread> spreads = spreads_of(table);
  const Units units = judge_units(table, spreads);
  const Scaled by_units{units.of_one_kind ? Scale::none : Scale::robust, units.why};
  if (known.empty()) return by_units;
  const Candidates candidates{Scaling::as_they_are(spreads), Scaling::robust(spreads)};
  if (const auto told = told_by_labels(table, known, candidates, by_units)) return *told;
  if (const auto told = told_by_links(table, known, candidates, by_units)) return *told;
  return by_units;
}

}  // namespace comac
