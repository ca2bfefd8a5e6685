// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "base/progress_gate.hpp"
#include "chain/sparse_chain.hpp"
#include "chain/spectrum.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "cost/row_term.hpp"

namespace comac {

/// Rows that evidence is asked about. Rows of the table and new ones look alike: their columns, and where a
/// walk along the chain goes first from each, which is never the row itself.
struct AskedRows {
  TableView columns;                    ///< gone through the column map; no columns where a chain was given
  std::vector<std::size_t> offsets{0};  ///< where the steps of each row begin; one more than rows
  std::vector<std::uint32_t> to = {};   ///< a state of the chain
  std::vector<double> chance = {};      ///< those of a row sum to 1, or there are none

  std::size_t count() const { return offsets.size() - 1; }
  void add_step(std::uint32_t state, double chance_of_it) {
    to.push_back(state), chance.push_back(chance_of_it);
  }
  void end_row() { offsets.push_back(to.size()); }
};

/// Something beside the chain that says which row is in which cluster. It never changes once it is learned.
class Evidence {
 public:
  virtual ~Evidence() = default;
  /// Of its kind, as in the registry.
  virtual std::string_view name() const = 0;
  virtual std::size_t clusters() const = 0;
  /// -log2 of the chance (or density) of each row in each cluster, a row after the other.
  virtual std::vector<double> bits_of(const AskedRows& rows) const = 0;
  /// How much each column of the table told; empty where that isn't known.
  virtual std::vector<double> column_shares() const { return {}; }
  /// What load() needs to make the same again.
  virtual nlohmann::json to_json() const = 0;
};
using EvidencePtr = std::shared_ptr<const Evidence>;

/// A labelled row, and the cluster that has its class.
struct Example {
  std::uint32_t row = 0;
  std::uint32_t cluster = 0;
};

/// Labelled rows whose clusters hold all of their class.
std::vector<Example> examples_of(const SideInformation& said, std::span<const std::uint32_t> cluster_of);

/// What evidence is learned from: labelled rows among all rows.
struct Lesson {
  const SparseChain& chain;
  const TableView& rows;  ///< of no columns where a chain was given
  std::span<const Example> examples;
  std::size_t clusters = 2;
  const Spectrum* spectrum = nullptr;            ///< of the chain
  std::span<const std::uint32_t> grouping = {};  ///< of the rows, found with nothing known
  std::uint64_t seed = 1;
  std::size_t threads = 0;
  ProgressGate* progress = nullptr;
  bool to_weigh = false;  ///< only to find out what it weighs: it may take less care

  bool stopped() const { return progress != nullptr && progress->stopped(); }
};

/// A line of the registry. Adding a kind of evidence takes a class, a line and a test.
struct EvidenceKind {
  std::string_view name;   ///< in files and JSON
  std::string_view words;  ///< in sentences
  /// What a bit of it weighs beside a bit of the chain's cost, before labels say more.
  double first_weight = 0;
  bool reads_columns = false;  ///< so it can't go on without the rows
  /// Learns from labelled rows; none where they are too few, or for a kind that is not learned from labels.
  EvidencePtr (*learn)(const Lesson& lesson) = nullptr;
  /// Throws Error(data) or json::exception for what to_json() cannot have written. `lesson` is what it was
  /// learned from, but for spectrum and grouping.
  EvidencePtr (*load)(const nlohmann::json& json, const Lesson& lesson) = nullptr;
};
std::span<const EvidenceKind> evidence_kinds();
/// Throws Error(data) for a name that no kind has.
const EvidenceKind& evidence_kind(std::string_view name);

/// What was right about `examples` rows may be wrong about the next with a chance of 1 in so many and two
/// (Laplace's rule of succession).
inline double doubt_after(std::size_t examples) { return 1 / (static_cast<double>(examples) + 2); }
/// The bits of chances, a row of `clusters` after the other, that are at random with a chance of `doubt`: so
/// none is charged without bound.
std::vector<double> doubted_bits(std::vector<double> chances, std::size_t clusters, double doubt);

/// The same for bits of any kind, which become those of chances. Nothing changes without doubt.
void doubt_bits(std::vector<double>& bits, std::size_t clusters, double doubt);

/// These rows of a table as evidence is asked about them.
struct KnownRows {
  Table columns;
  AskedRows asked;
};
KnownRows known_rows(const SparseChain& chain, const TableView& rows, std::span<const std::uint32_t> which);
/// What evidence says about all rows of a chain.
RowBits bits_of_all(const Evidence& evidence, const SparseChain& chain, const TableView& rows,
                    std::size_t threads);

/// Evidence beside a chain: what each bit of it weighs beside a bit of the chain's cost.
struct Weighed {
  EvidencePtr evidence;
  double weight = 1;
  RowBits bits = nullptr;  ///< of all rows of the chain, not weighed yet
  double doubt = 0;        ///< chance that what it says of a row is at random, see doubt_bits()
};

/// All evidence that stands beside a chain. The chance of a row in a cluster goes with 2 to the minus
/// `sharpness` times what all of it charges, the chain included.
struct EvidenceList {
  std::vector<Weighed> kinds;
  double sharpness = 1;

  const Weighed* find(std::string_view name) const;
  /// Terms of the cost of a chain.
  std::vector<TermMaker> terms(std::size_t rows) const;
  /// Adds what it charges the rows to out, a row after the other.
  void add_bits(const AskedRows& rows, std::span<double> out) const;
};

}  // namespace comac
