// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cell.hpp"
#include "report/svg.hpp"
#include "runner.hpp"

namespace comac::experiments {

/// Several systems on one table whose classes are known.
struct Comparison {
  const Dataset& data;
  std::function<SideInformation(std::size_t run)> known;  ///< the same for all systems
  std::vector<const System*> systems;
  Options options;  ///< seed, scale and the like; each system makes its own number of restarts
  std::size_t runs = 10;
  std::function<bool()> cancelled = {};  ///< asked now and then during a run, from any thread
};

/// How one system did.
struct Standing {
  std::string system;
  std::size_t runs = 0;     ///< that it did not refuse
  std::size_t refused = 0;  ///< that it did
  double mean = 0;          ///< NMI
  double deviation = 0;
  double milliseconds = 0;  ///< mean
  double violated = 0;      ///< mean number of hard constraints that are not honoured
  std::string refusal;      ///< why it refused last, if it ever did
};

/// How all did.
struct Compared {
  std::vector<Standing> standings;  ///< in the order of the systems
  std::size_t finished = 0;         ///< runs
  std::size_t all = 0;              ///< runs that were asked for: more only if it was cancelled
};

/// The same for any number of threads but for the times. If it was cancelled, the runs that were finished.
Compared compare(const Comparison& comparison, const OnCell& on_cell);

/// A table for a terminal, the best first, refusals last with their sentence. Below, what was refused some of
/// the time.
std::string to_text(const std::vector<Standing>& standings);
std::string to_csv(const std::vector<Standing>& standings);
std::string to_json(const std::vector<Standing>& standings);
/// One page with bars and the table; `title` is the file's name, `side` says what was known.
std::string to_html(const std::vector<Standing>& standings, const std::string& title,
                    const std::string& side);

}  // namespace comac::experiments
