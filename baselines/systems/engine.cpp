// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"
#include "comac/systems/system.hpp"

namespace comac::systems {
namespace {

/// The engine's own methods behind the interface that all systems share.
class Engine final : public System {
 public:
  Engine(Method method, SystemInfo info) : method_(method), info_(info) {}

  SystemInfo info() const override { return info_; }

 private:
  Result run_allowed(const Task& task) const override {
    Options options = task.options;
    options.search.method = method_;
    return cluster(task.table, task.known, options, task.progress);
  }

  Method method_;
  SystemInfo info_;
};

// All options but these.
constexpr std::string_view ours = "* -anneal-step";
constexpr std::string_view sequential = "* -anneal-step -row-model -metric",
                           annealed = "* -row-model -metric";
constexpr std::string_view sequential_alone =
    "* -anneal-step -row-model -metric -trust -no-propagation -on-conflict";
constexpr std::string_view annealed_alone = "* -row-model -metric -trust -no-propagation -on-conflict";

constexpr std::string_view paper = "Steger, Geiger, Smieja";
constexpr std::string_view unconstrained = "Amjad, Bloechl & Geiger 2020";

}  // namespace

const System& comac() {
  static const Engine system(
      Method::comac, {"comac", "constrained Markov clustering, our engine: the default", Uses::pairs, paper,
                      std::nullopt, false, ours});
  return system;
}

const System& comac_seq() {
  static const Engine system(Method::comac_seq,
                             {"comac-seq", "constrained Markov clustering, the paper's sequential algorithm",
                              Uses::pairs, paper, 5, false, sequential});
  return system;
}

const System& comac_ann() {
  static const Engine system(
      Method::comac_ann,
      {"comac-ann", "constrained Markov clustering, the paper's algorithm annealed in beta", Uses::pairs,
       paper, 5, false, annealed});
  return system;
}

const System& gma_seq() {
  static const Engine system(Method::comac_seq,
                             {"gma-seq", "Markov aggregation, sequential; takes no side information",
                              Uses::nothing, unconstrained, 5, false, sequential_alone});
  return system;
}

const System& gma_ann() {
  static const Engine system(Method::comac_ann,
                             {"gma-ann", "Markov aggregation, annealed in beta; takes no side information",
                              Uses::nothing, unconstrained, 5, false, annealed_alone});
  return system;
}

}  // namespace comac::systems
