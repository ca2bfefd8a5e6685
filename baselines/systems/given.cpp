// SPDX-License-Identifier: MIT
#include "systems/given.hpp"

#include "prep/check.hpp"
#include "prep/prepare.hpp"

namespace comac {
namespace {

Table checked_and_prepared(const Task& task) {
  check_options(task.options, task.table.rows);
  check_table(task.table);
  return prepare(task.table, task.options.prep.scale, task.options.prep.pca).rows.take();
}

}  // namespace

Given::Given(const Task& what)
    : task(what),
      table(checked_and_prepared(what)),
      constraints(propagate(what.known, what.table.rows, what.options.side.on_conflict)),
      belief(what.known) {
  belief.drop(constraints.dropped);
}

Points Given::points() const {
  return Eigen::Map<const Points>(table.values.data(), index(table.rows), index(table.columns));
}

}  // namespace comac
