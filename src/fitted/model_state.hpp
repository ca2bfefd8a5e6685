// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/model.hpp"
#include "comac/options.hpp"
#include "comac/result.hpp"
#include "fitted/prepared_data.hpp"

namespace comac {

/// What a Model holds; it never changes.
struct ModelState {
  std::shared_ptr<const PreparedData> ground;
  Options options;
  SideInformation known;
  Result result;
  WarmStart kept = {};
};

/// Mass that goes from each cluster to each, a row after the other. O(rows + clusters^2).
std::vector<double> flows_between(const AnyChain& chain, const Result& result);
/// Mass that goes from each row to each cluster, a row of `clusters` numbers after the other. O(entries).
std::vector<double> flows_of_rows(const AnyChain& chain, std::span<const std::uint32_t> cluster,
                                  std::size_t clusters);

}  // namespace comac
