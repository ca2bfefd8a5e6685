// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "figure.hpp"
#include "runner.hpp"

namespace comac::experiments {

/// Some blocks of a figure on sets that take no time, only the lines of these systems, with two draws;
/// `folder` holds the sets that are not part of the program: "block/panel/series" -> means over x.
inline std::map<std::string, std::vector<double>> curves(const std::string& name, const std::string& block,
                                                         std::vector<std::string> sets,
                                                         const std::vector<std::string>& systems = {"comac"},
                                                         const std::string& folder = "") {
  const Scope scope{2, false, std::move(sets)};
  Figure figure = choose_figures({name})[0].make(scope);
  std::erase_if(figure.points, [&](const Point& point) {
    return !point.block.starts_with(block) || point.is_published() ||
           std::ranges::find(systems, point.cell.system) == systems.end();
  });
  const Sets data(folder);
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = (std::filesystem::temp_directory_path() /
                            (std::string("comac-") + info->name() + std::to_string(::getpid())))
                               .string();
  std::filesystem::remove(path);
  Store store(path);
  run_cells(figure.cells(scope), data, store, 2, {});
  std::filesystem::remove(path);
  std::map<std::string, std::vector<double>> result;
  for (const Point& point : figure.points) {
    result[point.block.substr(0, point.block.find(':')) + "/" + point.panel + "/" + point.series].push_back(
        mean_of(point, store, scope.runs).mean);
  }
  return result;
}

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace comac::experiments
