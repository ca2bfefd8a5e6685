// SPDX-License-Identifier: MIT
#include "evidence/extra_trees.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/parallel.hpp"
#include "comac/base/error.hpp"
#include "evidence/json_numbers.hpp"

namespace comac {

/// Grows one tree.
class TreeGrower {
 public:
  TreeGrower(const TrainingRows& rows, Random& random, std::vector<double>& gained, ExtraTree& tree)
      : rows_(rows),
        random_(random),
        gained_(gained),
        tree_(tree),
        member_(rows.count()),
        feature_(rows.features),
        counts_(rows.classes),
        left_(rows.classes),
        class_(rows.count()),
        here_(rows.count()) {
    std::iota(member_.begin(), member_.end(), 0U);
    std::iota(feature_.begin(), feature_.end(), 0U);
  }

  void grow() {
    add_node();
    std::vector<Part> open{{0, 0, member_.size()}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      count(part);
      const Split split = is_pure() ? Split{} : best_split(part);
      if (split.feature == ExtraTree::leaf) {
        make_leaf(part);
        continue;
      }
      const std::size_t middle = divide(part, split);
      const auto child = static_cast<std::uint32_t>(tree_.feature_.size());
      add_node(), add_node();
      tree_.feature_[part.node] = split.feature;
      tree_.threshold_[part.node] = split.threshold;
      tree_.child_[part.node] = child;
      open.push_back({child + 1, middle, part.end});
      open.push_back({child, part.begin, middle});
    }
  }

 private:
  struct Part {
    std::uint32_t node;
    std::size_t begin, end;
  };
  struct Split {
    std::uint32_t feature = ExtraTree::leaf;
    float threshold = 0;
    double purity = -1;
  };

  void add_node() {
    tree_.feature_.push_back(ExtraTree::leaf), tree_.threshold_.push_back(0), tree_.child_.push_back(0);
  }
  void count(const Part& part) {
    std::ranges::fill(counts_, 0);
    for (std::size_t i = part.begin; i < part.end; ++i) {
      class_[i - part.begin] = rows_.class_of[member_[i]];
      ++counts_[class_[i - part.begin]];
    }
  }
  bool is_pure() const {
    return std::ranges::count_if(counts_, [](std::uint32_t count) { return count > 0; }) < 2;
  }
  void make_leaf(const Part& part) {
    tree_.child_[part.node] = static_cast<std::uint32_t>(tree_.shares_.size());
    const auto all = static_cast<float>(part.end - part.begin);
    for (const auto count : counts_) tree_.shares_.push_back(static_cast<float>(count) / all);
  }

  /// The best of half of the features that differ here, in random order.
  Split best_split(const Part& part) {
    const std::size_t wanted = std::max<std::size_t>(1, (rows_.features + 1) / 2);
    Split best;
    std::size_t tried = 0;
    for (std::size_t f = 0; f < feature_.size() && tried < wanted; ++f) {
      std::swap(feature_[f], feature_[f + random_.below(feature_.size() - f)]);
      const Split split = random_split(part, feature_[f]);
      if (split.feature == ExtraTree::leaf) continue;
      ++tried;
      if (split.purity > best.purity) best = split;
    }
    if (best.feature != ExtraTree::leaf) gained_[best.feature] += best.purity - purity_now(part);
    return best;
  }

  double purity_now(const Part& part) const {
    double sum = 0;
    for (const auto count : counts_) sum += double(count) * double(count);
    return sum / static_cast<double>(part.end - part.begin);
  }

  /// None where the feature is the same for all.
  Split random_split(const Part& part, std::uint32_t feature) {
    const float* value = rows_.of(feature);
    const std::size_t count = part.end - part.begin;
    float least = value[member_[part.begin]], most = least;
    for (std::size_t i = 0; i < count; ++i) {
      here_[i] = value[member_[part.begin + i]];
      least = std::min(least, here_[i]), most = std::max(most, here_[i]);
    }
    if (!(least < most)) return {};
    float threshold = least + static_cast<float>(random_.uniform()) * (most - least);
    if (!(threshold < most)) threshold = least;  // rounding
    std::ranges::fill(left_, 0);
    std::uint32_t below = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t is_below = here_[i] <= threshold ? 1 : 0;
      left_[class_[i]] += is_below, below += is_below;
    }
    double left = 0, right = 0;
    for (std::size_t c = 0; c < left_.size(); ++c) {
      left += double(left_[c]) * double(left_[c]);
      right += double(counts_[c] - left_[c]) * double(counts_[c] - left_[c]);
    }
    const auto rest = static_cast<double>(count - below);
    return {feature, threshold, left / static_cast<double>(below) + right / rest};
  }

  std::size_t divide(const Part& part, const Split& split) {
    const auto begin = member_.begin();
    const auto middle = std::stable_partition(begin + static_cast<std::ptrdiff_t>(part.begin),
                                              begin + static_cast<std::ptrdiff_t>(part.end),
                                              [value = rows_.of(split.feature), &split](std::uint32_t row) {
                                                return value[row] <= split.threshold;
                                              });
    return static_cast<std::size_t>(middle - begin);
  }

  const TrainingRows& rows_;
  Random& random_;
  std::vector<double>& gained_;
  ExtraTree& tree_;
  std::vector<std::uint32_t> member_, feature_, counts_, left_;
  std::vector<std::uint32_t> class_;  // of the rows of the present part
  std::vector<float> here_;           // what one feature is in these
};

ExtraTree::ExtraTree(const TrainingRows& rows, Random& random, std::vector<double>& gained) {
  TreeGrower(rows, random, gained, *this).grow();
}

void ExtraTree::add_shares(const float* row, std::span<double> shares) const {
  std::uint32_t node = 0;
  while (feature_[node] != leaf) node = child_[node] + (row[feature_[node]] <= threshold_[node] ? 0 : 1);
  const float* own = shares_.data() + child_[node];
  for (std::size_t c = 0; c < shares.size(); ++c) shares[c] += double{own[c]};
}

ExtraTrees::ExtraTrees(const TrainingRows& rows, std::size_t trees, std::uint64_t seed, std::size_t threads,
                       ProgressGate* progress)
    : class_shares_(rows.classes, 0), gained_(rows.features, 0), trees_(trees) {
  for (const auto c : rows.class_of) class_shares_[c] += 1 / static_cast<double>(rows.count());
  std::vector<std::vector<double>> gained(trees, std::vector<double>(rows.features, 0));
  parallel_for(trees, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end && !(progress != nullptr && progress->stopped()); ++t) {
      Random random(seed, t);
      trees_[t] = ExtraTree(rows, random, gained[t]);
    }
  });
  std::erase_if(trees_, [](const ExtraTree& tree) { return tree.nodes() == 0; });  // if stopped
  for (const auto& of_tree : gained) {
    for (std::size_t f = 0; f < of_tree.size(); ++f) gained_[f] += of_tree[f];
  }
  const double all = std::accumulate(gained_.begin(), gained_.end(), 0.0);
  for (double& share : gained_) share = all > 0 ? share / all : 0;
}

void ExtraTrees::shares(const float* row, std::span<double> out) const {
  std::ranges::copy(class_shares_, out.begin());
  for (const ExtraTree& tree : trees_) tree.add_shares(row, out);
  for (double& share : out) share /= static_cast<double>(trees_.size() + 1);
}

nlohmann::json ExtraTrees::to_json() const {
  std::vector<std::uint32_t> sizes, feature, child;
  std::vector<float> threshold, shares;
  for (const ExtraTree& tree : trees_) {
    sizes.push_back(static_cast<std::uint32_t>(tree.nodes()));
    feature.insert(feature.end(), tree.feature_.begin(), tree.feature_.end());
    child.insert(child.end(), tree.child_.begin(), tree.child_.end());
    threshold.insert(threshold.end(), tree.threshold_.begin(), tree.threshold_.end());
    shares.insert(shares.end(), tree.shares_.begin(), tree.shares_.end());
  }
  return {{"class_shares", class_shares_}, {"gained", gained_},
          {"sizes", numbers_json(sizes)},  {"feature", numbers_json(feature)},
          {"child", numbers_json(child)},  {"threshold", numbers_json(threshold)},
          {"shares", numbers_json(shares)}};
}

namespace {

/// All trees of a file, one after the other.
struct SavedTrees {
  std::vector<std::uint32_t> sizes, feature, child;
  std::vector<float> threshold, shares;
};

[[noreturn]] void refuse() { throw Error(ErrorCode::data, "the trees of a model don't fit one another"); }

/// The leaves of the tree that begins there; refuses one whose nodes lead elsewhere than further on in it, or
/// whose leaves have no shares.
std::size_t checked_leaves(const SavedTrees& saved, std::size_t at, std::size_t size, std::size_t features,
                           std::size_t classes) {
  const auto begin = saved.feature.begin() + static_cast<std::ptrdiff_t>(at);
  const auto leaves =
      static_cast<std::size_t>(std::count(begin, begin + static_cast<std::ptrdiff_t>(size), UINT32_MAX));
  for (std::size_t n = 0; n < size; ++n) {
    const std::uint32_t feature = saved.feature[at + n];
    const std::size_t child = saved.child[at + n];
    const bool sound = feature == UINT32_MAX ? child % classes == 0 && child < leaves * classes
                                             : feature < features && child > n && child + 1 < size;
    if (!sound) refuse();
  }
  return leaves;
}

template <class Number>
std::vector<Number> some_of(const std::vector<Number>& all, std::size_t at, std::size_t count) {
  if (count > all.size() - at) refuse();
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

ExtraTrees ExtraTrees::from_json(const nlohmann::json& json) {
  ExtraTrees forest;
  forest.class_shares_ = json.at("class_shares").get<std::vector<double>>();
  forest.gained_ = json.at("gained").get<std::vector<double>>();
  const SavedTrees saved{numbers_from<std::uint32_t>(json.at("sizes")),
                         numbers_from<std::uint32_t>(json.at("feature")),
                         numbers_from<std::uint32_t>(json.at("child")),
                         numbers_from<float>(json.at("threshold")), numbers_from<float>(json.at("shares"))};
  const std::size_t classes = forest.classes(), nodes = saved.feature.size();
  if (classes == 0 || saved.child.size() != nodes || saved.threshold.size() != nodes) refuse();
  std::size_t at = 0, at_share = 0;
  for (const std::size_t size : saved.sizes) {
    if (size == 0 || size > nodes - at) refuse();
    const std::size_t shares = checked_leaves(saved, at, size, forest.gained_.size(), classes) * classes;
    ExtraTree tree;
    tree.feature_ = some_of(saved.feature, at, size), tree.child_ = some_of(saved.child, at, size);
    tree.threshold_ = some_of(saved.threshold, at, size);
    tree.shares_ = some_of(saved.shares, at_share, shares);
    forest.trees_.push_back(std::move(tree));
    at += size, at_share += shares;
  }
  if (at != nodes || at_share != saved.shares.size()) refuse();
  return forest;
}

}  // namespace comac
