// SPDX-License-Identifier: MIT
#include "comac/constraints/trust.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace comac {
namespace {

constexpr std::size_t most_labels = 2000;  // an estimate needs no more
constexpr std::size_t least_sample = 8;
constexpr double unnoticeable = 0.11;  // disagreement that overlapping classes make without any wrong label
constexpr double least_trust = 0.6;    // below this the estimate says no more than "hardly"

/// How unanimous the labelled rows around a labelled row are, and whether its own label is another.
struct Surroundings {
  double unanimity = 0;
  bool disagrees = false;
};

Surroundings look_around(const Label& label, const std::vector<Label>& labels, const DenseChain& chain,
                         std::vector<double>& weight_of_class) {
  std::fill(weight_of_class.begin(), weight_of_class.end(), 0.0);
  const double* similar = chain.from(label.row);
  double all = 0;
  for (const Label& other : labels) {
    if (other.row == label.row) continue;
    weight_of_class[other.label] += similar[other.row];
    all += similar[other.row];
  }
  const auto best = std::max_element(weight_of_class.begin(), weight_of_class.end());
  // A quarter of a row of no class: surroundings with hardly any label are not unanimous.
  const double nobody = similar[label.row] / 4;
  const double of_nobody = nobody / static_cast<double>(weight_of_class.size());
  return {(*best + of_nobody) / (all + nobody), best - weight_of_class.begin() != label.label};
}

double disagreement(const std::vector<Surroundings>& sorted, double share) {
  const auto wanted = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  const std::size_t count = std::min(sorted.size(), std::max(least_sample, wanted));
  const auto disagree = std::count_if(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count),
                                      [](const Surroundings& s) { return s.disagrees; });
  return static_cast<double>(disagree) / static_cast<double>(count);
}

}  // namespace

double estimate_label_trust(const SideInformation& known, const DenseChain& chain) {
  std::vector<Label> labels;
  const std::size_t step = 1 + known.labels.size() / most_labels;
  for (std::size_t i = 0; i < known.labels.size(); i += step) labels.push_back(known.labels[i]);
  if (labels.size() < least_sample) return 1;

  std::vector<double> weight_of_class(known.label_names.size());
  std::vector<Surroundings> surroundings;
  for (const Label& label : labels)
    surroundings.push_back(look_around(label, labels, chain, weight_of_class));
  std::ranges::stable_sort(surroundings, std::ranges::greater{}, &Surroundings::unanimity);
  const double wrong = (disagreement(surroundings, 0.25) + disagreement(surroundings, 0.5)) / 2;
  return wrong <= unnoticeable ? 1 : std::max(least_trust, 1 - wrong);
}

SideInformation with_trust(SideInformation known, double labels, double links) {
  for (Label& label : known.labels) label.trust *= labels;
  for (Link& link : known.links) link.trust *= links;
  return known;
}

}  // namespace comac
