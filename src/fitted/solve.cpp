// SPDX-License-Identifier: MIT
#include "fitted/solve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "base/checkpoint.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "base/time_to_answer.hpp"
#include "chain/arrivals.hpp"
#include "comac/base/error.hpp"
#include "constraints/colouring.hpp"
#include "constraints/conflicts.hpp"
#include "constraints/trust.hpp"
#include "evaluate/certify.hpp"
#include "evaluate/confidence.hpp"
#include "evaluate/explain.hpp"
#include "optimise/echo.hpp"
#include "optimise/restarts.hpp"
#include "prep/pca.hpp"
#include "prep/units.hpp"
#include "select/choose_trust.hpp"
#include "select/coarse.hpp"
#include "select/find_count.hpp"

namespace comac {

void check_known(const SideInformation& known, std::size_t rows, const Options& options) {
  check_rows(known, rows);
  if (!options.search.propagation && known.any_soft()) {
    throw Error(ErrorCode::usage, setting("no-propagation") +
                                      " takes every item as certain; leave it or the items' confidences out");
  }
  if (options.side.trust == 1) propagate(known, rows, options.side.on_conflict);
}

namespace {

/// Flows between clusters as chances to go from one to another. An empty cluster has at most the rounding
/// errors of what has left it.
std::vector<double> transition_of(std::vector<double> flows, const std::vector<std::size_t>& sizes) {
  for (std::size_t y = 0; y < sizes.size(); ++y) {
    const std::span<double> row(flows.data() + y * sizes.size(), sizes.size());
    const double mass = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& value : row) value = sizes[y] == 0 ? 0 : std::max(0.0, value) / mass;
  }
  return flows;
}

/// Lets what is known choose among the ends of our own engine's searches.
template <class Chain>
void rescore(std::vector<SearchState>& found, const Chain& chain, const SideInformation& said,
             const Options& options) {
  if (options.search.method != Method::comac || found.size() < 2 || said.any_soft()) return;
  const Echo echo(chain, said.links, options.threads);
  for (SearchState& state : found) state.summary.echo = echo.charge(state.cluster_of_row);
}

/// All searches as they ended; of those that coarse levels came before, the starts of the base level, the one
/// that went on as it ended.
void tell_restarts(const std::vector<SearchState>& found, Result& result) {
  const std::size_t best = best_restart(found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t first = result.restarts.size();
    if (i == best) result.best_restart = first + found[i].best_base_start;
    result.restarts.insert(result.restarts.end(), found[i].base_starts.begin(), found[i].base_starts.end());
    if (found[i].base_starts.empty()) result.restarts.emplace_back();
    RestartSummary& own = result.restarts[first + found[i].best_base_start];
    const std::size_t sweeps = own.sweeps;
    own = found[i].summary;
    own.sweeps += sweeps;
  }
}

void tell_clusters(SearchState best, std::size_t clusters, Result& result) {
  result.cluster = std::move(best.cluster_of_row);
  result.trace = std::move(best.trace);
  result.terms = best.terms;
  result.cost = result.terms.cost();
  result.sizes.assign(clusters, 0);
  for (const auto cluster : result.cluster) ++result.sizes[cluster];
  result.clusters_found = clusters - static_cast<std::size_t>(std::ranges::count(result.sizes, 0U));
  result.transition = transition_of(std::move(best.flows), result.sizes);
}

/// What was believed of what is known, and what holds the groups together and apart.
struct Believed {
  Trust trust;
  Resolved resolved;
};

/// `between` tells how near rows are to one another.
template <class Between>
Believed believe(std::size_t rows, const Between& between, const SideInformation& known, const Trust& trust,
                 const Options& options) {
  SideInformation trusted = with_trust(known, trust.labels, trust.links);
  if (trust.estimated) return {trust, doubt_all_involved(std::move(trusted), rows)};
  return {trust, resolve(std::move(trusted), rows, options.side.on_conflict, between)};
}

/// Looks once for clusters that honour everything, which all searches want; without them if interrupted.
void find_feasible(const Constraints& constraints, std::size_t clusters, ProgressGate& progress) {
  Random random(1);
  if (is_proper(constraints.exclusive,
                greedy_colouring(constraints.components, constraints.exclusive, clusters, random)))
    return;
  const Checkpoints inside(progress);
  if (!finished([&] { constraints.colourings->of(constraints.exclusive, clusters); }))
    constraints.colourings->give_up(clusters);
}

/// How near rows are by a chain that is made only if somebody asks: most runs have no conflicts to settle.
class NearWhenAsked {
 public:
  NearWhenAsked(const Spectrum& spectrum, std::size_t threads) : spectrum_(spectrum), threads_(threads) {}
  double operator()(std::uint32_t a, std::uint32_t b) const {
    if (!chain_) chain_.emplace(spectrum_, near_steps, threads_);
    return chain_->between(a, b);
  }

 private:
  const Spectrum& spectrum_;
  std::size_t threads_;
  mutable std::optional<LowRankChain> chain_;
};

/// A chain as it is, of one step.
using OneStep = std::variant<const DenseChain*, const SparseChain*>;

/// What stands beside a chain in its cost, and how sharply all of it tells clusters apart.
struct Beside {
  std::vector<TermMaker> terms = {};
  double sharpness = 1;
};

/// The result of searches on a chain.
template <class Chain>
Result conclude(const Chain& chain, std::vector<SearchState> found, const Believed& believed,
                const Beside& beside, const Options& options, const ProgressGate& progress) {
  const auto& [belief, constraints] = believed.resolved;
  const std::size_t clusters = options.cluster_count();
  Result result;
  tell_restarts(found, result);
  tell_clusters(std::move(found[best_restart(found)]), clusters, result);
  result.certificate = certify(belief, constraints, result.cluster, clusters);
  result.certificate.trust = believed.trust;
  result.cancelled = progress.stopped();
  const Explained<Chain> explained{chain,          belief,          constraints,
                                   result.cluster, clusters,        options.search.beta,
                                   beside.terms,   beside.sharpness};
  if (options.explain && !result.cancelled)
    result.explanation = explain_items(explained, options.explain_rows);
  Confidences sure = confidences(explained, options.threads);
  result.confidence = std::move(sure.confidence), result.runner_up = std::move(sure.runner_up);
  return result;
}

/// What each kind of evidence weighed, and which columns told it.
std::vector<EvidenceFinding> told(const EvidenceList& list, const std::optional<RowsOfTable>& rows) {
  std::vector<EvidenceFinding> findings;
  for (const Weighed& one : list.kinds) {
    const EvidenceKind& kind = evidence_kind(one.evidence->name());
    EvidenceFinding finding{std::string(kind.name), std::string(kind.words), one.weight};
    const std::vector<double> shares = one.evidence->column_shares();
    for (std::size_t c = 0; c < shares.size() && rows; ++c)
      finding.columns.push_back({column_title(rows->rows, c), shares[c]});
    findings.push_back(std::move(finding));
  }
  return findings;
}

Chosen told(const Choice& choice, const std::optional<RowsOfTable>& rows) {
  Chosen chosen;
  chosen.evidence = told(choice.evidence, rows);
  chosen.labels = choice.verdict.held_out;
  chosen.learned_from_labels = choice.verdict.adopted;
  chosen.bits_by_model = choice.bits_by_model;
  chosen.bits_by_neighbours = choice.bits_by_neighbours;
  for (std::size_t t = 0; t < choice.scan.steps.size(); ++t) {
    chosen.scales.push_back({static_cast<std::size_t>(choice.scan.steps[t]), choice.scan.most[t],
                             choice.scan.best().information[t], choice.scan.candidates[t].kept});
  }
  return chosen;
}

/// The options with the number of clusters: as they say, or as it was found.
Options with_count(Options options, const SparseChain& chain, const std::optional<RowsOfTable>& rows,
                   const SideInformation& known, std::optional<CountFinding>& found, ProgressGate& progress) {
  if (options.clusters) return options;
  found = find_count(chain, rows ? &*rows : nullptr, known, options, progress);
  options.clusters = found->clusters;
  return options;
}

/// Trust in what is known, as told or as found.
Trust trust_in(const SparseChain& chain, const Spectrum& spectrum, const std::optional<RowsOfTable>& rows,
               const SideInformation& known, const Options& options, ProgressGate& progress) {
  if (options.side.trust != automatic_trust) return {options.side.trust, options.side.trust, false};
  const ProgressGate::Part part(progress, 0, share_of_trust);
  return choose_trust(chain, spectrum, rows ? &*rows : nullptr, known, options, progress);
}

/// Where beta is not 1/2 a sweep takes states times origins: of so many, some million a second.
constexpr std::size_t most_origins = 2000;

/// A chain of several steps as factors: the chain's own steps, also where the modes are those of its
/// reversibilisation.
LowRankChain relaxed_chain(const Choice& choice, const OneStep& one_step, const Options& options,
                           ProgressGate& progress) {
  return std::visit(
      [&](const auto* own) {
        LowRankChain chain =
            own->symmetric()
                ? LowRankChain(choice.spectrum, choice.steps, options.threads)
                : LowRankChain(choice.spectrum, step_of_modes(*own, choice.spectrum), choice.steps);
        if (options.search.beta == 0.5 || chain.states() <= most_origins) return chain;
        const CoarseOptions coarse{options.cluster_count(), most_origins, options.seed, options.threads};
        const Groups groups = coarsened(ReversibleView(*own).chain(), coarse, progress).groups;
        std::vector<std::uint32_t> group(chain.states());
        for (std::size_t i = 0; i < group.size(); ++i) group[i] = groups.group_of(i);
        chain.come_from(group, groups.count());
        return chain;
      },
      one_step);
}

/// The search from where a choice begins, on the chain of so many steps: one search on the factors, as the
/// choice was made on them; all restarts on a chain that takes one step, as it is. `in_time` may end the
/// search before the run does.
Result search_from(const Choice& choice, const OneStep& one_step, const Believed& believed,
                   const Options& options, ProgressGate& in_time, const ProgressGate& progress) {
  const auto& [belief, constraints] = believed.resolved;
  const SearchTask task{belief.said, constraints, choice.start, choice.terms};
  const Beside beside{choice.terms, choice.evidence.sharpness};
  const auto on = [&](const auto& chain, const Options& how) {
    return conclude(chain, carry_out(plan_search(chain, task, how), in_time), believed, beside, options,
                    progress);
  };
  Result result;
  if (choice.steps > 1) {
    Options once = options;
    once.search.restarts = 1;
    result = on(relaxed_chain(choice, one_step, options, in_time), once);
  } else {
    result = std::visit([&](const auto* chain) { return on(*chain, options); }, one_step);
  }
  result.chain.steps = static_cast<std::size_t>(choice.steps);
  result.chain.row_model = choice.evidence.find("mixture") != nullptr;
  return result;
}

/// The states of a chain in the plane: the two principal components of V / mu, where a walk from each goes.
std::vector<double> layout_of(const Choice& choice) {
  constexpr std::size_t axes = 2;
  const LowRankChain chain(choice.spectrum, choice.steps);
  Table points{chain.states(), chain.factors(), {}, {}};
  points.values.reserve(points.rows * points.columns);
  for (std::size_t x = 0; x < points.rows; ++x) {
    for (std::size_t m = 0; m < points.columns; ++m) points.values.push_back(chain.row(x)[m] / chain.mass(x));
  }
  const Table plane = principal_components(points, std::min(axes, points.columns));
  std::vector<double> layout(axes * points.rows, 0);
  for (std::size_t x = 0; x < points.rows; ++x) {
    for (std::size_t a = 0; a < plane.columns; ++a) layout[axes * x + a] = plane.at(x, a);
  }
  return layout;
}

/// The spectrum that was kept, if it is the one that would be found; where a search goes on, one of more
/// pairs is as good.
Spectrum spectrum_of(const SparseChain& chain, const WarmStart& kept, bool goes_on, const Options& options,
                     ProgressGate& progress) {
  const std::size_t pairs = enough_pairs(options.most_count());
  if (kept.spectrum != nullptr) {
    const std::size_t wanted = std::min(pairs, chain.states());
    if (goes_on ? kept.spectrum->pairs >= wanted : kept.spectrum->pairs == wanted) return *kept.spectrum;
  }
  Spectrum spectrum = spectrum_for(chain, pairs, options, progress);
  if (progress.stopped()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  return spectrum;
}

/// What is worth keeping of a choice and its result.
WarmStart kept_of(Choice choice, const Result& result, const WarmStart& before, const SideInformation& known,
                  std::size_t threads) {
  constexpr std::size_t most_clusters = 16;  // chances of more would make model files too large
  WarmStart kept{
      .evidence = std::move(choice.evidence), .labels = known.labels.size(), .links = known.links.size()};
  for (Weighed& one : kept.evidence.kinds) {  // what it charges is found again where the rows are at hand
    const Weighed* then = before.evidence.find(one.evidence->name());
    if (then == nullptr || then->bits == nullptr) one.bits = nullptr;
  }
  if (result.sizes.size() <= most_clusters && choice.steps > 1)
    kept.arrivals =
        arrival_chances(choice.spectrum, choice.steps - 1, result.cluster, result.sizes.size(), threads);
  if (choice.spectrum.states > 0 && choice.spectrum.states <= most_states_at_once)
    kept.spectrum = std::make_shared<const Spectrum>(std::move(choice.spectrum));
  return kept;
}

/// What a run of our own engine begins with.
struct Given {
  const SparseChain& chain;
  const std::optional<RowsOfTable>& rows;
  const SideInformation& known;
  const Options& options;
  std::span<const std::uint32_t> start;
  const WarmStart& kept;
};

/// What is decided before the last search, as far as the run has come.
struct Decided {
  Options options = {};  ///< with the number of clusters, once it is known
  Spectrum spectrum = {};
  std::optional<CountFinding> count = {};
  std::optional<Trust> trust = {};
  std::optional<Believed> believed = {};
  std::optional<LearnedData> learned = {};
  std::optional<MetricFinding> finding = {};
  Choice choice = {};
};

/// Whether factors are searched on. A sweep on them looks at all flows between clusters for each state, and a
/// run makes a hundred sweeps. Where clusters are too many for that they are small, and one step of the
/// chain, of which only near clusters are looked at, tells them as well.
bool on_factors(const SparseChain& chain, const Options& options) {
  constexpr double most_flows = 5e8;  // in a sweep: a second
  const auto states = static_cast<double>(std::min(chain.states(), most_states_at_once));
  const auto k = static_cast<double>(options.cluster_count());
  return options.chain.relaxation != automatic_relaxation ||
         states * k * (k + static_cast<double>(enough_pairs(options.cluster_count()))) <= most_flows;
}

/// Decides on everything. May be interrupted anywhere; what was decided until then stays.
void decide(const Given& given, ProgressGate& progress, Decided& decided) {
  const Checkpoints inside(progress);
  const auto& [chain, rows, known, asked, start, kept] = given;
  decided.options = asked;
  decided.options = with_count(asked, chain, rows, known, decided.count, progress);
  Options options = decided.options;
  options.search.beta = 0.5;  // for all that is chosen; the search from there has its own
  const bool factors = on_factors(chain, options);
  if (factors) decided.spectrum = spectrum_of(chain, kept, !start.empty(), options, progress);
  decided.trust = factors ? trust_in(chain, decided.spectrum, rows, known, options, progress)
                          : decide_trust(chain, known, options, progress);
  const NearWhenAsked near(decided.spectrum, options.threads);
  const auto between = [&](std::uint32_t a, std::uint32_t b) {
    return factors ? near(a, b) : chain.between(a, b);
  };
  decided.believed = believe(chain.states(), between, known, *decided.trust, options);
  const Resolved& resolved = decided.believed->resolved;
  if (!factors) {
    decided.choice.start.assign(start.begin(), start.end());
    return;
  }
  SearchTask task{resolved.belief.said, resolved.constraints, start};
  if (rows && !rows->learned && start.empty())
    decided.learned = choose_metric(chain, decided.spectrum, *rows, task, options, progress, decided.finding);
  checkpoint();
  if (rows && rows->learned) {
    decided.choice =
        choose_when_learned(chain, std::exchange(decided.spectrum, {}), *rows, task, options, progress, kept);
  } else if (decided.learned) {
    task.start = decided.learned->start;
    const SparseChain& learned = decided.learned->built.chain;
    decided.choice = choose_when_learned(learned, spectrum_of(learned, {}, false, options, progress), *rows,
                                         task, options, progress);
  } else {
    decided.choice = choose(chain, std::exchange(decided.spectrum, {}), rows ? &*rows : nullptr, task,
                            options, progress, kept);
  }
}

/// As many clusters as are allowed at least and what is known needs, by a quick look.
std::size_t quick_count(const SideInformation& known, std::size_t rows, const Options& options) {
  const Constraints hard = propagate(known, rows, OnConflict::drop);
  std::vector<bool> named(known.label_names.size(), false);
  for (const Label& label : known.labels) named[label.label] = named[label.label] || is_hard(label);
  const auto classes = static_cast<std::size_t>(std::ranges::count(named, true));
  const std::size_t apart = greedy_clique(hard.exclusive).size();
  std::size_t count = std::min(rows, std::max({std::size_t{2}, options.least_clusters, classes, apart}));
  const auto enough = [&] {
    Random random(options.seed);
    return is_proper(hard.exclusive, greedy_colouring(hard.components, hard.exclusive, count, random));
  };
  while (count < hard.components.count() && !enough()) ++count;
  return count;
}

/// Factors are searched on, where there are some, unless that takes longer than an answer may.
bool is_quick(const Spectrum& spectrum) {
  constexpr double most_work = 1e8;  // multiplications: a tenth of a second
  const auto states = static_cast<double>(spectrum.states), pairs = static_cast<double>(spectrum.pairs);
  return spectrum.states > 0 && spectrum.near.empty() && states * pairs * pairs <= most_work;
}

/// Decides in short time what an interrupted run has left open. Without factors the chain is searched as it
/// is: from the start, or on coarse levels, where there is a grouping at any time.
void decide_in_time(const Given& given, ProgressGate& in_time, Decided& decided) {
  const auto& [chain, rows, known, asked, start, kept] = given;
  if (!decided.options.clusters) {
    decided.options = asked;
    if (!asked.clusters) decided.options.clusters = quick_count(known, chain.states(), asked);
  }
  Options options = decided.options;
  options.search.beta = 0.5;
  if (!decided.trust) {
    const bool estimates = asked.side.trust == automatic_trust;
    decided.trust = {estimates ? 1 : asked.side.trust, estimates ? 1 : asked.side.trust, estimates};
  }
  const auto between = [&](std::uint32_t a, std::uint32_t b) { return chain.between(a, b); };
  if (!decided.believed) decided.believed = believe(chain.states(), between, known, *decided.trust, options);
  const Resolved& resolved = decided.believed->resolved;
  find_feasible(resolved.constraints, *options.clusters, in_time);
  const SearchTask task{resolved.belief.said, resolved.constraints, start};
  if (!decided.learned && start.empty() && is_quick(decided.spectrum)) {
    decided.choice = choose(chain, std::exchange(decided.spectrum, {}), nullptr, task, options, in_time);
  } else if (decided.learned && start.empty()) {
    decided.choice.start = decided.learned->start;
  } else {
    decided.choice.start.assign(start.begin(), start.end());
  }
}

}  // namespace

template <class Chain>
Result solve(const Chain& chain, const SideInformation& known, const Options& options, ProgressGate& progress,
             std::span<const std::uint32_t> start) {
  const Stopwatch watch;
  const bool estimates = options.side.trust == automatic_trust;
  const auto between = [&](std::uint32_t a, std::uint32_t b) { return chain.between(a, b); };
  const Trust trust = decide_trust(chain, known, options, progress);
  const Believed believed = believe(chain.states(), between, known, trust, options);
  const ProgressGate::Part part(progress, estimates ? share_of_trust : 0, 1);
  const auto& [belief, constraints] = believed.resolved;
  find_feasible(constraints, options.cluster_count(), progress);
  const auto plan = plan_search(chain, {belief.said, constraints, start}, options);
  auto found = carry_out(plan, progress);
  if (found.empty()) found = carry_out(plan, TimeToAnswer().gate());
  rescore(found, chain, belief.said, options);
  Result result = conclude(chain, std::move(found), believed, {}, options, progress);
  result.times.optimise = watch.milliseconds();
  return result;
}

Solution choose_and_solve(const AnyChain& own, const std::optional<RowsOfTable>& rows,
                          const SideInformation& known, const Options& asked, ProgressGate& progress,
                          std::span<const std::uint32_t> start, const WarmStart& kept) {
  const Stopwatch watch;
  OneStep one_step = std::visit([](const auto& chain) { return OneStep(&chain); }, own);
  const ReversibleView view = reversible_view(own);
  const Given given{view.chain(), rows, known, asked, start, kept};
  Decided decided;
  std::optional<TimeToAnswer> in_time;  // of an interrupted run
  if (!finished([&] { decide(given, progress, decided); }))
    decide_in_time(given, in_time.emplace().gate(), decided);
  if (decided.learned) one_step = &decided.learned->built.chain;
  const Choice& choice = decided.choice;
  Solution solution;
  solution.result = search_from(choice, one_step, *decided.believed, decided.options,
                                in_time ? in_time->gate() : progress, progress);
  if (start.empty() && (decided.learned || !choice.scan.candidates.empty())) {
    solution.result.chosen = told(choice, rows);
    solution.result.chosen->metric = std::move(decided.finding);
    solution.result.chosen->count = std::move(decided.count);
  }
  if (!rows && choice.spectrum.states > 0) solution.result.layout = layout_of(choice);
  solution.learned = std::move(decided.learned);
  solution.kept = kept_of(std::move(decided.choice), solution.result, kept, known, asked.threads);
  solution.result.times.optimise = watch.milliseconds();
  return solution;
}

#define COMAC_INSTANTIATE(Chain)                                                             \
  template Result solve(const Chain&, const SideInformation&, const Options&, ProgressGate&, \
                        std::span<const std::uint32_t>);
COMAC_FOR_EACH_CHAIN(COMAC_INSTANTIATE)
#undef COMAC_INSTANTIATE

}  // namespace comac
