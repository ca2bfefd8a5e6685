// SPDX-License-Identifier: MIT
#include <utility>

#include "comac/chain/gaussian_chain.hpp"
#include "comac/chain/transition.hpp"
#include "comac/systems/chain_system.hpp"
#include "comac/systems/relaxation.hpp"

namespace comac::systems {
namespace {

/// The engine on a relaxed chain, beta = 1: clusters that tell most about where the walk was T steps ago.
class Tishby final : public System {
 public:
  SystemInfo info() const override {
    return {"tishby", "information bottleneck on a relaxed Markov chain", Uses::pairs, "Tishby & Slonim 2000",
            5};
  }

  Result run(const Task& task) const override {
    const auto build = [&](const Table& table, ProgressGate& progress) {
      auto [chain, sigma] =
          gaussian_chain(table, task.options.neighbours, task.options.threads, progress, Decay::distance);
      return BuiltChain{relaxed(std::move(chain), task.options, progress), sigma};
    };
    return run_on_chain(task, {.name = info().name, .matrices = 4, .beta = 1, .build = build});
  }

 private:
  /// By as many steps as the user says; one, the default, stands for the time that the chain suggests.
  static DenseChain relaxed(DenseChain chain, const Options& options, ProgressGate& progress) {
    if (options.relaxation > 1) return relax(std::move(chain), options.relaxation);
    const std::size_t steps = relaxation_time(chain, options.clusters, options.threads, progress);
    Doubling doubling(chain, options.threads);
    while (doubling.steps() < steps) doubling.advance();
    return doubling.chain();
  }
};

}  // namespace

const System& tishby() {
  static const Tishby system;
  return system;
}

}  // namespace comac::systems
