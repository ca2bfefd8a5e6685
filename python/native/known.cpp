// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "data/text.hpp"
#include "native.hpp"

namespace comac::python {
namespace {

/// The rows `rows` belong to the classes `ids`, which index `names`; `trust` has one number for each, or
/// none.
void add_labels(SideInformation& known, const Ids& rows, const Ids& ids,
                const std::vector<std::string>& names, const Doubles& trust) {
  SideInformation more;
  more.label_names = names;
  const auto row = span_of(rows), id = span_of(ids);
  const auto confidence = span_of(trust);
  for (std::size_t i = 0; i < row.size(); ++i) {
    more.labels.push_back({row[i], id[i], {}, confidence.empty() ? 1 : confidence[i]});
  }
  more.has_confidences = !confidence.empty();
  known.add(more);
}

void add_links(SideInformation& known, const Ids& first, const Ids& second, bool must, const Doubles& trust) {
  const auto one = span_of(first), other = span_of(second);
  const auto confidence = span_of(trust);
  for (std::size_t i = 0; i < one.size(); ++i) {
    known.links.push_back({one[i],
                           other[i],
                           must ? LinkKind::must : LinkKind::cannot,
                           {},
                           confidence.empty() ? 1 : confidence[i]});
  }
  known.has_confidences |= !confidence.empty();
}

py::dict to_dict(const SideInformation& known) {
  py::list labels, links;
  for (const Label& label : known.labels) labels.append(py::make_tuple(label.row, label.label));
  for (const Link& link : known.links) {
    links.append(py::make_tuple(link.first, link.second, link.kind == LinkKind::must));
  }
  py::dict all;
  all["labels"] = labels;
  all["links"] = links;
  return all;
}

}  // namespace

void add_known(py::module_& module) {
  py::class_<SideInformation>(module, "Known", "What is said about the rows.")
      .def(py::init<>())
      .def("add_labels", add_labels)
      .def("add_links", add_links)
      .def("to_dict", to_dict)
      .def("__len__", [](const SideInformation& known) { return known.labels.size() + known.links.size(); });
  module.def("is_unknown_label", [](const std::string& text) { return is_unknown_label(text); });
}

}  // namespace comac::python
