// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "evidence/evidence.hpp"

namespace comac {

/// Label propagation to convergence, for few labels: Poisson learning (Calder, Cook, Thorpe and Slepcev
/// 2020). Each labelled row is a source of its class, less the mean of all sources, and u <- P u + D^-1
/// sources until nothing changes: so even one label a class reaches all rows. The slow modes are solved by
/// the spectrum, the others by a few steps.
class PoissonLearning final : public Evidence {
 public:
  PoissonLearning(std::size_t clusters, std::vector<float> potential, double doubt)
      : clusters_(clusters), potential_(std::move(potential)), doubt_(doubt) {}

  std::string_view name() const override { return "spread labels"; }
  std::size_t clusters() const override { return clusters_; }
  std::vector<double> bits_of(const AskedRows& rows) const override;
  nlohmann::json to_json() const override;

 private:
  std::size_t clusters_;
  std::vector<float> potential_;  // u in units of its own spread, a state after the other
  double doubt_;
};

/// None without a spectrum.
EvidencePtr learn_poisson(const Lesson& lesson);
EvidencePtr load_poisson(const nlohmann::json& json, const Lesson& lesson);

}  // namespace comac
