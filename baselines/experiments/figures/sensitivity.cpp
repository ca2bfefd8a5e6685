// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "figures/lines.hpp"

namespace comac::experiments::figures {

Figure sensitivity_k(const Scope& scope) {
  Figure figure{"sensitivity-k", "Sensitivity to k",
                "How far NMI depends on the number of neighbours that sets the scale of similarity.", "k"};
  const auto ks = scope.levels({3, 5, 10, 15, 20, 30, 40, 50, 65, 80, 100, 125, 150}, 4);
  for (const std::string set : {"circles", "iris"}) {
    if (!scope.wants(set)) continue;
    for (const double beta : scope.levels({0, 0.5, 1}, 1)) {
      for (const std::string system : {"comac-seq", "comac-ann"}) {
        for (const double share : scope.levels({0, 0.1, 0.2, 0.3}, 3)) {
          const auto cell = [&](double k) {
            return Cell{set, system, {Side::Protocol::labels, share}, {beta, static_cast<std::size_t>(k)}};
          };
          add_line(figure,
                   {fmt::format("{}, beta = {}", set_title(set), beta), system,
                    fmt::format("{:.0f} % labelled", 100 * share), cell},
                   ks, 1);
        }
      }
    }
  }
  return figure;
}

Figure sensitivity_beta(const Scope& scope) {
  Figure figure{"sensitivity-beta", "Sensitivity to beta",
                "k = 20; without labels and with 20 % of the rows labelled.", "beta"};
  std::vector<double> betas;
  for (int step = 0; step <= 20; ++step) betas.push_back(step / 20.0);
  for (const std::string& set : scaled_sets()) {
    if (!scope.wants(set) || (scope.quick && set != "iris" && set != "wine-z")) continue;
    for (const std::string system : {"comac-seq", "comac-ann"}) {
      for (const double share : {0.0, 0.2}) {
        const auto cell = [&](double beta) {
          return Cell{set, system, {Side::Protocol::labels, share}, {beta}};
        };
        add_line(figure,
                 {"", std::string(set_title(set)), fmt::format("{}, {:.0f} %", system, 100 * share), cell},
                 scope.levels(betas, 5), 1);
      }
    }
  }
  return figure;
}

}  // namespace comac::experiments::figures
