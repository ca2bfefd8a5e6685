// SPDX-License-Identifier: MIT
#include "figures/lines.hpp"

namespace comac::experiments::figures {
namespace {

void add_cannot_links(Figure& figure, const Scope& scope) {
  struct Kind {
    std::string series, system;
    bool cannot;
  };
  const Kind kinds[] = {{"the paper's algorithm", "comac-seq", true},
                        {"without cannot-links", "comac-seq", false},
                        {"ours", "comac", true}};
  for (const std::string set :
       {"ionosphere", "iris", "user", "wine-z", "vertebral", "glass", "segmentation"}) {
    if (!scope.wants(set)) continue;
    for (const Kind& kind : kinds) {
      const auto cell = [&](double share) {
        return Cell{set, kind.system, {Side::Protocol::pairs, share, 0, kind.cannot}, {}};
      };
      add_line(
          figure,
          {"Cannot-links: random pairs in % of the rows", std::string(set_title(set)), kind.series, cell},
          scope.levels({0, 0.2, 0.5, 1, 1.5}, 4));
    }
  }
}

/// Hard, unsupervised and trusted as far as the data justify.
void add_trust(Figure& figure, const Scope& scope, const std::string& block, const Side& side,
               const std::vector<double>& levels) {
  for (const std::string& set : scaled_sets()) {
    if (!scope.wants(set)) continue;
    for (const std::string series : {"hard", "unsupervised", "trust auto"}) {
      const auto cell = [&](double wrong) {
        Cell result{set, "comac", side, {}};
        result.side.wrong = wrong;
        if (series == "unsupervised") result.side = {};
        if (series == "trust auto") result.setting.trust = automatic_trust;
        return result;
      };
      add_line(figure, {block, std::string(set_title(set)), series, cell}, levels);
    }
  }
}

}  // namespace

Figure beyond(const Scope& scope) {
  Figure figure{"beyond", "Beyond the paper",
                "Where the paper ends: few cannot-links harm, and wrong side information harms at once. Our "
                "engine against the paper's algorithm, and hard side information against --trust auto.",
                "%"};
  figure.mean_panel = true;
  add_cannot_links(figure, scope);
  add_trust(figure, scope, "Wrong labels: 30 % labelled, of these % wrong", {Side::Protocol::labels, 0.3},
            scope.levels({0, 0.1, 0.2, 0.3, 0.4, 0.5}, 5));
  add_trust(figure, scope, "Wrong pairs: as many pairs as rows, of these % wrong", {Side::Protocol::pairs, 1},
            scope.levels({0, 0.1, 0.2, 0.3}, 3));
  return figure;
}

}  // namespace comac::experiments::figures
