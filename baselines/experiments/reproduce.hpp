// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "figure.hpp"
#include "runner.hpp"

namespace comac::experiments {

/// What to repeat, and where to write.
struct Reproduction {
  std::vector<std::string> figures = {};  ///< names; empty: all
  std::string out;                        ///< a folder, made if it is not there
  std::string data_folder = {};           ///< of the sets that are not part of the program
  std::vector<std::string> again = {};    ///< systems whose stored runs are forgotten
  Scope scope = {};
  std::size_t threads = 0;
};

/// What was done.
struct Reproduced {
  std::size_t computed = 0;  ///< cells that were not in the store
  std::vector<std::string> missing;
  std::vector<std::string> files;
};

/// Runs what is not yet in OUT/cells.csv, then writes OUT/index.html, OUT/FIGURE.csv and, for figures that
/// come to a table, OUT/FIGURE.md. Throws Error.
Reproduced reproduce(const Reproduction& what, const OnCell& on_cell);

}  // namespace comac::experiments
