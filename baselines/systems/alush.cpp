// SPDX-License-Identifier: MIT
#include "systems/chain_system.hpp"
#include "systems/neighbour_graph.hpp"

namespace comac::systems {
namespace {

/// The engine on the graph of mutual nearest neighbours, beta = 1/2.
class Alush final : public System {
 public:
  SystemInfo info() const override {
    return {"alush",
            "Markov aggregation on the graph of mutual nearest neighbours",
            Uses::pairs,
            "Alush, Friedman & Goldberger 2016",
            50,
            false,
            "neighbours max-sweeps no-propagation trust"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const auto build = [&](const Table& table, ProgressGate&) {
      return BuiltChain{
          random_walk(mutual_neighbours(table, task.options.chain.neighbour_count(), task.options.threads))};
    };
    return run_on_chain(task, {.name = info().name, .matrices = 1, .beta = 0.5, .build = build});
  }
};

}  // namespace

const System& alush() { return the_system<Alush>(); }

}  // namespace comac::systems
