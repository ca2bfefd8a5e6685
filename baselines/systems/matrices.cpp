// SPDX-License-Identifier: MIT
#include "systems/matrices.hpp"

#include <fmt/format.h>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 256;

}  // namespace

void require_matrices(const Task& task, std::string_view system, std::size_t matrices) {
  const std::size_t rows = task.table.rows;
  require_memory(matrices * rows * rows * sizeof(double), task.options.memory_limit,
                 fmt::format("{} on {} rows", system, rows), "use fewer rows");
}

void throw_if_stopped(const StopCheck& stop) {
  if (stop && stop()) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
}

PointsView as_points(const SquareMatrix& matrix) {
  return {matrix.row(0), index(matrix.size()), index(matrix.size())};
}

Points product(const PointsView& matrix, const Points& x, std::size_t threads, const StopCheck& stop) {
  Points result(matrix.rows(), x.cols());
  parallel_for(static_cast<std::size_t>(matrix.rows()), rows_at_once, threads,
               [&](std::size_t begin, std::size_t end) {
                 throw_if_stopped(stop);
                 const auto first = index(begin), count = index(end - begin);
                 result.middleRows(first, count).noalias() = matrix.middleRows(first, count) * x;
               });
  return result;
}

}  // namespace comac
