// SPDX-License-Identifier: MIT
#include "fitted.hpp"

#include <fmt/format.h>

#include "background.hpp"
#include "chain/given_distances.hpp"
#include "comac/systems/system.hpp"
#include "fitted/model_state.hpp"
#include "prep/check.hpp"

namespace comac::python {
namespace {

GivenAbout about_model(const Fitted& fitted) {
  return given_of(fitted.model ? fitted.model->columns_about() : std::span<const ColumnAbout>(fitted.about));
}

Fitted fit_rows(const py::array& rows, const std::vector<std::string>& names, const GivenAbout& columns,
                const SideInformation& known, const std::string& method, const GivenOptions& given,
                const py::object& on_progress) {
  TableView view = view_of(rows, names);
  Fitted fitted{method, make_options(method, given, known), known, {}, view.columns};
  fitted.names = names;
  fitted.about = about_of(columns);
  view.about = fitted.about;
  if (is_engine(method)) {
    fitted.rows = rows;
    fitted.take(in_background(
        on_progress, [&](const Progress& progress) { return fit(view, known, fitted.options, progress); },
        &fitted.interrupted));
    return fitted;
  }
  fitted.table = std::make_shared<const Table>(copy_of(view));
  const System& system = find_system(method);
  fitted.result = in_background(
      on_progress,
      [&](const Progress& progress) {
        return system.run({*fitted.table, known, fitted.options, progress});
      },
      &fitted.interrupted);
  return fitted;
}

/// What only tables have is refused, as the command does.
void check_for_chain(const std::string& method, const GivenOptions& given) {
  if (!is_engine(method)) {
    throw Error(ErrorCode::usage,
                fmt::format("the method {} works on tables; expected comac, comac-seq or comac-ann", method));
  }
  for (const auto& [name, text] : given) {
    if (!option_info(name).for_tables) continue;
    throw Error(ErrorCode::usage,
                fmt::format("{} is for tables; leave it out for a Markov chain", setting(name)));
  }
}

SparseMatrix matrix_of(const py::array_t<std::int64_t>& offsets, const Ids& columns, const Doubles& values) {
  SparseMatrix matrix;
  matrix.offsets.assign(offsets.data(), offsets.data() + offsets.size());
  matrix.columns.assign(columns.data(), columns.data() + columns.size());
  matrix.values.assign(values.data(), values.data() + values.size());
  return matrix;
}

template <class Value>
py::array_t<Value> py_array(std::span<const Value> values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// A matrix of distances by its rows, and back as similarities.
py::tuple similarities(const py::array_t<std::int64_t>& offsets, const Ids& columns, const Doubles& values,
                       std::size_t neighbours) {
  const SparseMatrix distances = matrix_of(offsets, columns, values);
  check_shape(distances);
  const SparseMatrix found = similarities_of_distances(distances, neighbours);
  return py::make_tuple(array_of<std::int64_t>(found.offsets), py_array<std::uint32_t>(found.columns),
                        py_array<double>(found.values));
}

/// The matrix by its rows, as scipy keeps it: offsets, columns, values.
Fitted fit_chain(const py::array_t<std::int64_t>& offsets, const Ids& columns, const Doubles& values,
                 const SideInformation& known, const std::string& method, const GivenOptions& given,
                 const py::object& on_progress) {
  check_for_chain(method, given);
  const SparseMatrix matrix = matrix_of(offsets, columns, values);
  Fitted fitted{method, make_options(method, given, known), known, {}, matrix.rows()};
  fitted.take(in_background(
      on_progress, [&](const Progress& progress) { return fit(matrix, known, fitted.options, progress); },
      &fitted.interrupted));
  return fitted;
}

/// `clusters` as a parameter; where it is no single number, the clusters stay as many as there are.
Fitted improve(const Fitted& fitted, const SideInformation& more, const std::string& clusters,
               const py::object& on_progress) {
  const Model& model = model_of(fitted);
  Again again{.more = more};
  Options asked;
  if (!clusters.empty()) set_given(asked, "clusters", clusters);
  if (asked.clusters && asked.clusters != model.options().clusters) again.clusters = asked.clusters;
  if (!again.clusters) again.start = fitted.result.cluster;
  Fitted better{fitted.method, {}, {}, {}, fitted.columns};
  better.rows = fitted.rows;
  better.names = fitted.names;
  better.about = fitted.about;
  better.take(in_background(
      on_progress, [&](const Progress& progress) { return solve(model, again, progress); },
      &better.interrupted));
  return better;
}

/// What was found, and what is to be said about it.
py::tuple predict(const Fitted& fitted, const py::array& rows, const GivenAbout& columns, bool shares,
                  const py::object& on_progress) {
  const Model& model = model_of(fitted);
  TableView view = view_of(rows);
  if (model.column_names().size() == view.columns) view.column_names = model.column_names();
  const std::vector<ColumnAbout> about = about_of(columns);
  view.about = about;
  const Prediction found = in_background(on_progress, [&](const Progress& progress) {
    return model.predict(view, progress, shares ? Shares::all : Shares::none);
  });
  if (!shares) {
    return py::make_tuple(
        py::make_tuple(array_of<std::int32_t>(found.cluster), array_of<double>(found.confidence)),
        found.notes);
  }
  const auto clusters = static_cast<py::ssize_t>(fitted.result.sizes.size());
  return py::make_tuple(array_of<double>(found.shares).reshape({rows.shape(0), clusters}), found.notes);
}

}  // namespace

std::vector<ColumnAbout> about_of(const GivenAbout& given) {
  std::vector<ColumnAbout> about;
  for (const auto& [kind, names] : given) {
    ColumnAbout column{ColumnKind::number, names};
    for (const ColumnKind one :
         {ColumnKind::boolean, ColumnKind::date, ColumnKind::ordinal, ColumnKind::category}) {
      if (kind == to_string(one)) column.kind = one;
    }
    about.push_back(std::move(column));
  }
  return about;
}

GivenAbout given_of(std::span<const ColumnAbout> about) {
  GivenAbout given;
  for (const ColumnAbout& column : about) given.emplace_back(to_string(column.kind), column.names);
  return given;
}

bool has_rows(const Fitted& fitted, const TableView& view) {
  const PreparedData& ground = *model_of(fitted).state().ground;
  if (!ground.rows || view.rows != ground.rows->rows || view.columns != ground.map.columns_in()) return false;
  return ground.map.apply(view).values == ground.rows->values;
}

bool is_engine(const std::string& method) {
  Options options;
  return set_option(options, "method", method);
}

void Fitted::take(Model found) {
  options = found.options();
  known = found.known();
  result = found.result();
  interrupted |= result.cancelled;
  model = std::move(found);
}

const Model& model_of(const Fitted& fitted) {
  if (fitted.model) return *fitted.model;
  throw Error(ErrorCode::usage,
              fmt::format("the method {} makes no model, which this needs; expected comac, comac-seq or "
                          "comac-ann",
                          fitted.method));
}

void add_fitted(py::module_& module) {
  add_fitting(module);
  py::class_<Fitted> type(module, "Fitted", "What a run left.");
  type.def("improve", improve)
      .def("predict", predict)
      .def("has_rows", [](const Fitted& fitted, const py::array& rows, const GivenAbout& columns) {
        const std::vector<ColumnAbout> about = about_of(columns);
        TableView view = view_of(rows);
        view.about = about;
        return has_rows(fitted, view);
      });
  type.def_property_readonly("about", about_model);
  add_telling(type);
  add_pickling(module, type);
}

void add_fitting(py::module_& module) {
  module.def("fit_rows", fit_rows);
  module.def("fit_chain", fit_chain);
  module.def("similarities", similarities);
}

}  // namespace comac::python
