// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "comac/base/error.hpp"
#include "comac/systems/system.hpp"

/// One line for each system, in the order in which they are listed.
#define COMAC_SYSTEMS(SYSTEM) \
  SYSTEM(comac)               \
  SYSTEM(comac_seq)           \
  SYSTEM(comac_ann)           \
  SYSTEM(gma_seq)             \
  SYSTEM(gma_ann)             \
  SYSTEM(alush)               \
  SYSTEM(tishby)              \
  SYSTEM(cec_ib_1)            \
  SYSTEM(cec_ib_0)            \
  SYSTEM(mixmod)              \
  SYSTEM(c_gmm)               \
  SYSTEM(k_means)             \
  SYSTEM(fc_means)            \
  SYSTEM(spec)                \
  SYSTEM(label_spreading)     \
  SYSTEM(cop_k_means)         \
  SYSTEM(pck_means)           \
  SYSTEM(e2cp)                \
  SYSTEM(d_graph)

namespace comac {
namespace systems {

#define DECLARE(name) const System& name();
COMAC_SYSTEMS(DECLARE)
#undef DECLARE

}  // namespace systems

namespace {

/// The least number of letters to add, drop or change that makes `b` of `a`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The names that are nearest to what was asked for, at most three.
std::string nearest_names(std::string_view name) {
  std::vector<std::pair<std::size_t, std::string_view>> by_distance;
  for (const System* system : all_systems()) {
    by_distance.emplace_back(edit_distance(name, system->info().name), system->info().name);
  }
  std::ranges::stable_sort(by_distance, {}, [](const auto& entry) { return entry.first; });
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, by_distance.size()); ++i) {
    names += fmt::format("{}'{}'", i == 0 ? "" : ", ", by_distance[i].second);
  }
  return names;
}

}  // namespace

std::span<const System* const> all_systems() {
#define ADDRESS(name) &systems::name(),
  static const std::array all = {COMAC_SYSTEMS(ADDRESS)};
#undef ADDRESS
  return all;
}

const System& find_system(std::string_view name) {
  const auto all = all_systems();
  const auto found = std::ranges::find_if(all, [&](const System* s) { return s->info().name == name; });
  if (found != all.end()) return **found;
  throw Error(ErrorCode::usage,
              fmt::format("there is no method '{}'; the nearest names are {}", name, nearest_names(name)));
}

}  // namespace comac
