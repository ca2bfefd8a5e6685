// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

enum class Method { comac, comac_seq, comac_ann };
enum class ChainKind { automatic, dense, sparse };
enum class Kernel { automatic, gaussian, adaptive, binary };
enum class RowModelUse { automatic, on, off };
enum class MetricUse { automatic, euclidean, learned };
enum class GraphKind { either, mutual };  ///< an edge where either row is near the other, or both
enum class NeighbourSearch { automatic, exact, approximate };
/// `automatic` is chosen by our own engine; for every other method it is `none`.
enum class Scale { none, zscore, robust, automatic };
enum class OnConflict { error, drop, soften };

/// SideOptions::trust: estimate it from the data.
inline constexpr double automatic_trust = -1;
/// ChainOptions::relaxation: as many steps as tell the most.
inline constexpr std::size_t automatic_relaxation = 0;
/// ChainOptions::neighbours: the paper's 20; half of them where our own engine relaxes a chain that isn't
/// large.
inline constexpr std::size_t automatic_neighbours = 0;

/// What is done to the columns before distances are taken.
struct PrepOptions {
  Scale scale = Scale::automatic;
  std::size_t pca = 0;  ///< components that are kept; 0: all columns as they are
};

/// How a table becomes a chain.
struct ChainOptions {
  ChainKind kind = ChainKind::automatic;
  std::size_t neighbours = automatic_neighbours;
  Kernel kernel = Kernel::automatic;
  GraphKind graph = GraphKind::either;
  NeighbourSearch neighbour_search = NeighbourSearch::automatic;
  double recall = 0.95;  ///< share of the nearest rows that an approximate search aims at
  std::size_t relaxation = automatic_relaxation;
  /// As asked for, or the paper's choice.
  std::size_t neighbour_count() const { return neighbours == automatic_neighbours ? 20 : neighbours; }
};

/// How the cost is minimised.
struct SearchOptions {
  Method method = Method::comac;
  double beta = 0.5;
  double anneal_step = 0.1;
  /// None: as many as it takes to find the best end again, where our own engine searches; five elsewhere.
  std::optional<std::size_t> restarts = std::nullopt;
  std::size_t max_sweeps = 25;
  bool propagation = true;
  RowModelUse row_model = RowModelUse::automatic;
  MetricUse metric = MetricUse::automatic;
  /// As asked for, or those that are made at once.
  std::size_t restart_count() const { return restarts.value_or(5); }
};

/// How far what is said about the rows is believed.
struct SideOptions {
  double trust = 1;  ///< or automatic_trust
  OnConflict on_conflict = OnConflict::error;
};

/// Everything that steers a run. Each member has one row in option_table(), made in
/// src/options/option_rows.cpp.
struct Options {
  std::optional<std::size_t> clusters = std::nullopt;  ///< none: our own engine finds it in this range
  std::size_t least_clusters = 1;
  std::size_t most_clusters = 0;  ///< 0: no limit
  PrepOptions prep = {};
  ChainOptions chain = {};
  SearchOptions search = {};
  SideOptions side = {};
  std::uint64_t seed = 1;
  std::size_t threads = 0;
  std::size_t memory_limit = 0;  ///< bytes; 0: what the system has free

  /// Ranks the labels and links by what each costs, and says how near these rows are to other clusters.
  bool explain = false;
  std::vector<std::uint32_t> explain_rows = {};

  /// Throws Error(usage) if nobody said how many.
  std::size_t cluster_count() const;
  /// The largest number to make room for: as asked for, or a likely one.
  std::size_t most_count() const {
    constexpr std::size_t likely = 12;
    return clusters.value_or(most_clusters > 0 ? most_clusters : likely);
  }
  /// Throws Error(usage) that names the option, its value and its range.
  void validate() const;
};

/// Where an option stands in a help text.
enum class OptionTopic { side, method, rarely_needed };
enum class OptionKind { text, whole, real, choice, flag };

/// The one description of an option, from which help, docs, messages and the schema of the JSON are made.
struct OptionInfo {
  std::string name = {};      ///< as on the command line, without the dashes
  std::string value = {};     ///< what follows it: "K", "FILE", "none|zscore"; empty for a flag
  std::string fallback = {};  ///< the default as text; empty if it must be given
  std::string range = {};
  std::string meaning = {};
  std::string why = {};     ///< why this default
  std::string symbol = {};  ///< in the paper; may be empty
  OptionTopic topic = OptionTopic::rarely_needed;
  OptionKind kind = OptionKind::text;
  bool for_tables = false;  ///< says nothing about a chain that is given as a matrix
};

/// All options, in the order in which they are listed.
std::span<const OptionInfo> option_table();
const OptionInfo& option_info(std::string_view name);

/// Sets the option of this name from a text, as a command line or a file has it. Returns whether the text is
/// a value of the option's kind; whether it is in its range says validate().
bool set_option(Options& options, std::string_view name, std::string_view text);
/// The text that would set the option to what it is; "" for one that must be given and is not.
std::string option_text(const Options& options, std::string_view name);

std::string_view to_string(Method method);
std::string_view to_string(ChainKind chain);
std::string_view to_string(Kernel kernel);
std::string_view to_string(RowModelUse use);
std::string_view to_string(MetricUse use);
std::string_view to_string(GraphKind graph);
std::string_view to_string(NeighbourSearch search);
std::string_view to_string(Scale scale);
std::string_view to_string(OnConflict policy);

}  // namespace comac
