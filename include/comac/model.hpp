// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comac/base/progress.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/table.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"

namespace comac {

struct ModelState;

/// Where rows belong that a model has not seen.
struct Prediction {
  std::vector<std::uint32_t> cluster;
  /// How sure that is, from 0 to 1. With b(c) the bits by which the cost would rise, for each unit of the
  /// row's mass, if the row joined cluster c: 2^-b of its cluster as a share of the sum over all clusters.
  std::vector<double> confidence;
  /// The same share for every cluster, a row after the other; only if it was asked for.
  std::vector<double> shares = {};
  std::vector<std::string> notes = {};  ///< sentences: what was filled in, categories that were not known
};
/// What predict() tells of the clusters that a row doesn't join.
enum class Shares { none, all };

/// What a model file keeps of the rows: without them a loaded model can be improved, but can't predict.
enum class SaveRows { all, none };

/// What to solve again on the chain of a model. What is left out stays as it is.
struct Again {
  std::optional<std::size_t> clusters = std::nullopt;
  std::optional<double> trust = std::nullopt;  ///< or automatic_trust
  SideInformation more = {};                   ///< said in addition
  /// Cluster of each row where the search begins; empty: at random, as often as the options say.
  std::vector<std::uint32_t> start = {};
  bool explain = false;  ///< see Options::explain
  std::vector<std::uint32_t> explain_rows = {};
};

/// A fitted clustering: the map of the columns, the rows, their chain, what was said about them, and the
/// clusters. Copies share rows and chain, and none of them ever changes.
class Model {
 public:
  /// Clusters, cost and certificate. Of a model that was loaded, without what only the run could tell:
  /// restarts, trace, explanation and what the certificate lists.
  const Result& result() const;
  const Options& options() const;
  /// All that was said, with what improve() added.
  const SideInformation& known() const;
  /// The columns that rows to predict must have, in this order; empty where they had no names.
  std::span<const std::string> column_names() const;
  std::size_t columns() const;
  /// What these columns hold; empty where they were plain numbers.
  std::span<const ColumnAbout> columns_about() const;
  /// For each cluster the label that most of its labelled rows have, or "".
  std::vector<std::string> cluster_names() const;
  /// The rows as they are compared, scaled and reduced; none where the chain was given or the model was
  /// saved without them: then it can't predict.
  std::optional<TableView> rows() const;

  /// The cluster of each row whose cost would rise least if the row joined it, by its transitions to the
  /// rows that the model knows. A row that the model knows gets the cluster that it has there. Where several
  /// equal rows of the model have different clusters, rows that equal them get these in their order, further
  /// ones that of the first. Missing values and categories are taken as the model learned them; a row without
  /// any value joins the largest cluster, as sure as that cluster's share of the model's rows. Throws
  /// Error(data) for other columns, numbers that are not finite, or a model without rows.
  Prediction predict(const TableView& rows, const Progress& progress = {},
                     Shares shares = Shares::none) const;

  /// Takes more labels and links into account: the chain stays, the search begins at the clusters that there
  /// are, and what was said before still holds.
  void improve(const SideInformation& more, const Progress& progress = {});

  /// docs/formats.md describes the file. Throws Error(no_output).
  void save(const std::string& path, SaveRows rows = SaveRows::all) const;
  /// Throws Error(no_input), or Error(data) if the file is no model, damaged, or of a newer version.
  /// `threads` are those that the model will use, 0 for all cores; they never change a result.
  static Model load(const std::string& path, std::size_t threads = 0);
  /// The content of such a file, and back.
  std::string to_bytes(SaveRows rows = SaveRows::all) const;
  static Model from_bytes(std::string bytes, std::size_t threads = 0);

  explicit Model(std::shared_ptr<const ModelState> state) : state_(std::move(state)) {}
  const ModelState& state() const { return *state_; }

 private:
  std::shared_ptr<const ModelState> state_;
};

/// Clusters the rows of a table, or of a view of the caller's memory, and keeps what new rows and further
/// knowledge need. The model has rows of its own: the memory may go afterwards.
Model fit(const TableView& table, const SideInformation& known, const Options& options,
          const Progress& progress = {});

/// The same for a Markov chain given by its transition matrix; such a model can't predict.
Model fit(const SparseMatrix& transition, const SideInformation& known, const Options& options,
          const Progress& progress = {});

/// Another model on the same chain: for another number of clusters, another trust, more knowledge.
Model solve(const Model& model, const Again& again, const Progress& progress = {});
/// Another number of clusters; with `start`, from there.
Model solve(const Model& model, std::size_t clusters, std::span<const std::uint32_t> start = {},
            const Progress& progress = {});

}  // namespace comac
