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
  return {{"clusters", options.cluster_count()},
          {"method", method_name(report)},
          {"beta", options.search.beta},
          {"neighbours", options.chain.neighbours},
          {"chain", to_string(options.chain.kind)},
          {"kernel", to_string(options.chain.kernel)},
          {"graph", to_string(options.chain.graph)},
          {"neighbour_search", to_string(options.chain.neighbour_search)},
          {"anneal_step", options.search.anneal_step},
          {"restarts", options.search.restarts},
          {"max_sweeps", options.search.max_sweeps},
          {"seed", options.seed},
          {"threads", options.threads},
          {"scale", to_string(options.prep.scale)},
          {"pca", options.prep.pca},
          {"relaxation", options.chain.relaxation},
          {"propagation", options.search.propagation},
          {"on_conflict", to_string(options.side.on_conflict)},
          {"trust", trust_json(options.side.trust)},
          {"memory_limit", options.memory_limit}};
}

}  // namespace comac
