// SPDX-License-Identifier: MIT
// Tables as people have them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "command/process.hpp"

namespace comac::test {

using Lines = std::vector<std::string>;

/// Three groups of twelve rows that differ in all columns; `text` of each cell.
template <class Cells>
std::string table_of(const std::string& header, Cells cells) {
  std::string out = header + "\n";
  for (int row = 0; row < 36; ++row) out += cells(row, row % 3) + "\n";
  return out;
}

class ColumnsCommand : public testing::Test {
 protected:
  ProcessResult cluster(const std::string& file, Lines more = {}) const {
    Lines words{"cluster", file, "--clusters", "3", "--neighbours", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return run_process(words);
  }
  Folder folder_;
  std::string mixed_ = folder_.write("mixed.csv", table_of("x,city,flag", [](int row, int group) {
                                       constexpr const char* cities[] = {"Rome", "Oslo", "Bern"};
                                       return fmt::format("{},{},{}", 100 * group + row % 5, cities[group],
                                                          group == 1 ? "yes" : "no");
                                     }));
};

/// Row r is in the group r % 3, and every group is a cluster.
inline void expect_groups(const std::string& output) {
  const auto lines = lines_of(output);
  ASSERT_EQ(lines.size(), 37U);
  const auto cluster = [&](std::size_t row) {
    const std::string& line = lines[row + 1];
    return line.substr(line.find(',') + 1);
  };
  for (std::size_t row = 3; row < 36; ++row) EXPECT_EQ(cluster(row), cluster(row % 3)) << row;
  EXPECT_NE(cluster(0), cluster(1));
  EXPECT_NE(cluster(1), cluster(2));
  EXPECT_NE(cluster(0), cluster(2));
}

/// The cluster of each row, clusters numbered by their first rows.
inline std::vector<std::size_t> renumbered(const std::string& output) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> clusters;
  for (const std::string& line : lines_of(output)) {
    if (line != "row,cluster")
      clusters.push_back(numbers.emplace(line.substr(line.find(',') + 1), numbers.size()).first->second);
  }
  return clusters;
}

}  // namespace comac::test
