// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace comac {

enum class Method { comac, comac_seq, comac_ann };
enum class ChainKind { automatic, dense, sparse };
enum class Kernel { gaussian, binary };
enum class GraphKind { either, mutual };  ///< an edge where either row is near the other, or both
enum class NeighbourSearch { automatic, exact, approximate };
enum class Scale { none, zscore };
enum class OnConflict { error, drop, soften };

/// Options::trust: estimate it from the data.
inline constexpr double automatic_trust = -1;

/// Everything that steers a run. Each field is described once, in option_table().
struct Options {
  std::size_t clusters = 2;
  Method method = Method::comac;
  double beta = 0.5;
  std::size_t neighbours = 20;
  ChainKind chain = ChainKind::automatic;
  Kernel kernel = Kernel::gaussian;
  GraphKind graph = GraphKind::either;
  NeighbourSearch neighbour_search = NeighbourSearch::automatic;
  double anneal_step = 0.1;
  std::size_t restarts = 5;
  std::size_t max_sweeps = 25;
  std::uint64_t seed = 1;
  std::size_t threads = 0;
  Scale scale = Scale::none;
  std::size_t pca = 0;
  std::size_t relaxation = 1;
  bool propagation = true;
  OnConflict on_conflict = OnConflict::error;
  double trust = 1;              ///< or automatic_trust
  std::size_t memory_limit = 0;  ///< bytes; 0: what the system has free

  /// Ranks the labels and links by what each costs, and says how near these rows are to other clusters.
  bool explain = false;
  std::vector<std::uint32_t> explain_rows = {};

  /// Throws Error(usage) that names the field, its value and its range.
  void validate() const;
};

/// The one description of an option, from which help, docs and messages are made.
struct OptionInfo {
  std::string_view name = {};      ///< as on the command line, without the dashes
  std::string_view value = {};     ///< what follows it: "K", "FILE", "none|zscore"; empty for a flag
  std::string_view fallback = {};  ///< the default as text; empty if it must be given
  std::string_view range = {};
  std::string_view meaning = {};
  std::string_view why = {};     ///< why this default
  std::string_view symbol = {};  ///< in the paper; may be empty
};

std::span<const OptionInfo> option_table();
const OptionInfo& option_info(std::string_view name);

std::string_view to_string(Method method);
std::string_view to_string(ChainKind chain);
std::string_view to_string(Kernel kernel);
std::string_view to_string(GraphKind graph);
std::string_view to_string(NeighbourSearch search);
std::string_view to_string(Scale scale);
std::string_view to_string(OnConflict policy);

}  // namespace comac
