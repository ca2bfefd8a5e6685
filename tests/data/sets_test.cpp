// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "comac/data/read.hpp"

namespace comac {
namespace {

struct Set {
  const char* name;
  std::size_t rows;
  std::size_t columns;
  std::vector<std::size_t> class_sizes;
};

TEST(Sets, HaveTheirRowsColumnsAndClasses) {
  const Set sets[] = {
      {"iris", 150, 4, {50, 50, 50}},
      {"wine", 178, 13, {59, 71, 48}},
      {"glass", 214, 9, {70, 17, 9, 76, 29, 13}},
      {"ionosphere", 351, 33, {225, 126}},
      {"segmentation", 210, 19, {30, 30, 30, 30, 30, 30, 30}},
      {"vertebral", 310, 6, {60, 150, 100}},
  };
  for (const Set& set : sets) {
    const std::string path = std::string(COMAC_SOURCE_DIR "/data/") + set.name + ".csv";
    const Dataset data = read_dataset(path, {.truth_column = "class"});
    EXPECT_EQ(data.table.rows, set.rows) << set.name;
    EXPECT_EQ(data.table.columns, set.columns) << set.name;
    std::vector<std::size_t> sizes(data.truth->names.size());
    for (const std::uint32_t id : data.truth->ids) ++sizes.at(id);
    std::vector<std::size_t> expected = set.class_sizes;
    std::sort(sizes.begin(), sizes.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(sizes, expected) << set.name;
  }
}

TEST(Sets, IrisIsTheCopyThatAgreesWithFisher) {
  const Dataset data = read_dataset(COMAC_SOURCE_DIR "/data/iris.csv", {.truth_column = "class"});
  EXPECT_EQ(data.table.at(34, 3), 0.2);
  EXPECT_EQ(data.table.at(37, 1), 3.6);
  EXPECT_EQ(data.table.at(37, 2), 1.4);
}

}  // namespace
}  // namespace comac
