// SPDX-License-Identifier: MIT
#include <bit>
#include <utility>

#include "chain/gaussian_chain.hpp"
#include "chain/transition.hpp"
#include "systems/chain_system.hpp"
#include "systems/relaxation.hpp"

namespace comac::systems {
namespace {

/// The engine on a relaxed chain, beta = 1: clusters that tell most about where the walk was T steps ago.
class Tishby final : public System {
 public:
  SystemInfo info() const override {
    return {"tishby",
            "information bottleneck on a relaxed Markov chain",
            Uses::pairs,
            "Tishby & Slonim 2000",
            5,
            false,
            "neighbours max-sweeps relaxation no-propagation trust"};
  }

 private:
  Result run_allowed(const Task& task) const override {
    const auto build = [&](const Table& table, ProgressGate& progress) {
      auto [chain, sigma] = one_step(table, task.options, progress);
      const std::size_t steps = steps_for(chain, task.options, progress);
      return BuiltChain{relaxed(std::move(chain), steps, task.options.threads, progress), sigma, steps};
    };
    return run_on_chain(task, {.name = info().name, .matrices = 4, .beta = 1, .build = build});
  }

  static GaussianChain one_step(const Table& table, const Options& options, ProgressGate& progress) {
    const ProgressGate::Part part(progress, 0, 0.5);
    return gaussian_chain(table, options.chain.neighbour_count(), options.threads, progress, Decay::distance);
  }

  /// What the user says; one, the default, stands for the time that the chain suggests.
  static std::size_t steps_for(const DenseChain& chain, const Options& options, ProgressGate& progress) {
    if (options.chain.relaxation > 1) return options.chain.relaxation;
    const ProgressGate::Part part(progress, 0.5, 1);
    return relaxation_time(chain, options.cluster_count(), options.threads, progress);
  }

  static DenseChain relaxed(DenseChain chain, std::size_t steps, std::size_t threads,
                            ProgressGate& progress) {
    if (!std::has_single_bit(steps)) return relax(std::move(chain), steps).chain;
    if (steps == 1) return chain;
    Doubling doubling(chain, threads);
    while (doubling.steps() < steps) doubling.advance([&] { return progress.report({"relaxation", 1}); });
    return doubling.chain();
  }
};

}  // namespace

const System& tishby() { return the_system<Tishby>(); }

}  // namespace comac::systems
