// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "comac/cluster.hpp"
#include "comac/systems/system.hpp"

namespace comac::systems {
namespace {

/// Markov aggregation without constraints: the engine as it is, told nothing.
class Gma final : public System {
 public:
  Gma(Method method, std::string_view name, std::string_view summary)
      : method_(method), name_(name), summary_(summary) {}

  SystemInfo info() const override {
    return {name_, summary_, Uses::nothing, "Amjad, Bloechl & Geiger 2020", 5};
  }

  Result run(const Task& task) const override {
    if (!task.known.empty()) {
      throw Error(ErrorCode::usage, fmt::format("{} does not use labels or links; leave them out or take {}",
                                                name_, to_string(method_)));
    }
    Options options = task.options;
    options.method = method_;
    return cluster(task.table, task.known, options, task.progress);
  }

 private:
  Method method_;
  std::string_view name_;
  std::string_view summary_;
};

}  // namespace

const System& gma_seq() {
  static const Gma system(Method::comac_seq, "gma-seq",
                          "Markov aggregation, sequential; ignores side information");
  return system;
}

const System& gma_ann() {
  static const Gma system(Method::comac_ann, "gma-ann",
                          "Markov aggregation, annealed in beta; ignores side information");
  return system;
}

}  // namespace comac::systems
