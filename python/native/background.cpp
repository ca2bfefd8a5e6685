// SPDX-License-Identifier: MIT
#include "background.hpp"

namespace comac::python {

Progress Watch::progress() {
  return [this](const ProgressEvent& event) {
    const std::lock_guard lock(mutex_);
    stage_ = event.stage;
    fraction_ = event.fraction;
    return !cancel_;
  };
}

void Watch::keep_exception() {
  cancel_ = true;
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0) {
    interrupted_ = true;
    PyErr_Clear();
    return;
  }
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace != nullptr) PyException_SetTraceback(value, trace);
  if (!failure_) failure_ = py::reinterpret_borrow<py::object>(value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
}

void Watch::look() {
  if (PyErr_CheckSignals() != 0) keep_exception();
  if (on_progress_.is_none() || cancel_) return;
  std::string stage;
  double fraction = 0;
  {
    const std::lock_guard lock(mutex_);
    stage = stage_;
    fraction = fraction_;
  }
  if (fraction < 0) return;
  PyObject* answer = PyObject_CallFunction(on_progress_.ptr(), "sd", stage.c_str(), fraction);
  if (answer == nullptr) return keep_exception();
  if (answer == Py_False) cancel_ = true;
  Py_DECREF(answer);
}

void Watch::rethrow(bool has_result) {
  if (failure_) {
    PyErr_SetObject(py::type::of(failure_).ptr(), failure_.ptr());
    throw py::error_already_set();
  }
  if (interrupted_ && !has_result) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
}

}  // namespace comac::python
