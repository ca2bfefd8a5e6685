// SPDX-License-Identifier: MIT
#include "constraints/propagate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "comac/base/error.hpp"
#include "constraints/conflicts.hpp"
#include "constraints/contradiction.hpp"
#include "constraints/disjoint_sets.hpp"

namespace comac {
namespace {

constexpr std::size_t most_classes = 10000;

/// Nodes are the rows and, behind them, the label classes: "row r has label c" is a must-link between
/// r and the node of c, and every two classes exclude one another.
class Propagation {
 public:
  Propagation(const SideInformation& known, std::size_t rows, PerItem<char> hard)
      : known_(known),
        rows_(rows),
        sets_(rows + known.label_names.size()),
        class_of_root_(sets_count(), none),
        kept_(std::move(hard)) {
    for (std::uint32_t c = 0; c < known.label_names.size(); ++c) class_of_root_[class_node(c)] = c;
  }

  void take_labels() {
    for (std::size_t i = 0; i < known_.labels.size(); ++i) {
      const Label& label = known_.labels[i];
      if (!kept_[ItemId::label(i)]) continue;
      if (!tie(label.row, class_node(label.label))) refuse(ItemId::label(i));
    }
  }

  void take_links(LinkKind kind) {
    for (std::size_t i = 0; i < known_.links.size(); ++i) {
      const Link& link = known_.links[i];
      if (link.kind != kind || !kept_[ItemId::link(i)]) continue;
      const bool possible = kind == LinkKind::must ? tie(link.first, link.second)
                                                   : sets_.find(link.first) != sets_.find(link.second);
      if (!possible) refuse(ItemId::link(i));
    }
  }

  Constraints finish() {
    std::vector<std::uint32_t> roots(rows_);
    for (std::uint32_t row = 0; row < rows_; ++row) roots[row] = sets_.find(row);
    Groups components(roots);
    Adjacency exclusive(components.count(), exclusions(components));
    give_reasons(dropped_, known_, kept_, rows_);
    return {std::move(components), std::move(exclusive), Adjacency(sets_count(), ties_), std::move(dropped_)};
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  std::size_t sets_count() const { return rows_ + known_.label_names.size(); }
  std::uint32_t class_node(std::uint32_t label) const { return static_cast<std::uint32_t>(rows_) + label; }
  void refuse(ItemId item) {
    kept_[item] = false;
    dropped_.push_back({.item = item});
  }

  /// Joins two components unless they belong to two classes.
  bool tie(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t class_a = class_of_root_[sets_.find(a)], class_b = class_of_root_[sets_.find(b)];
    if (class_a != none && class_b != none && class_a != class_b) return false;
    class_of_root_[sets_.join(a, b)] = class_a != none ? class_a : class_b;
    ties_.emplace_back(a, b);
    return true;
  }

  std::vector<Adjacency::Edge> exclusions(const Groups& components) {
    std::vector<std::uint32_t> classes;  // a component for each class that has rows
    std::vector<bool> seen(known_.label_names.size(), false);
    for (std::size_t i = 0; i < known_.labels.size(); ++i) {
      const Label& label = known_.labels[i];
      if (!kept_[ItemId::label(i)]) continue;
      const std::uint32_t found = class_of_root_[sets_.find(label.row)];
      if (found == none || seen[found]) continue;
      seen[found] = true;
      classes.push_back(components.group_of(label.row));
    }
    if (classes.size() > most_classes) {
      throw Error(ErrorCode::data, fmt::format("the labels name {} classes, at most {} are possible; is the "
                                               "label column a column of ids?",
                                               classes.size(), most_classes));
    }
    std::vector<Adjacency::Edge> edges;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) edges.emplace_back(classes[j], classes[i]);
    }
    for (std::size_t i = 0; i < known_.links.size(); ++i) {
      const Link& link = known_.links[i];
      if (link.kind != LinkKind::cannot || !kept_[ItemId::link(i)]) continue;
      edges.emplace_back(components.group_of(link.first), components.group_of(link.second));
    }
    return edges;
  }

  const SideInformation& known_;
  std::size_t rows_;
  DisjointSets sets_;
  std::vector<std::uint32_t> class_of_root_;
  std::vector<Adjacency::Edge> ties_;
  PerItem<char> kept_;  // hard, and not refused so far
  std::vector<Conflict> dropped_;
};

/// One sentence for each independent conflict, and what to do.
[[noreturn]] void refuse_conflicts(const std::vector<Conflict>& dropped) {
  constexpr std::size_t most_told = 10;
  const auto conflicts = independent_conflicts(dropped);
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min(most_told, conflicts.size()); ++i)
    sentences.push_back(conflicts[i].reason);
  const std::size_t more = dropped.size() - sentences.size();
  throw Error(
      ErrorCode::data,
      fmt::format("{}{}; correct one of {}, or use {} or soften", fmt::join(sentences, ";\n"),
                  more > 0 ? fmt::format(" (and {} more contradiction{})", more, more > 1 ? "s" : "") : "",
                  sentences.size() > 1 ? "each" : "these", setting("on-conflict", "drop")));
}

/// The clusters of each component, in order; one unless must-links are broken.
std::vector<std::vector<std::uint32_t>> clusters_of(const Groups& components,
                                                    std::span<const std::uint32_t> cluster_of_row) {
  std::vector<std::vector<std::uint32_t>> result(components.count());
  for (std::size_t row = 0; row < cluster_of_row.size(); ++row) {
    auto& clusters = result[components.group_of(row)];
    if (clusters.empty() || clusters.back() != cluster_of_row[row]) clusters.push_back(cluster_of_row[row]);
  }
  for (auto& clusters : result) std::ranges::sort(clusters);
  return result;
}

bool meet(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  return std::ranges::any_of(a,
                             [&](std::uint32_t cluster) { return std::ranges::binary_search(b, cluster); });
}

}  // namespace

std::size_t count_broken(const Constraints& constraints, std::span<const std::uint32_t> cluster_of_row) {
  const Adjacency &exclusive = constraints.exclusive, &explicit_must = constraints.explicit_must;
  const auto clusters = clusters_of(constraints.components, cluster_of_row);
  std::size_t broken = 0;
  for (std::uint32_t a = 0; a < exclusive.vertices(); ++a) {
    for (const auto b : exclusive.of(a)) broken += a < b && meet(clusters[a], clusters[b]) ? 1 : 0;
  }
  const auto cluster_of = [&](std::uint32_t node) {  // a class is where its first row is
    return cluster_of_row[node < cluster_of_row.size() ? node : explicit_must.of(node)[0]];
  };
  for (std::uint32_t a = 0; a < explicit_must.vertices(); ++a) {
    for (const auto b : explicit_must.of(a)) broken += a < b && cluster_of(a) != cluster_of(b) ? 1 : 0;
  }
  return broken;
}

void check_rows(const SideInformation& known, std::size_t rows) {
  const auto check = [&](std::uint32_t row, Source source) {
    if (row < rows) return;
    const std::string where = known.describe(source);
    throw Error(ErrorCode::data, fmt::format("{}{}row {} does not exist, expected 0 to {}", where,
                                             where.empty() ? "" : ": ", row, rows - 1));
  };
  for (const Label& label : known.labels) {
    check(label.row, label.source);
    if (label.label >= known.label_names.size()) {
      throw Error(ErrorCode::data,
                  known.label_names.empty()
                      ? fmt::format("label id {} has no name, since no label has one", label.label)
                      : fmt::format("label id {} has no name, expected 0 to {}", label.label,
                                    known.label_names.size() - 1));
    }
  }
  for (const Link& link : known.links) check(link.first, link.source), check(link.second, link.source);
}

namespace {

Constraints follow(const SideInformation& known, std::size_t rows, PerItem<char> hard) {
  check_rows(known, rows);
  Propagation propagation(known, rows, std::move(hard));
  propagation.take_labels();
  propagation.take_links(LinkKind::must);
  propagation.take_links(LinkKind::cannot);
  return propagation.finish();
}

template <class Item>
void harden(std::vector<Item>& items) {
  std::ranges::stable_sort(items, std::ranges::greater{}, &Item::trust);
  for (Item& item : items) item.trust = 1;
}

}  // namespace

SideInformation hardened(SideInformation known) {
  harden(known.labels);
  harden(known.links);
  return known;
}

Constraints propagate(const Belief& belief, std::size_t rows) {
  PerItem<char> hard = belief.said.per_item<char>(false);
  for (const ItemId id : hard.ids()) hard[id] = belief.status[id].is_hard();
  return follow(belief.said, rows, std::move(hard));
}

Constraints propagate(const SideInformation& known, std::size_t rows, OnConflict on_conflict) {
  PerItem<char> hard = known.per_item<char>(false);
  for (const ItemId id : hard.ids()) hard[id] = known.trust(id) >= 1;
  Constraints constraints = follow(known, rows, std::move(hard));
  if (on_conflict == OnConflict::error && !constraints.dropped.empty()) refuse_conflicts(constraints.dropped);
  return constraints;
}

}  // namespace comac
