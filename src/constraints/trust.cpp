// SPDX-License-Identifier: MIT
#include "constraints/trust.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
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

/// `own` is the row's similarity to itself.
Surroundings judge(const std::vector<double>& weight_of_class, double own, std::uint32_t label) {
  const double all = std::accumulate(weight_of_class.begin(), weight_of_class.end(), 0.0);
  const auto best = std::max_element(weight_of_class.begin(), weight_of_class.end());
  // A quarter of a row of no class: surroundings with hardly any label are not unanimous.
  const double nobody = own / 4;
  const double of_nobody = nobody / static_cast<double>(weight_of_class.size());
  return {(*best + of_nobody) / (all + nobody), best - weight_of_class.begin() != label};
}

double disagreement(const std::vector<Surroundings>& sorted, double share) {
  const auto wanted = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  const std::size_t count = std::min(sorted.size(), std::max(least_sample, wanted));
  const auto disagree = std::count_if(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count),
                                      [](const Surroundings& s) { return s.disagrees; });
  return static_cast<double>(disagree) / static_cast<double>(count);
}

std::vector<Label> sample(const std::vector<Label>& labels) {
  std::vector<Label> some;
  const std::size_t step = 1 + labels.size() / most_labels;
  for (std::size_t i = 0; i < labels.size(); i += step) some.push_back(labels[i]);
  return some;
}

double trust_from(std::vector<Surroundings> surroundings) {
  if (surroundings.size() < least_sample) return 1;
  std::ranges::stable_sort(surroundings, std::ranges::greater{}, &Surroundings::unanimity);
  const double wrong = (disagreement(surroundings, 0.25) + disagreement(surroundings, 0.5)) / 2;
  return wrong <= unnoticeable ? 1 : std::max(least_trust, 1 - wrong);
}

constexpr std::uint32_t unlabelled = UINT32_MAX;

/// Calls reached(row, mass) for every way of two steps from a row.
template <class Reached>
void each_in_two_steps(const SparseChain& chain, std::size_t row, Reached reached) {
  const Flows first = chain.from(row);
  for (std::size_t e = 0; e < first.size(); ++e) {
    const std::size_t between = first.state[e];
    const Flows second = chain.from(between);
    for (std::size_t d = 0; d < second.size(); ++d) {
      reached(second.state[d], first.mass[e] * second.mass[d] / chain.mass(between));
    }
  }
}

}  // namespace

template <MarkovChain Chain>
double estimate_label_trust(const SideInformation& known, const Chain& chain) {
  const std::vector<Label> labels = sample(known.labels);
  std::vector<Surroundings> surroundings;
  for (const Label& label : labels) {
    std::vector<double> weight_of_class(known.label_names.size());
    for (const Label& other : labels) {
      if (other.row != label.row) weight_of_class[other.label] += chain.between(label.row, other.row);
    }
    surroundings.push_back(judge(weight_of_class, chain.between(label.row, label.row), label.label));
  }
  return trust_from(std::move(surroundings));
}

double estimate_label_trust(const SideInformation& known, const SparseChain& chain) {
  std::vector<std::uint32_t> label_of(chain.states(), unlabelled);
  for (const Label& label : known.labels) label_of[label.row] = label.label;
  std::vector<Surroundings> surroundings;
  for (const Label& label : sample(known.labels)) {
    std::vector<double> weight_of_class(known.label_names.size());
    double own = 0;
    each_in_two_steps(chain, label.row, [&](std::uint32_t row, double mass) {
      if (row == label.row) {
        own += mass;
      } else if (label_of[row] != unlabelled) {
        weight_of_class[label_of[row]] += mass;
      }
    });
    const bool alone = std::ranges::all_of(weight_of_class, [](double weight) { return weight == 0; });
    if (!alone) surroundings.push_back(judge(weight_of_class, own, label.label));
  }
  return trust_from(std::move(surroundings));
}

SideInformation with_trust(SideInformation known, double labels, double links) {
  for (Label& label : known.labels) label.trust *= labels;
  for (Link& link : known.links) link.trust *= links;
  return known;
}

#define COMAC_INSTANTIATE(Chain) template double estimate_label_trust(const SideInformation&, const Chain&);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
