// SPDX-License-Identifier: MIT
#include "options_json.hpp"

namespace comac {
namespace {

nlohmann::ordered_json trust_json(double trust) {
  if (trust == automatic_trust) return "auto";
  return trust;
}

}  // namespace

nlohmann::ordered_json options_json(const RunReport& report) {
  const Options& options = report.options;
  return {{"clusters", options.clusters},
          {"method", method_name(report)},
          {"beta", options.beta},
          {"neighbours", options.neighbours},
          {"chain", to_string(options.chain)},
          {"kernel", to_string(options.kernel)},
          {"graph", to_string(options.graph)},
          {"neighbour_search", to_string(options.neighbour_search)},
          {"anneal_step", options.anneal_step},
          {"restarts", options.restarts},
          {"max_sweeps", options.max_sweeps},
          {"seed", options.seed},
          {"threads", options.threads},
          {"scale", to_string(options.scale)},
          {"pca", options.pca},
          {"relaxation", options.relaxation},
          {"propagation", options.propagation},
          {"on_conflict", to_string(options.on_conflict)},
          {"trust", trust_json(options.trust)},
          {"memory_limit", options.memory_limit}};
}

}  // namespace comac
