// SPDX-License-Identifier: MIT
#include <array>

#include "evidence/evidence.hpp"
#include "evidence/forest_evidence.hpp"
#include "evidence/label_propagation.hpp"
#include "evidence/logistic_regression.hpp"
#include "evidence/poisson_learning.hpp"
#include "evidence/projected_mixture.hpp"

namespace comac {

// What is charged beside a chain is halved where the plain clustering knows it: the chain's own cost is half
// of its information, too.
std::span<const EvidenceKind> evidence_kinds() {
  static constexpr std::array kinds{
      EvidenceKind{"mixture", "a model of the rows", 0.5, true, nullptr, load_mixture},
      EvidenceKind{"near labels", "labels near by", 0.5, false, learn_label_propagation,
                   load_label_propagation},
      EvidenceKind{"spread labels", "labels spread over the chain", 0, false, learn_poisson, load_poisson},
      EvidenceKind{"trees", "decision trees", 0.5, true, learn_forest, load_forest},
      EvidenceKind{"logistic", "logistic regression", 0, true, learn_logistic, load_logistic},
  };
  return kinds;
}

}  // namespace comac
