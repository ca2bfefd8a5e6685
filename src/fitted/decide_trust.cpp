// SPDX-License-Identifier: MIT
#include <algorithm>

#include "constraints/trust.hpp"
#include "fitted/solve.hpp"
#include "optimise/restarts.hpp"

namespace comac {
namespace {

/// The trust in links that are tried as if some of them were wrong.
constexpr double doubtful = 0.8;

/// Links are left out a fold at a time to see whether the others predict them.
constexpr std::size_t folds = 3;
constexpr double trials = 2 * folds;
constexpr std::size_t least_links = 12;

/// How many links of fold `fold` hold in clusters that were made without them.
template <class Chain>
std::size_t count_predicted(const Chain& chain, const SideInformation& known, double trust, std::size_t fold,
                            const Options& options, ProgressGate& progress) {
  SideInformation rest = with_trust(known, 1, trust);
  std::size_t i = 0;
  std::erase_if(rest.links, [&](const Link&) { return i++ % folds == fold; });
  const Constraints constraints = propagate(rest, chain.states(), OnConflict::drop);
  const auto found = carry_out(plan_search(chain, {rest, constraints}, options), progress);
  if (found.empty()) return 0;
  const auto& cluster = found[best_restart(found)].cluster_of_row;
  std::size_t holding = 0;
  for (i = fold; i < known.links.size(); i += folds) {
    const Link& link = known.links[i];
    holding += (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must) ? 1 : 0;
  }
  return holding;
}

/// Links are trusted if taking them at their word predicts other links at least as well as doubting them
/// does; else as far as they are predicted.
template <class Chain>
double estimate_link_trust(const Chain& chain, const SideInformation& known, Options options,
                           ProgressGate& progress) {
  if (known.links.size() < least_links) return 1;
  options.search.restarts = std::min<std::size_t>(options.search.restart_count(), 2);
  std::size_t trusting = 0, doubting = 0;
  const auto count = [&](double trust, std::size_t fold, std::size_t trial) {
    const double begin = share_of_trust * static_cast<double>(trial) / trials;
    const ProgressGate::Part part(progress, begin, begin + share_of_trust / trials);
    return count_predicted(chain, known, trust, fold, options, progress);
  };
  for (std::size_t fold = 0; fold < folds; ++fold) {
    trusting += count(1, fold, 2 * fold);
    doubting += count(doubtful, fold, 2 * fold + 1);
  }
  const double share = static_cast<double>(doubting) / static_cast<double>(known.links.size());
  return doubting <= trusting ? 1 : std::clamp(share, 0.6, 0.9);
}

}  // namespace

template <class Chain>
Trust decide_trust(const Chain& chain, const SideInformation& known, const Options& options,
                   ProgressGate& progress) {
  if (options.side.trust != automatic_trust) return {options.side.trust, options.side.trust, false};
  Trust trust{estimate_label_trust(known, chain), 1, true};
  trust.links = estimate_link_trust(chain, with_trust(known, trust.labels, 1), options, progress);
  return trust;
}

#define COMAC_INSTANTIATE(Chain) \
  template Trust decide_trust(const Chain&, const SideInformation&, const Options&, ProgressGate&);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
