// SPDX-License-Identifier: MIT
#include <algorithm>

#include "native.hpp"

namespace comac::python {

TableView view_of(const py::array& array, const std::vector<std::string>& names) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(double));
  const bool fits = py::isinstance<py::array_t<double>>(array) && array.ndim() == 2 &&
                    array.strides(0) % size == 0 && array.strides(1) % size == 0;
  if (!fits) throw py::type_error("expected an array of float64 with two dimensions");
  return {static_cast<const double*>(array.data()),
          static_cast<std::size_t>(array.shape(0)),
          static_cast<std::size_t>(array.shape(1)),
          array.strides(0) / size,
          array.strides(1) / size,
          names};
}

}  // namespace comac::python

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of comac; use the package instead.";
  module.attr("version") = COMAC_VERSION;
  comac::python::add_errors(module);
  comac::python::add_tables(module);
  comac::python::add_known(module);
  comac::python::add_fitted(module);
  comac::python::add_frames(module);
  comac::python::add_tools(module);
}
