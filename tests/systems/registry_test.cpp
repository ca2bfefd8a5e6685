// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "comac/base/error.hpp"
#include "comac/systems/system.hpp"

namespace comac {
namespace {

TEST(Registry, NamesEachSystemOnceWithALineAboutIt) {
  std::set<std::string_view> names;
  for (const System* system : all_systems()) {
    EXPECT_TRUE(names.insert(system->info().name).second) << system->info().name;
    EXPECT_FALSE(system->info().summary.empty());
    EXPECT_FALSE(system->info().reference.empty());
    EXPECT_GE(system->info().restarts.value_or(1), 1U);
    EXPECT_EQ(&find_system(system->info().name), system);
  }
}

TEST(Registry, SuggestsTheNearestNames) {
  try {
    find_system("kmeans");
    FAIL() << "found a system that does not exist";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("are 'k-means', "), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace comac
