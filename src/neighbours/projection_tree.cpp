// SPDX-License-Identifier: MIT
#include "neighbours/projection_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/random.hpp"

namespace comac {
namespace {

/// Brings the rows below a threshold to the front, half of them where projections differ enough. Returns how
/// many these are; 0 if all projections are equal.
std::size_t halve(std::vector<std::pair<double, std::uint32_t>>& projected, double& threshold) {
  const auto middle = projected.begin() + static_cast<std::ptrdiff_t>(projected.size() / 2);
  std::nth_element(projected.begin(), middle, projected.end());
  const double least = std::ranges::min_element(projected)->first;
  threshold = middle->first;
  if (threshold == least) {  // half of the rows and more are equal here: the others go to the right
    const auto larger = std::partition(projected.begin(), projected.end(),
                                       [&](const auto& row) { return row.first == least; });
    if (larger == projected.end()) return 0;
    threshold = std::min_element(larger, projected.end())->first;
  }
  const auto beyond = std::partition(projected.begin(), projected.end(),
                                     [&](const auto& row) { return row.first < threshold; });
  return static_cast<std::size_t>(beyond - projected.begin());
}

}  // namespace

ProjectionTree::ProjectionTree(const TableView& known, std::size_t leaf, std::uint64_t seed)
    : known_(known), most_(leaf), order_(known.rows) {
  std::iota(order_.begin(), order_.end(), 0U);
  nodes_.push_back({0, 0, 0, 0, known.rows, 0});
  for (std::size_t node = 0; node < nodes_.size(); ++node) split(node, leaf, seed);
}

double ProjectionTree::projection(std::span<const double> row, const Node& node) const {
  const auto from = known_.row(node.from), to = known_.row(node.to);
  double sum = 0;
  for (std::size_t c = 0; c < row.size(); ++c) sum += row[c] * (to[c] - from[c]);
  return sum;
}

ProjectionTree::Projected ProjectionTree::project(const Node& node) const {
  Projected projected;
  projected.reserve(node.end - node.begin);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    projected.emplace_back(projection(known_.row(order_[i]), node), order_[i]);
  }
  return projected;
}

void ProjectionTree::split(std::size_t at, std::size_t leaf, std::uint64_t seed) {
  constexpr std::size_t tries = 4;  // rows that are equal have no direction
  Node node = nodes_[at];
  const std::size_t count = node.end - node.begin;
  if (count <= leaf) return;
  Random random(seed, at);
  for (std::size_t t = 0; t < tries; ++t) {
    node.from = order_[node.begin + random.below(count)];
    node.to = order_[node.begin + random.below(count)];
    Projected projected = project(node);
    const std::size_t left = halve(projected, node.threshold);
    if (left == 0) continue;
    for (std::size_t i = 0; i < count; ++i) order_[node.begin + i] = projected[i].second;
    node.left = nodes_.size();
    nodes_[at] = node;
    nodes_.push_back({0, 0, 0, node.begin, node.begin + left, 0});
    nodes_.push_back({0, 0, 0, node.begin + left, node.end, 0});
    return;
  }
}

std::span<const std::uint32_t> ProjectionTree::leaf_of(std::span<const double> row) const {
  std::size_t at = 0;
  while (nodes_[at].left != 0) {
    const Node& node = nodes_[at];
    at = projection(row, node) < node.threshold ? node.left : node.left + 1;
  }
  const std::size_t count = nodes_[at].end - nodes_[at].begin;
  return {order_.data() + nodes_[at].begin, std::min(count, most_)};
}

}  // namespace comac
