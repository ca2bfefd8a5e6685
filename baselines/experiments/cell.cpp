// SPDX-License-Identifier: MIT
#include "cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "comac/base/error.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/evaluate/scores.hpp"

namespace comac::experiments {
namespace {

std::string_view to_string(Side::Protocol protocol) {
  switch (protocol) {
    case Side::Protocol::two_classes:
      return "two-classes";
    case Side::Protocol::pairs:
      return "pairs";
    case Side::Protocol::links:
      return "links";
    default:
      return "labels";
  }
}

Scores score_known(const Categories& truth, const std::vector<std::uint32_t>& cluster) {
  std::vector<std::uint32_t> expected, found;
  for (std::size_t r = 0; r < cluster.size(); ++r) {
    if (truth.ids[r] == unknown_category) continue;
    expected.push_back(truth.ids[r]);
    found.push_back(cluster[r]);
  }
  return score(expected, found);
}

/// Further rows of the classes that have fewer labels than wanted, at random.
void fill_up(SideInformation& known, const Categories& truth, std::size_t at_least, std::uint64_t seed) {
  constexpr std::uint64_t stream = 17;  // of its own: what is drawn without it stays
  std::vector<std::size_t> labels(truth.names.size());
  std::vector<bool> taken(truth.ids.size());
  for (const Label& label : known.labels) ++labels[label.label], taken[label.row] = true;
  std::vector<std::uint32_t> rows(truth.ids.size());
  std::iota(rows.begin(), rows.end(), 0U);
  Random(seed, stream).shuffle(std::span(rows));
  for (const std::uint32_t row : rows) {
    const std::uint32_t id = truth.ids[row];
    if (id == unknown_category || taken[row] || labels[id] >= at_least) continue;
    known.labels.push_back({row, id, {}});
    ++labels[id];
  }
  std::ranges::sort(known.labels, {}, &Label::row);
}

/// Seeds of draws and runs count from 1.
std::uint64_t seed_of(std::size_t draw) { return draw + 1; }

/// Sets come prepared as the paper's; only our own engine looks at their columns once more, as it always
/// does.
Options options_of(const Cell& cell, const System& system, std::size_t clusters) {
  Options options;
  if (cell.setting.clusters_given) options.clusters = clusters;
  options.search.beta = cell.setting.beta;
  options.chain.neighbours = cell.setting.neighbours;
  options.search.propagation = cell.setting.propagation;
  options.side.trust = cell.setting.trust;
  options.search.restarts = system.info().restarts;
  options.seed = seed_of(cell.draw);
  options.threads = 1;
  options.side.on_conflict = OnConflict::drop;  // flipped pairs contradict one another
  return options;
}

}  // namespace

std::string Cell::key() const {
  const bool anything = side.share > 0;
  const Side what = anything ? side : Side{};  // nothing is nothing, however it is drawn and trusted
  const std::string trust = anything && setting.trust == automatic_trust ? "auto"
                            : anything                                   ? fmt::format("{}", setting.trust)
                                                                         : "1";
  const std::string neighbours =
      setting.neighbours == automatic_neighbours ? "auto" : std::to_string(setting.neighbours);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}", set, system, to_string(what.protocol),
                     what.share, what.wrong, what.cannot_links ? 1 : 0, setting.beta, neighbours,
                     setting.propagation ? 1 : 0, trust, what.at_least,
                     setting.clusters_given ? "given" : "found", setting.seeds, draw);
}

SideInformation draw_side(const Categories& truth, const Side& side, std::size_t draw) {
  SideInformation known;
  if (side.protocol == Side::Protocol::pairs) {
    known = sample_pairs(truth, {side.share, side.wrong, seed_of(draw)});
  } else {
    const bool two = side.protocol == Side::Protocol::two_classes;
    known = sample_labels(
        truth, {side.share, two ? LabelledClasses::two : LabelledClasses::all, side.wrong, seed_of(draw)});
    if (side.at_least > 0) fill_up(known, truth, side.at_least, seed_of(draw));
  }
  if (!side.cannot_links) {
    std::erase_if(known.links, [](const Link& link) { return link.kind == LinkKind::cannot; });
  }
  return known;
}

Measurement measure(const System& system, const Dataset& data, const SideInformation& known,
                    const Options& options, const Progress& progress) {
  const Stopwatch watch;
  Measurement measurement;
  try {
    const Result result = system.run({data.table, known, options, progress});
    if (result.cancelled) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
    const Scores scores = score_known(*data.truth, result.cluster);
    measurement.nmi = scores.nmi;
    measurement.ari = scores.ari;
    measurement.off =
        static_cast<double>(result.clusters_found) - static_cast<double>(data.truth->names.size());
    measurement.violated = result.certificate.violated().size();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    measurement.nmi = measurement.ari = NAN;
    measurement.refusal = error.what();
  }
  measurement.milliseconds = watch.milliseconds();
  return measurement;
}

/// The mean over all pairs of runs that differ in their seed alone.
Measurement measure_agreement(const System& system, const Dataset& data, const SideInformation& known,
                              Options options, std::size_t seeds) {
  const Stopwatch watch;
  std::vector<std::vector<std::uint32_t>> ends;
  for (std::size_t run = 0; run < seeds; ++run, ++options.seed) {
    ends.push_back(system.run({data.table, known, options, {}}).cluster);
  }
  Measurement mean;
  const double pairs = static_cast<double>(seeds * (seeds - 1)) / 2;
  for (std::size_t a = 0; a < seeds; ++a) {
    for (std::size_t b = a + 1; b < seeds; ++b) {
      const Scores scores = score(ends[a], ends[b]);
      mean.nmi += scores.nmi / pairs;
      mean.ari += scores.ari / pairs;
    }
  }
  mean.milliseconds = watch.milliseconds();
  return mean;
}

Measurement run_cell(const Cell& cell, const PaperSet& set) {
  const System& system = find_system(cell.system);
  const Options options = options_of(cell, system, set.classes());
  const SideInformation known = cell.side.protocol == Side::Protocol::links
                                    ? set.links(cell.side.share, cell.draw)
                                    : draw_side(*set.data.truth, cell.side, cell.draw);
  if (cell.setting.seeds > 1) return measure_agreement(system, set.data, known, options, cell.setting.seeds);
  return measure(system, set.data, known, options);
}

}  // namespace comac::experiments
