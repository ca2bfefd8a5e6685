// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"
#include "comac/systems/system.hpp"

namespace comac::systems {
namespace {

/// The engine's own methods behind the interface that all systems share.
class Engine final : public System {
 public:
  Engine(Method method, std::string_view summary) : method_(method), summary_(summary) {}

  SystemInfo info() const override {
    return {to_string(method_), summary_, Uses::pairs, "Steger, Geiger, Smieja", 5};
  }

  Result run(const Task& task) const override {
    Options options = task.options;
    options.method = method_;
    return cluster(task.table, task.known, options, task.progress);
  }

 private:
  Method method_;
  std::string_view summary_;
};

}  // namespace

const System& comac() {
  static const Engine system(Method::comac, "constrained Markov clustering, our engine: the default");
  return system;
}

const System& comac_seq() {
  static const Engine system(Method::comac_seq,
                             "constrained Markov clustering, the paper's sequential algorithm");
  return system;
}

const System& comac_ann() {
  static const Engine system(Method::comac_ann,
                             "constrained Markov clustering, the paper's algorithm annealed in beta");
  return system;
}

}  // namespace comac::systems
