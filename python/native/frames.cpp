// SPDX-License-Identifier: MIT
#include "data/frame.hpp"
#include "native.hpp"

namespace comac::python {
namespace {

/// Name, numbers, texts, and what is known about them.
using GivenColumn = std::tuple<std::string, Doubles, std::vector<std::string>,
                               std::pair<std::string, std::vector<std::string>>>;

/// Positions of the columns that became features.
std::vector<std::size_t> features_of(const Dataset& data) {
  std::vector<std::size_t> used;
  for (std::size_t c = 0; c < data.columns.size(); ++c) {
    if (data.columns[c].use == ColumnFinding::Use::feature) used.push_back(c);
  }
  return used;
}

/// The numbers, names and kinds of the features, their positions, and what is to be said. If `features` are
/// given, these are read as it says.
py::tuple read_frame(std::vector<GivenColumn> columns, const std::vector<std::string>& features,
                     const GivenAbout& features_about) {
  std::vector<FrameColumn> frame;
  for (auto& [name, numbers, texts, about] : columns) {
    frame.push_back({std::move(name),
                     {numbers.data(), numbers.data() + numbers.size()},
                     std::move(texts),
                     about_of({about})[0]});
  }
  const Dataset data =
      dataset_of(frame, "X", {.features = features, .features_about = about_of(features_about)});
  const Table& table = data.table;
  const auto rows = static_cast<py::ssize_t>(table.rows), count = static_cast<py::ssize_t>(table.columns);
  return py::make_tuple(array_of<double>(table.values).reshape({rows, count}), table.column_names,
                        given_of(table.about), features_of(data), data.notes);
}

}  // namespace

void add_frames(py::module_& module) {
  module.def("read_frame", read_frame);
  module.def("is_telling_name", is_telling_name);
}

}  // namespace comac::python
