// SPDX-License-Identifier: MIT
#include "figures/lines.hpp"

namespace comac::experiments::figures {

Figure propagation(const Scope& scope) {
  Figure figure{"propagation", "Propagation of must-links",
                "Random pairs; must-links as given, or with what follows from them (comac-seq).",
                "pairs in % of the rows"};
  for (const bool cannot : {true, false}) {
    for (const std::string set : {"ionosphere", "iris", "user", "wine-z"}) {
      if (!scope.wants(set)) continue;
      for (const bool propagated : {true, false}) {
        const auto cell = [&](double share) {
          Cell result{set, "comac-seq", {Side::Protocol::pairs, share}, {}};
          result.side.cannot_links = cannot;
          result.setting.propagation = propagated;
          return result;
        };
        add_line(figure,
                 {cannot ? "With cannot-links" : "Without cannot-links", std::string(set_title(set)),
                  propagated ? "with propagation" : "without propagation", cell},
                 scope.levels({0, 0.2, 0.5, 1, 1.5}, 4));
      }
    }
  }
  return figure;
}

}  // namespace comac::experiments::figures
