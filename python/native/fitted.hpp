// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comac/model.hpp"
#include "comac/report/report.hpp"
#include "native.hpp"

namespace comac::python {

/// What a run left: a model, if one of the engine's methods made it, and all that can be told about it.
struct Fitted {
  std::string method;
  Options options;
  SideInformation known;
  Result result;
  std::size_t columns = 0;
  std::optional<Model> model = std::nullopt;
  std::shared_ptr<const Table> table = nullptr;  ///< of another system: what the picture shows
  /// The rows in their own units, for what is told about clusters: Python's memory, which nobody copies. None
  /// after loading, and for a chain.
  py::object rows = py::none();
  std::vector<std::string> names = {};  ///< of their columns
  std::vector<ColumnAbout> about = {};  ///< what these hold; empty: plain numbers
  bool interrupted = false;
  bool was_unpickled = false;
  /// The JSON of a run that was told before it was pickled; else "".
  std::string told = {};

  /// Of one that was loaded or unpickled, the result is only what a model file keeps.
  bool is_whole() const {
    return result.certificate.items.size() == known.labels.size() + known.links.size();
  }
  /// Clusters, costs and all else that a method of the engine found.
  void take(Model found);
};

/// Throws Error(usage) unless one of the engine's methods has run.
const Model& model_of(const Fitted& fitted);
/// The run as the command tells it; the result must be whole.
RunReport report_of(const Fitted& fitted, const std::string& title);
/// The same with what each cluster is.
RunReport described(const Fitted& fitted, const std::string& title);
/// The rows in their own units, as long as they are there and nobody has changed them.
std::optional<TableView> own_rows(const Fitted& fitted);
/// Whether these are the rows that the model was made of.
bool has_rows(const Fitted& fitted, const TableView& view);
/// Solves again from where it was, which changes nothing, and explains what was said and the rows.
Model explained(const Fitted& fitted, const std::vector<std::uint32_t>& rows, const py::object& on_progress);

/// Whether a method is one of the engine's, which make models.
bool is_engine(const std::string& method);

/// What makes a Fitted, what goes on from one, and what tells about one.
void add_fitting(py::module_& module);
void add_telling(py::class_<Fitted>& type);
void add_pickling(py::module_& module, py::class_<Fitted>& type);

}  // namespace comac::python
