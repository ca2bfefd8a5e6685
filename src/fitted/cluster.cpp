// SPDX-License-Identifier: MIT
#include "comac/cluster.hpp"

#include "fitted/prepared_data.hpp"

namespace comac {

Result cluster(const TableView& table, const SideInformation& known, const Options& options,
               const Progress& progress) {
  ProgressGate gate(progress);
  return solve_first(prepare_data(table, known, options, KeepRows::no, gate), known, options, gate).result;
}

Result aggregate(const Table& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  ProgressGate gate(progress);
  return solve_first(prepare_data(transition, known, options, gate), known, options, gate).result;
}

Result aggregate(const SparseMatrix& transition, const SideInformation& known, const Options& options,
                 const Progress& progress) {
  ProgressGate gate(progress);
  return solve_first(prepare_data(transition, known, options, gate), known, options, gate).result;
}

}  // namespace comac
