// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"
#include "comac/options.hpp"
#include "comac/systems/system.hpp"
#include "sets.hpp"

namespace comac::experiments {

/// How side information is drawn: the paper's protocols.
struct Side {
  enum class Protocol {
    labels,
    two_classes,
    pairs,
    links,  ///< the pairs that come with the set
  } protocol = Protocol::labels;
  double share = 0;          ///< of the rows, labelled; or pairs per row
  double wrong = 0;          ///< of the labels or pairs
  bool cannot_links = true;  ///< false: those drawn are left out
  std::size_t at_least = 0;  ///< labels that every class gets, beyond the share if need be
};

/// What steers the engine beside its method.
struct Setting {
  double beta = 0.5;
  std::size_t neighbours = automatic_neighbours;
  bool propagation = true;
  double trust = 1;
  bool clusters_given = true;  ///< false: how many there are is to be found
  std::size_t seeds = 1;       ///< more: so many runs, whose agreement is measured
};

/// One run: the unit that is computed, cached and averaged. The same draw has the same side information for
/// all systems and settings.
struct Cell {
  std::string set;
  std::string system;
  Side side;
  Setting setting;
  std::size_t draw = 0;

  /// Fields of a CSV line. Cells that are the same run have the same key.
  std::string key() const;
};

/// The header that belongs to key().
inline constexpr const char* key_header =
    "set,system,side,share,wrong,cannot_links,beta,neighbours,propagation,trust,at_least,clusters,seeds,"
    "draw";

/// How a run ended.
struct Measurement {
  double nmi = 0;  ///< over all rows whose class is known; of several seeds: between the runs, in the mean
  double ari = 0;  ///< the same; both are NaN if the system refused
  double off = 0;  ///< clusters found less classes
  double milliseconds = 0;
  std::size_t violated = 0;  ///< hard constraints that are not honoured
  std::string refusal;       ///< why the system refused, or ""
};

SideInformation draw_side(const Categories& truth, const Side& side, std::size_t draw);

/// Runs a system and scores it. A refusal (Error) is a result, too; a cancelled run throws
/// Error(interrupted).
Measurement measure(const System& system, const Dataset& data, const SideInformation& known,
                    const Options& options, const Progress& progress = {});

/// Draws, runs on one thread and scores.
Measurement run_cell(const Cell& cell, const PaperSet& set);

}  // namespace comac::experiments
