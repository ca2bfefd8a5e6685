// SPDX-License-Identifier: MIT
#include "evidence/nearest_label.hpp"

#include <gtest/gtest.h>

namespace comac {
namespace {

Label label(std::uint32_t row, std::uint32_t name) {
  Label made;
  made.row = row, made.label = name;
  return made;
}

const Table on_a_line{5, 1, {0, 1, 3, 10, 11}, {}};

TEST(NearestLabel, AgreesOrNot) {
  const std::vector<Label> labels{label(0, 0), label(1, 0), label(2, 1), label(3, 1), label(4, 1)};
  EXPECT_EQ(nearest_agrees(on_a_line, labels), (std::vector<bool>{true, true, false, true, true}));
}

TEST(NearestLabel, OfTheRowsThatAreLabelled) {
  const std::vector<Label> labels{label(4, 0), label(0, 0)};
  const Table rows = labelled_rows(on_a_line, labels);
  EXPECT_EQ(rows.values, (std::vector<double>{11, 0}));
  EXPECT_EQ(nearest_agrees(rows, labels), (std::vector<bool>{true, true}));
}

TEST(NearestLabel, OneForEachRowAndNotTooMany) {
  std::vector<Label> labels{label(7, 0), label(7, 1)};
  EXPECT_EQ(some_labels(labels).size(), 1U);
  for (std::uint32_t row = 10; row < 3010; ++row) labels.push_back(label(row, 0));
  const auto some = some_labels(labels);
  EXPECT_LE(some.size(), 1000U);
  EXPECT_GT(some.size(), 500U);
  EXPECT_EQ(some.front().row, 7U);
}

}  // namespace
}  // namespace comac
