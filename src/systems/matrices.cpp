// SPDX-License-Identifier: MIT
#include "comac/systems/matrices.hpp"

#include <fmt/format.h>

#include "comac/base/memory.hpp"

namespace comac {

void require_matrices(const Task& task, std::string_view system, std::size_t matrices) {
  const std::size_t rows = task.table.rows;
  require_memory(matrices * rows * rows * sizeof(double), task.options.memory_limit,
                 fmt::format("{} on {} rows", system, rows), "use fewer rows");
}

}  // namespace comac
