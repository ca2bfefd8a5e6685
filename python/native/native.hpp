// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "comac/cluster.hpp"
#include "comac/data/table.hpp"

namespace comac::python {

namespace py = pybind11;

/// What an option is called in Python: clusters is n_clusters, seed random_state, threads n_jobs, and
/// underscores stand for dashes.
std::string python_name(std::string_view option);

/// Errors become ValueError, OSError, KeyboardInterrupt and MemoryError, with options worded as parameters.
void add_errors(py::module_& module);
/// Options and methods, as tables.
void add_tables(py::module_& module);
/// Known: what is said about the rows.
void add_known(py::module_& module);
/// Fitted: what comes of fit and aggregate.
void add_fitted(py::module_& module);
/// What the columns of a DataFrame hold.
void add_frames(py::module_& module);
/// score, verify, sample, generate, compare.
void add_tools(py::module_& module);

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Ids = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

/// The numbers of an array of float64 with two dimensions where they are; it must outlive the view.
TableView view_of(const py::array& array, const std::vector<std::string>& names = {});

template <class Array>
auto span_of(const Array& array) {
  return std::span(array.data(), static_cast<std::size_t>(array.size()));
}

/// Numbers as an array of Python's own.
template <class To, class From>
py::array_t<To> array_of(const std::vector<From>& numbers) {
  py::array_t<To> array(static_cast<py::ssize_t>(numbers.size()));
  std::transform(numbers.begin(), numbers.end(), array.mutable_data(),
                 [](const From& number) { return static_cast<To>(number); });
  return array;
}

/// The kind of each column and its names, as in ColumnAbout; none: plain numbers.
using GivenAbout = std::vector<std::pair<std::string, std::vector<std::string>>>;
std::vector<ColumnAbout> about_of(const GivenAbout& given);
GivenAbout given_of(std::span<const ColumnAbout> about);

/// Parameters as given, each a text by the option's name, and the method.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;
/// Sets an option from a text. Throws Error(usage) for one that isn't of the option's kind.
void set_given(Options& options, const std::string& name, const std::string& text);
/// As the command takes them: `method` decides about restarts; confidences, unless trust is given, that trust
/// is estimated. Only our own engine finds the number of clusters. Throws Error(usage).
Options make_options(const std::string& method, const GivenOptions& given, const SideInformation& known);

}  // namespace comac::python
