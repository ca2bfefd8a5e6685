// SPDX-License-Identifier: MIT
#include "systems/side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"

namespace comac {

Points one_hot(const std::vector<std::uint32_t>& class_of_row, std::size_t classes) {
  Points rows = Points::Zero(index(class_of_row.size()), index(classes));
  for (std::size_t i = 0; i < class_of_row.size(); ++i) {
    if (class_of_row[i] != Classes::none) rows(index(i), class_of_row[i]) = 1;
  }
  return rows;
}

Classes classes_of(const Given& given) {
  const SideInformation& known = given.task.known;
  Classes classes{std::vector<std::uint32_t>(given.table.rows, Classes::none), 0, 0};
  std::vector<std::uint32_t> number(known.label_names.size(), Classes::none);
  for (std::size_t i = 0; i < known.labels.size(); ++i) {
    const Label& label = known.labels[i];
    if (given.belief.status[ItemId::label(i)].is_dropped()) continue;
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

Classes cluster_classes(const Given& given, std::string_view system) {
  Classes classes = classes_of(given);
  if (classes.count > given.clusters()) {
    throw Error(ErrorCode::usage,
                fmt::format("the labels name {} classes, but {} is {}; {} needs a cluster for each "
                            "class, so ask for at least {} clusters",
                            classes.count, setting("clusters"), given.clusters(), system, classes.count));
  }
  return classes;
}

}  // namespace comac
