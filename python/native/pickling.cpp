// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/report/report.hpp"
#include "fitted.hpp"

namespace comac::python {
namespace {

Fitted fitted_of(Model model) {
  Fitted fitted;
  fitted.columns = model.columns();
  fitted.take(std::move(model));
  fitted.method = to_string(fitted.options.search.method);
  fitted.names.assign(fitted.model->column_names().begin(), fitted.model->column_names().end());
  return fitted;
}

/// What another system left, without what its picture and the certificate's lists need.
py::tuple state_of_result(const Fitted& fitted) {
  const Result& result = fitted.result;
  return py::make_tuple(fitted.method, result.cluster, result.sizes, result.clusters_found, result.cost,
                        result.transition, result.certificate.class_of_cluster, fitted.known.label_names,
                        fitted.columns);
}

Fitted result_of_state(const py::tuple& state) {
  Fitted fitted;
  fitted.method = state[0].cast<std::string>();
  Result& result = fitted.result;
  result.cluster = state[1].cast<std::vector<std::uint32_t>>();
  result.sizes = state[2].cast<std::vector<std::size_t>>();
  result.clusters_found = state[3].cast<std::size_t>();
  result.cost = state[4].cast<double>();
  result.transition = state[5].cast<std::vector<double>>();
  result.certificate.class_of_cluster = state[6].cast<std::vector<std::uint32_t>>();
  fitted.known.label_names = state[7].cast<std::vector<std::string>>();
  fitted.columns = state[8].cast<std::size_t>();
  return fitted;
}

/// The model file for the engine's methods; what is told of the run goes with it.
py::tuple pickled(Fitted& fitted) {
  if (fitted.is_whole() && fitted.told.empty()) fitted.told = to_json(described(fitted, "X"));
  const auto what =
      fitted.model ? py::object(py::bytes(fitted.model->to_bytes())) : py::object(state_of_result(fitted));
  return py::make_tuple(what, fitted.told, fitted.interrupted, fitted.options.threads);
}

Fitted unpickled(const py::tuple& state) {
  Fitted fitted =
      py::isinstance<py::bytes>(state[0])
          ? fitted_of(Model::from_bytes(state[0].cast<std::string>(), state[3].cast<std::size_t>()))
          : result_of_state(state[0].cast<py::tuple>());
  fitted.told = state[1].cast<std::string>();
  fitted.interrupted = state[2].cast<bool>();
  fitted.was_unpickled = true;
  return fitted;
}

void save(const Fitted& fitted, const std::string& path, const std::string& rows) {
  if (rows != "all" && rows != "none") {
    throw Error(ErrorCode::usage, fmt::format("rows is '{}'; expected all or none", rows));
  }
  model_of(fitted).save(path, rows == "none" ? SaveRows::none : SaveRows::all);
}

/// The options of a model that differ from the defaults, as text.
GivenOptions changed_options(const Fitted& fitted) {
  GivenOptions changed;
  for (const OptionInfo& option : option_table()) {
    std::string text = option_text(fitted.options, option.name);
    if (text != option.fallback && option.name != "method")
      changed.emplace_back(option.name, std::move(text));
  }
  return changed;
}

}  // namespace

void add_pickling(py::module_& module, py::class_<Fitted>& type) {
  type.def(py::pickle([](Fitted& fitted) { return pickled(fitted); },
                      [](const py::tuple& state) { return unpickled(state); }));
  type.def("save", save).def("changed_options", changed_options);
  type.def_property_readonly("column_names", [](const Fitted& fitted) {
    const auto names = model_of(fitted).column_names();
    return std::vector<std::string>(names.begin(), names.end());
  });
  module.def("load", [](const std::string& path) { return fitted_of(Model::load(path)); });
}

}  // namespace comac::python
