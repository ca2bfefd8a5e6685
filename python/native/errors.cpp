// SPDX-License-Identifier: MIT
#include <new>
#include <stdexcept>

#include "native.hpp"

namespace comac::python {
namespace {

/// "chain='dense'", "restarts=3", or "beta" where no value is meant.
std::string worded(const Setting& setting) {
  const std::string name = python_name(setting.option);
  if (setting.value.empty()) return name;
  const bool is_number = setting.value.find_first_not_of("0123456789.") == std::string::npos;
  return name + '=' + (is_number ? setting.value : '\'' + setting.value + '\'');
}

PyObject* type_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::no_input:
      return PyExc_FileNotFoundError;
    case ErrorCode::no_output:
      return PyExc_OSError;
    case ErrorCode::interrupted:
      return PyExc_KeyboardInterrupt;
    default:
      return PyExc_ValueError;
  }
}

constexpr const char* no_memory = "the memory does not suffice for data of this size; use fewer rows";

}  // namespace

void add_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      PyErr_SetString(type_of(error.code()), error.worded(worded).c_str());
    } catch (const std::bad_alloc&) {
      PyErr_SetString(PyExc_MemoryError, no_memory);
    } catch (const std::length_error&) {
      PyErr_SetString(PyExc_MemoryError, no_memory);
    }
  });
}

}  // namespace comac::python
