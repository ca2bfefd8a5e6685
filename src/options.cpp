// SPDX-License-Identifier: MIT
#include "comac/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "comac/base/error.hpp"

namespace comac {
namespace {

constexpr std::array options_of_engine = {
    OptionInfo{"clusters", "K", "", "1 or more", "number of clusters", "only the user knows it", "K"},
    OptionInfo{"method", "comac|comac-seq|comac-ann", "comac", "comac, comac-seq, comac-ann",
               "how the cost is minimised",
               "our own engine; comac-seq and comac-ann are the paper's algorithms to the letter",
               "CoMaC-seq, CoMaC-ann"},
    OptionInfo{"beta", "B", "0.5", "0 to 1", "0 keeps the grouped chain Markov, 1 makes it predict",
               "the paper's choice; also the fastest, since the states' own term vanishes", "beta"},
    OptionInfo{"neighbours", "K", "20", "2 or more", "nearest rows that set the scale of similarity",
               "the paper's choice; results are stable below 50", "k"},
    OptionInfo{"chain", "auto|dense|sparse", "auto", "auto, dense, sparse",
               "keep all transitions, or only those between near rows",
               "dense while it fits comfortably, sparse beyond", ""},
    OptionInfo{"kernel", "gaussian|binary", "gaussian", "gaussian, binary",
               "weights of a sparse chain: falling with the distance, or all equal", "the paper's weights",
               ""},
    OptionInfo{"graph", "union|mutual", "union", "union, mutual",
               "rows linked in a sparse chain: one near the other, or each near the other",
               "no row is left alone", ""},
    OptionInfo{"neighbour-search", "auto|exact|approximate", "auto", "auto, exact, approximate",
               "how near rows are found for a sparse chain", "exact where affordable", ""},
    OptionInfo{"anneal-step", "D", "0.1", "0.0001 to 1", "how far beta falls between searches (comac-ann)",
               "the authors' setting", "Delta"},
    OptionInfo{"restarts", "R", "5", "1 or more", "searches from random starts; the best is kept",
               "the authors' setting", ""},
    OptionInfo{"max-sweeps", "S", "25", "1 or more", "sweeps over the rows in one search at most",
               "searches that end at all end earlier", "#iter_max"},
    OptionInfo{"seed", "N", "1", "any whole number", "starts the random numbers; same seed, same result",
               "a fixed default makes every run repeatable", ""},
    OptionInfo{"threads", "N", "0", "0 or more", "threads to use, 0 for all cores; never changes the result",
               "all cores", ""},
    OptionInfo{"scale", "none|zscore", "none", "none, zscore",
               "how the columns are scaled before distances are taken",
               "what the user measured is left as it is", ""},
    OptionInfo{"pca", "D", "0", "0 or more", "reduce the columns to D principal components, 0 for none",
               "no column is thrown away unasked", ""},
    OptionInfo{"relaxation", "T", "1", "1 or more", "steps that the chain takes at a time (P^T)",
               "the paper's chain takes one", "T"},
    OptionInfo{"no-propagation", "", "", "", "must-links only as given: the paper's primitive version",
               "propagation honours more and costs nothing", "funcMust"},
    OptionInfo{
        "on-conflict", "error|drop|soften", "error", "error, drop, soften",
        "what to do where hard items contradict one another: refuse, or drop or doubt the least plausible",
        "the user should know", ""},
    OptionInfo{"trust", "T|auto", "1", "0 to 1, auto",
               "how likely a label or link is right; 1: they are hard",
               "what a user says is taken at its word; auto if the items come with a confidence", ""},
    OptionInfo{"memory-limit", "MB", "0", "0 or more", "memory that may be used, 0 for what is free",
               "the machine knows best", ""},
};

/// "NAME is VALUE; expected RANGE", from the one description of the option.
template <class Value>
void require(bool holds, std::string_view name, const Value& value) {
  if (holds) return;
  throw Error(ErrorCode::usage, fmt::format("--{} is {}; expected {}", name, value, option_info(name).range));
}

}  // namespace

void Options::validate() const {
  require(clusters >= 1, "clusters", clusters);
  require(beta >= 0 && beta <= 1, "beta", beta);
  require(neighbours >= 2, "neighbours", neighbours);
  require(anneal_step >= 0.0001 && anneal_step <= 1, "anneal-step", anneal_step);
  require(restarts >= 1, "restarts", restarts);
  require(max_sweeps >= 1, "max-sweeps", max_sweeps);
  require(relaxation >= 1, "relaxation", relaxation);
  require((trust >= 0 && trust <= 1) || trust == automatic_trust, "trust", trust);
  if (explain && !propagation) {
    throw Error(ErrorCode::usage,
                "--no-propagation lets groups fall apart, so nothing can be explained; leave it out");
  }
}

std::span<const OptionInfo> option_table() { return options_of_engine; }

const OptionInfo& option_info(std::string_view name) {
  const auto found = std::find_if(options_of_engine.begin(), options_of_engine.end(),
                                  [&](const OptionInfo& info) { return info.name == name; });
  if (found == options_of_engine.end()) throw std::out_of_range("no option " + std::string(name));
  return *found;
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::comac_seq:
      return "comac-seq";
    case Method::comac_ann:
      return "comac-ann";
    default:
      return "comac";
  }
}
std::string_view to_string(ChainKind chain) {
  return chain == ChainKind::automatic ? "auto" : chain == ChainKind::dense ? "dense" : "sparse";
}
std::string_view to_string(Kernel kernel) { return kernel == Kernel::gaussian ? "gaussian" : "binary"; }
std::string_view to_string(GraphKind graph) { return graph == GraphKind::either ? "union" : "mutual"; }
std::string_view to_string(NeighbourSearch search) {
  return search == NeighbourSearch::automatic ? "auto"
         : search == NeighbourSearch::exact   ? "exact"
                                              : "approximate";
}
std::string_view to_string(Scale scale) { return scale == Scale::none ? "none" : "zscore"; }
std::string_view to_string(OnConflict policy) {
  switch (policy) {
    case OnConflict::drop:
      return "drop";
    case OnConflict::soften:
      return "soften";
    default:
      return "error";
  }
}

}  // namespace comac
