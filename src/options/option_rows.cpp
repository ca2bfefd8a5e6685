// SPDX-License-Identifier: MIT
// One row for each option: its member, its range, its name and what it means. Everything else follows.
#include "options/option_row.hpp"

#define COMAC_MEMBER(path) \
  [](auto& options) -> auto& { return options.path; }

namespace comac {
namespace {

using enum OptionTopic;

std::string print_clusters(const Options& options) {
  const Options defaults;
  if (options.clusters) return fmt::format("{}", *options.clusters);
  if (options.least_clusters == defaults.least_clusters && options.most_clusters == defaults.most_clusters)
    return "auto";
  return fmt::format("{}..{}", options.least_clusters, options.most_clusters);
}

bool parse_clusters(std::string_view text, Options& options) {
  using option_detail::parse_number;
  const Options defaults;
  if (text == "auto") {
    options.clusters.reset();
    options.least_clusters = defaults.least_clusters, options.most_clusters = defaults.most_clusters;
    return true;
  }
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return parse_number(text, {}, options.clusters);
  std::size_t least = 0, most = 0;
  if (!parse_number(text.substr(0, dots), {}, least) || !parse_number(text.substr(dots + 2), {}, most))
    return false;
  if (most == 0) return false;
  options.clusters.reset();
  options.least_clusters = least, options.most_clusters = most;
  return true;
}

/// A number, or a range that it is found in.
OptionRow clusters_row(OptionInfo info) {
  return {std::move(info), parse_clusters, print_clusters, [](const Options& options) {
            if (options.clusters) return *options.clusters >= 1;
            return options.least_clusters >= 1 &&
                   (options.most_clusters == 0 || options.least_clusters <= options.most_clusters);
          }};
}

std::vector<OptionRow> rows_of_side() {
  return {
      number_row(COMAC_MEMBER(side.trust), {.least = 0, .most = 1, .word = "auto", .means = automatic_trust},
                 {.name = "trust",
                  .value = "T",
                  .meaning = "how likely a label or link is right; 1: always hold them",
                  .why = "what a user says is taken at its word; auto if the items come with a confidence",
                  .topic = side}),
      choice_row(COMAC_MEMBER(side.on_conflict),
                 {.name = "on-conflict",
                  .meaning = "contradictions: refuse, or drop or doubt the least plausible",
                  .why = "the user should know",
                  .topic = side}),
  };
}

std::vector<OptionRow> rows_of_cost() {
  return {
      clusters_row(
          {.name = "clusters",
           .value = "K|A..B|auto",
           .fallback = "auto",
           .range = "1 or more, or from A to B",
           .meaning = "number of clusters; comac finds it, other methods must be told",
           .why = "as many as stand out most, one where nothing does; never fewer than what is known needs",
           .symbol = "K",
           .topic = method,
           .kind = OptionKind::whole}),
      choice_row(COMAC_MEMBER(search.method),
                 {.name = "method",
                  .meaning = "how the cost is minimised",
                  .why = "our own engine; comac-seq and comac-ann are the paper's algorithms to the letter",
                  .symbol = "CoMaC-seq, CoMaC-ann",
                  .topic = method}),
      number_row(COMAC_MEMBER(search.beta), {.least = 0, .most = 1},
                 {.name = "beta",
                  .value = "B",
                  .meaning = "0 keeps the grouped chain Markov, 1 makes it predict",
                  .why = "the paper's choice; also the fastest, since the states' own term vanishes",
                  .symbol = "beta",
                  .topic = method}),
  };
}

std::vector<OptionRow> rows_of_columns() {
  return {
      number_row(
          COMAC_MEMBER(chain.neighbours), {.least = 2, .word = "auto", .means = automatic_neighbours},
          {.name = "neighbours",
           .value = "K",
           .meaning = "nearest rows that set the scale of similarity",
           .why = "20 as in the paper; 10 where comac chooses the steps, up to 20 000 rows, since these "
                  "widen the view",
           .symbol = "k",
           .topic = method,
           .for_tables = true}),
      choice_row(COMAC_MEMBER(prep.scale),
                 {.name = "scale",
                  .meaning = "how columns are scaled; auto: where units differ, comac only",
                  .why = "a column in small units would count for nothing; columns of one kind stay as they "
                         "are, and so do all in the paper's methods",
                  .topic = method,
                  .for_tables = true}),
      number_row(COMAC_MEMBER(prep.pca), {.least = 0},
                 {.name = "pca",
                  .value = "D",
                  .meaning = "reduce the columns to D principal components, 0 for none",
                  .why = "no column is thrown away unasked",
                  .topic = method,
                  .for_tables = true}),
      choice_row(COMAC_MEMBER(chain.kind),
                 {.name = "chain",
                  .meaning = "keep all transitions, or only those between near rows",
                  .why = "dense while it fits comfortably, sparse beyond"}),
  };
}

std::vector<OptionRow> rows_of_runs() {
  return {
      number_row(
          COMAC_MEMBER(search.restarts), {.least = 1, .word = "auto"},
          {.name = "restarts",
           .value = "R",
           .meaning = "searches from random starts; the best is kept",
           .why =
               "comac begins with five and goes on until the best has been found three times; other methods "
               "make as many as their authors did. Where comac chooses the steps, a number makes two starts "
               "of each kind for every five",
           .topic = method}),
      number_row(COMAC_MEMBER(seed), {.least = 0},
                 {.name = "seed",
                  .value = "N",
                  .range = "any whole number",
                  .meaning = "starts the random numbers; same seed, same result",
                  .why = "a fixed default makes every run repeatable",
                  .topic = method}),
      number_row(COMAC_MEMBER(threads), {.least = 0},
                 {.name = "threads",
                  .value = "N",
                  .meaning = "threads to use, 0 for all cores; never changes the result",
                  .why = "all cores",
                  .topic = method}),
  };
}

std::vector<OptionRow> rows_of_sparse_chains() {
  return {
      choice_row(
          COMAC_MEMBER(chain.kernel),
          {.name = "kernel",
           .meaning = "weights of a sparse chain: falling with the distance (adaptive: slower where rows lie "
                      "alone), or all equal",
           .why =
               "adaptive where the steps are chosen and rows are more than 20 000, of which some always lie "
               "alone; else the paper's weights",
           .for_tables = true}),
      choice_row(COMAC_MEMBER(chain.graph),
                 {.name = "graph",
                  .meaning = "rows linked in a sparse chain: one near the other, or each near the other",
                  .why = "no row is left alone",
                  .for_tables = true}),
      choice_row(COMAC_MEMBER(chain.neighbour_search),
                 {.name = "neighbour-search",
                  .meaning = "how near rows are found for a sparse chain",
                  .why = "exact where affordable",
                  .for_tables = true}),
      number_row(COMAC_MEMBER(chain.recall), {.least = 0, .most = 1},
                 {.name = "recall",
                  .value = "R",
                  .meaning = "share of the near rows that an approximate search goes on for",
                  .why = "more takes longer and changes few results",
                  .for_tables = true}),
  };
}

std::vector<OptionRow> rows_of_search() {
  return {
      flag_row(COMAC_MEMBER(search.propagation),
               {.name = "no-propagation",
                .meaning = "must-links only as given: the paper's primitive version",
                .why = "propagation honours more and costs nothing",
                .symbol = "funcMust"}),
      number_row(COMAC_MEMBER(chain.relaxation), {.least = 1, .word = "auto", .means = automatic_relaxation},
                 {.name = "relaxation",
                  .value = "T",
                  .meaning = "steps that the chain takes at a time (P^T); the paper's methods take one",
                  .why = "as many as tell the most, over all scales, about the rows",
                  .symbol = "T"}),
      choice_row(COMAC_MEMBER(search.row_model),
                 {.name = "row-model",
                  .meaning = "a model of the rows of each cluster beside the chain",
                  .why = "used where it tells the rows in fewer bits than their neighbours do",
                  .for_tables = true}),
      choice_row(COMAC_MEMBER(search.metric),
                 {.name = "metric",
                  .meaning = "distances of rows as the columns have them, or as links teach them",
                  .why = "learned where links that were left out then cost fewer bits to foretell",
                  .for_tables = true}),
  };
}

std::vector<OptionRow> rows_of_limits() {
  return {
      number_row(COMAC_MEMBER(search.anneal_step), {.least = 0.0001, .most = 1},
                 {.name = "anneal-step",
                  .value = "D",
                  .meaning = "how far beta falls between searches (comac-ann)",
                  .why = "the authors' setting",
                  .symbol = "Delta"}),
      number_row(COMAC_MEMBER(search.max_sweeps), {.least = 1},
                 {.name = "max-sweeps",
                  .value = "S",
                  .meaning = "sweeps over the rows in one search at most",
                  .why = "searches that end at all end earlier",
                  .symbol = "#iter_max"}),
      number_row(COMAC_MEMBER(memory_limit), {.least = 0, .unit = 1'000'000},
                 {.name = "memory-limit",
                  .value = "MB",
                  .meaning = "memory that may be used, 0 for what is free",
                  .why = "the machine knows best"}),
  };
}

}  // namespace

const std::vector<OptionRow>& option_rows() {
  static const std::vector<OptionRow> rows = [] {
    std::vector<OptionRow> all;
    for (const auto part : {rows_of_side, rows_of_cost, rows_of_columns, rows_of_runs, rows_of_sparse_chains,
                            rows_of_search, rows_of_limits}) {
      for (OptionRow& row : part()) all.push_back(std::move(row));
    }
    return all;
  }();
  return rows;
}

}  // namespace comac
