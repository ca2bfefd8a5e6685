// SPDX-License-Identifier: MIT
#include "cell.hpp"

#include <fmt/format.h>

#include <cmath>

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
    default:
      return "labels";
  }
}

double nmi_of_known(const Categories& truth, const std::vector<std::uint32_t>& cluster) {
  std::vector<std::uint32_t> expected, found;
  for (std::size_t r = 0; r < cluster.size(); ++r) {
    if (truth.ids[r] == unknown_category) continue;
    expected.push_back(truth.ids[r]);
    found.push_back(cluster[r]);
  }
  return score(expected, found).nmi;
}

/// Seeds of draws and runs count from 1.
std::uint64_t seed_of(std::size_t draw) { return draw + 1; }

Options options_of(const Cell& cell, const System& system, std::size_t clusters) {
  Options options;
  options.clusters = clusters;
  options.prep.scale = Scale::none;  // sets come prepared as the paper's
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
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}", set, system, to_string(what.protocol), what.share,
                     what.wrong, what.cannot_links ? 1 : 0, setting.beta, setting.neighbours,
                     setting.propagation ? 1 : 0, trust, draw);
}

SideInformation draw_side(const Categories& truth, const Side& side, std::size_t draw) {
  SideInformation known;
  if (side.protocol == Side::Protocol::pairs) {
    known = sample_pairs(truth, {side.share, side.wrong, seed_of(draw)});
  } else {
    const bool two = side.protocol == Side::Protocol::two_classes;
    known = sample_labels(
        truth, {side.share, two ? LabelledClasses::two : LabelledClasses::all, side.wrong, seed_of(draw)});
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
    measurement.nmi = nmi_of_known(*data.truth, result.cluster);
    measurement.violated = result.certificate.violated().size();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    measurement.nmi = NAN;
    measurement.refusal = error.what();
  }
  measurement.milliseconds = watch.milliseconds();
  return measurement;
}

Measurement run_cell(const Cell& cell, const PaperSet& set) {
  const System& system = find_system(cell.system);
  return measure(system, set.data, draw_side(*set.data.truth, cell.side, cell.draw),
                 options_of(cell, system, set.classes()));
}

}  // namespace comac::experiments
