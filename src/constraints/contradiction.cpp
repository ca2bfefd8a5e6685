// SPDX-License-Identifier: MIT
#include "constraints/contradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace comac {
namespace {

/// Explaining is for people to read: beyond this many the chain is left out.
constexpr std::size_t most_chains = 100;

struct Step {
  std::uint32_t to = 0;
  ItemId item = {};
};

std::string at(const SideInformation& known, Source source) {
  const std::string where = known.describe(source);
  return where.empty() ? "" : fmt::format(" ({})", where);
}

/// The graph of kept labels and must-links; classes are nodes behind the rows.
class KeptGraph {
 public:
  KeptGraph(const SideInformation& known, std::size_t rows, const PerItem<char>& kept)
      : rows_(rows), steps_(rows + known.label_names.size()) {
    for (const ItemId id : kept.ids()) {
      if (!kept[id]) continue;
      if (id.is_label()) {
        const Label& label = known.labels[id.index];
        join(label.row, class_node(label.label), id);
      } else if (const Link& link = known.links[id.index]; link.kind == LinkKind::must) {
        join(link.first, link.second, id);
      }
    }
  }

  std::uint32_t class_node(std::uint32_t label) const { return static_cast<std::uint32_t>(rows_) + label; }
  bool is_class(std::uint32_t node) const { return node >= rows_; }

  /// The items on a shortest path from `start` to the first node for which `is_goal` holds.
  template <class Goal>
  std::vector<ItemId> path(std::uint32_t start, Goal is_goal) const {
    std::vector<Step> came(steps_.size());
    std::vector<bool> seen(steps_.size(), false);
    std::vector<std::uint32_t> queue{start};
    seen[start] = true;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t node = queue[head];
      if (is_goal(node)) return backtrack(came, start, node);
      for (const Step& step : steps_[node]) {
        if (seen[step.to]) continue;
        seen[step.to] = true;
        came[step.to] = {node, step.item};
        queue.push_back(step.to);
      }
    }
    return {};
  }

 private:
  void join(std::uint32_t a, std::uint32_t b, ItemId item) {
    steps_[a].push_back({b, item});
    steps_[b].push_back({a, item});
  }

  static std::vector<ItemId> backtrack(const std::vector<Step>& came, std::uint32_t start,
                                       std::uint32_t end) {
    std::vector<ItemId> items;
    for (std::uint32_t node = end; node != start; node = came[node].to) items.push_back(came[node].item);
    std::reverse(items.begin(), items.end());
    return items;
  }

  std::size_t rows_;
  std::vector<std::vector<Step>> steps_;
};

/// The kept items that, together with this one, cannot all hold.
std::vector<ItemId> chain_against(ItemId item, const SideInformation& known, const KeptGraph& graph) {
  const auto any_class = [&](std::uint32_t node) { return graph.is_class(node); };
  if (item.is_label()) return graph.path(known.labels[item.index].row, any_class);
  const Link& link = known.links[item.index];
  if (link.kind == LinkKind::cannot) {
    return graph.path(link.first, [&](std::uint32_t node) { return node == link.second; });
  }
  auto chain = graph.path(link.first, any_class);
  const auto other = graph.path(link.second, any_class);
  chain.insert(chain.end(), other.begin(), other.end());
  return chain;
}

}  // namespace

std::string item_sentence(const SideInformation& known, ItemId item) {
  if (item.is_label()) {
    const Label& label = known.labels[item.index];
    return fmt::format("row {} is labelled '{}'{}", known.row_name(label.row), known.label_names[label.label],
                       at(known, label.source));
  }
  const Link& link = known.links[item.index];
  return fmt::format("rows {} and {} {} be together{}", known.row_name(link.first),
                     known.row_name(link.second), link.kind == LinkKind::must ? "must" : "cannot",
                     at(known, link.source));
}

std::string contradiction_sentence(const Conflict& conflict, const SideInformation& known) {
  std::string text = item_sentence(known, conflict.item);
  if (conflict.against.empty()) return text + ", yet a row is always together with itself";
  std::string_view separator = ", yet ";
  for (const ItemId item : conflict.against) {
    text.append(separator).append(item_sentence(known, item));
    separator = " and ";
  }
  return text;
}

void give_reasons(std::vector<Conflict>& conflicts, const SideInformation& known, const PerItem<char>& kept,
                  std::size_t rows) {
  if (conflicts.empty()) return;
  const KeptGraph graph(known, rows, kept);
  for (std::size_t i = 0; i < conflicts.size(); ++i) {
    Conflict& conflict = conflicts[i];
    if (i < most_chains) {
      conflict.against = chain_against(conflict.item, known, graph);
      conflict.reason = contradiction_sentence(conflict, known);
    } else {
      conflict.reason = item_sentence(known, conflict.item);
    }
  }
}

}  // namespace comac
