// SPDX-License-Identifier: MIT
#include "comac/systems/side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"

namespace comac {

Classes classes_of(const Task& task, const Constraints& constraints, std::string_view system) {
  if (!task.known.links.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{} can use labels but no links, of which {} were given; give labels, or use a "
                            "method that takes links, such as comac-seq, c-gmm or pck-means",
                            system, task.known.links.size()));
  }
  std::vector<bool> dropped(task.known.labels.size(), false);
  for (const Dropped& item : constraints.dropped) dropped[item.index] = true;
  Classes classes{std::vector<std::uint32_t>(task.table.rows, Classes::none), 0, 0};
  std::vector<std::uint32_t> number(task.known.label_names.size(), Classes::none);
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    const Label& label = task.known.labels[i];
    if (dropped[i]) continue;
    classes.of_row[label.row] = label.label;
    number[label.label] = 0;
  }
  for (auto& n : number) {
    if (n != Classes::none) n = static_cast<std::uint32_t>(classes.count++);
  }
  for (auto& c : classes.of_row) {
    if (c == Classes::none) continue;
    c = number[c];
    ++classes.labelled;
  }
  return classes;
}

Classes cluster_classes(const Task& task, const Constraints& constraints, std::string_view system) {
  Classes classes = classes_of(task, constraints, system);
  if (classes.count > task.options.clusters) {
    throw Error(ErrorCode::usage,
                fmt::format("the labels name {} classes, but --clusters is {}; {} needs a cluster for each "
                            "class, so ask for at least {} clusters",
                            classes.count, task.options.clusters, system, classes.count));
  }
  return classes;
}

}  // namespace comac
