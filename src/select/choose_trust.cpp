// SPDX-License-Identifier: MIT
#include "select/choose_trust.hpp"

#include <algorithm>
#include <cmath>

#include "constraints/trust.hpp"
#include "evidence/nearest_label.hpp"
#include "evidence/sample.hpp"
#include "select/choose_metric.hpp"
#include "select/plan.hpp"
#include "select/predicted.hpp"

namespace comac {
namespace {

constexpr std::size_t folds = 3;
constexpr std::size_t most_rows = 2500;   // or up to twice as many; eighteen times they are clustered
constexpr double least_items = 12;        // of which fewer tell nothing
constexpr double a_few = 2, many = 0.05;  // contradictions among links: a few are mended one by one
constexpr double doubtful = 0.8, by_chance = 0.5;
constexpr double few_wrong = 2 / 3.0;          // predicted by the nearest label: of a fifth wrong .64 at most
constexpr double believable_labels = 2 / 3.0;  // predicted of those left out: well above a half
constexpr double doubtful_label = 0.6;  // better than .8 where some are wrong, hardly worse where none is
constexpr double surely = 3;            // in standard errors: how far labels that look wrong have to be ahead
constexpr double believable = 0.75;     // predicted of what was left out: nearer to all of it than to chance

/// Of a share among so many.
double standard_error(double share, double count) { return std::sqrt(share * (1 - share) / count); }

/// As many items of one kind would have the error of the mean of the shares among must-links and
/// cannot-links.
double effective_count(const std::vector<Link>& links) {
  const auto must = static_cast<double>(
      std::ranges::count_if(links, [](const Link& link) { return link.kind == LinkKind::must; }));
  const double cannot = static_cast<double>(links.size()) - must;
  return must > 0 && cannot > 0 ? 4 / (1 / must + 1 / cannot) : 0;
}

/// The share of labelled rows whose nearest labelled row has the same label; 0 where there is none.
double share_by_nearest(const RowsOfTable* rows, const SideInformation& known) {
  const std::vector<Label> labels = some_labels(known.labels);
  if (rows == nullptr || labels.size() < 2) return 0;
  const auto agrees = nearest_agrees(labelled_rows(rows->rows, labels), labels);
  return static_cast<double>(std::ranges::count(agrees, true)) / static_cast<double>(labels.size());
}

/// By how many standard errors one way predicts more links than another.
double errors_ahead(const std::vector<char>& one, const std::vector<char>& other) {
  double only_one = 0, only_other = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    only_one += one[i] && !other[i] ? 1 : 0;
    only_other += other[i] && !one[i] ? 1 : 0;
  }
  return only_one == only_other ? 0 : (only_one - only_other) / std::sqrt(only_one + only_other);
}

LabelCounts counts_of(const SideInformation& known, std::size_t rows) {
  const auto labels = static_cast<double>(known.labels.size());
  return {labels, static_cast<double>(known.label_names.size()),
          std::min(1.0, labels / static_cast<double>(rows))};  // a row may have several
}

/// Whether labels at their word are expected to be right about more of all rows than clusters that doubt or
/// ignore them are, by a standard error: about the labelled rows unless they are wrong, about the others as
/// far as they predict. A label and its nearest one are wrong as often as each other, so as much less as the
/// nearest predicts than the best does, so many are wrong.
bool pay_for_themselves(const LabelsPredicted& share, const LabelCounts& counts) {
  const double others = std::max(share.doubted, share.ignored), best = std::max(share.at_word, others);
  if (share.nearest <= few_wrong || counts.classes < 2) return false;
  const double wrong = std::clamp(1 - share.nearest / best, 0.0, 1 - best);
  const double by_luck = wrong / (counts.classes - 1), scale = 1 - wrong - by_luck;
  const auto really_right = [&](double predicted) { return (predicted - by_luck) / scale; };
  const double at_word = counts.of_rows * (1 - wrong) + (1 - counts.of_rows) * really_right(share.at_word);
  return at_word > really_right(others) + standard_error(others, counts.labels) / scale;
}

}  // namespace

/// What the rows around labelled ones suggest stands, unless what is predicted speaks against it by more than
/// chance; and labels that mostly can't be predicted are not taken at their word against it. A wrong label is
/// wrong by itself, so where many are, one row predicts less than the many of a cluster do, and clusters have
/// to speak for the labels more clearly; where it predicts more, the labels are right and clusters don't tell
/// the classes; and where it predicts most, labels may pay by the labelled rows alone. Doubted labels that
/// mostly can't be predicted, and hardly better than by clusters that know of none, are not believed at all.
double trust_in_labels(const LabelsPredicted& share, const LabelCounts& counts) {
  const double count = counts.labels;
  const auto& [suggested, nearest, at_word, doubted, ignored] = share;
  const double error = standard_error(at_word, count);
  const bool tell_nothing =
      doubted < believable_labels && doubted <= ignored + standard_error(doubted, count);
  const double doubt = tell_nothing ? by_chance : doubtful_label;
  if (suggested >= 1) return doubted > std::max(at_word, nearest) + error ? doubt : 1;
  const double needed = nearest > at_word - error ? error : surely * error;
  const bool by_clusters = at_word > std::max(doubted + needed, by_chance);
  const bool by_nearest = nearest > std::max({at_word, doubted, by_chance}) + standard_error(nearest, count);
  return by_clusters || by_nearest || pay_for_themselves(share, counts) ? 1 : doubt;
}

/// At their word if that predicts no less than doubt does, beyond chance, and either most links or, where the
/// columns tell little of what links say, clearly more than without them: wrong links taken at their word
/// predict less than doubted ones. Links that can't be predicted, whatever is made of the others, are wrong
/// or about something that the columns don't tell: they are not believed.
double trust_in_links(const std::vector<Link>& links, const LinksPredicted& predicted, bool contradictory) {
  const auto& [by_word, by_doubt, by_nothing] = predicted;
  const double at_word = share_of_both_kinds(links, by_word), doubted = share_of_both_kinds(links, by_doubt),
               ignored = share_of_both_kinds(links, by_nothing);
  const double error = standard_error(at_word, effective_count(links));
  const double over_doubt = errors_ahead(by_word, by_doubt);
  const bool most = at_word > believable && over_doubt >= -1 && ignored <= at_word + error;
  const bool more = at_word > ignored + error && over_doubt > 0;
  if (!contradictory && (most || more)) return 1;
  return doubted > std::max(ignored + error, believable) ? doubtful : by_chance;
}

namespace {

/// Some rows of a table and what is said about them.
struct SaidSample {
  Table rows;
  SideInformation known;
};

/// At most `most` of the items, evenly taken: their share of the sample is that of all rows, unless that
/// would be too few to tell anything.
template <class Item>
std::vector<Item> some_items(const std::vector<Item>& items, double share) {
  constexpr double enough_items = 500;
  const double most = std::max(share * static_cast<double>(items.size()), enough_items);
  return evenly_taken(items, static_cast<std::size_t>(most));
}

SaidSample said_sample(const TableView& table, const SideInformation& known) {
  SideInformation some = known;
  const double share = static_cast<double>(most_rows) / static_cast<double>(table.rows);
  some.labels = some_items(known.labels, share), some.links = some_items(known.links, share);
  const std::vector<std::uint32_t> rows = rows_with_said(some, table.rows, most_rows);
  const auto number = [&](std::uint32_t row) {
    const auto found = std::ranges::lower_bound(rows, row);
    return found != rows.end() && *found == row ? static_cast<std::uint32_t>(found - rows.begin())
                                                : UINT32_MAX;
  };
  for (Label& label : some.labels) label.row = number(label.row);
  for (Link& link : some.links) link.first = number(link.first), link.second = number(link.second);
  std::erase_if(some.labels, [](const Label& label) { return label.row == UINT32_MAX; });
  std::erase_if(some.links, [](const Link& l) { return std::max(l.first, l.second) == UINT32_MAX; });
  return {taken_rows(table, rows), std::move(some)};
}

/// On a chain of the sample's own.
Trust trust_by_sample(const RowsOfTable& all, const SideInformation& known, const Options& options,
                      ProgressGate& progress) {
  const SaidSample sample = said_sample(all.rows, known);
  const NeighbourChain built =
      neighbour_chain(sample.rows, chain_options(options, sample.rows.rows), progress);
  const Spectrum spectrum =
      spectrum_for(built.chain, enough_pairs(options.cluster_count()), options, progress);
  if (progress.stopped()) return {1, 1, true};
  const RowsOfTable rows{sample.rows, built.sigma, all.learned};
  return choose_trust(built.chain, spectrum, &rows, sample.known, options, progress);
}

}  // namespace

Trust choose_trust(const SparseChain& chain, const Spectrum& spectrum, const RowsOfTable* rows,
                   const SideInformation& known, const Options& options, ProgressGate& progress) {
  if (rows != nullptr && chain.states() > 2 * most_rows)
    return trust_by_sample(*rows, known, options, progress);
  const ClustersFrom clusters_from = [&](const SideInformation& said, const Constraints& constraints) {
    return clusters_at_once(chain, spectrum, rows, {said, constraints}, options, progress);
  };
  Trust trust{1, 1, true};
  if (static_cast<double>(known.labels.size()) >= least_items) {
    const LowRankChain near(spectrum, near_steps);
    const auto predicted = [&](double labels) {
      return share_of_labels_predicted(with_trust(known, labels, 1), chain.states(), folds, clusters_from);
    };
    const double suggested = estimate_label_trust(known, near);
    trust.labels = trust_in_labels({suggested, share_by_nearest(rows, known), predicted(1),
                                    predicted(doubtful_label), predicted(by_chance)},
                                   counts_of(known, chain.states()));
  }
  if (effective_count(known.links) >= least_items) {
    const auto predicted = [&](double links) {
      return links_predicted(with_trust(known, trust.labels, links), chain.states(), folds, clusters_from);
    };
    const std::size_t dropped = propagate(known, chain.states(), OnConflict::drop).dropped.size();
    const bool contradictory =
        static_cast<double>(dropped) > a_few + many * static_cast<double>(known.links.size());
    trust.links =
        trust_in_links(known.links, {predicted(1), predicted(doubtful), predicted(by_chance)}, contradictory);
  }
  return trust;
}

}  // namespace comac
