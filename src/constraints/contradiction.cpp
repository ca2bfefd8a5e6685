// SPDX-License-Identifier: MIT
#include "constraints/contradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace comac {
namespace {

/// Explaining is for people to read: beyond this many the chain is left out.
constexpr std::size_t most_chains = 100;

struct Step {
  std::uint32_t to = 0;
  std::size_t item = 0;  ///< index into labels, or labels.size() + index into links
};

std::string at(const SideInformation& known, Source source) {
  const std::string where = known.describe(source);
  return where.empty() ? "" : fmt::format(" ({})", where);
}

/// The graph of kept labels and must-links; classes are nodes behind the rows.
class KeptGraph {
 public:
  KeptGraph(const SideInformation& known, std::size_t rows, const std::vector<Dropped>& dropped)
      : known_(known), rows_(rows), steps_(rows + known.label_names.size()) {
    std::unordered_set<std::size_t> out;
    for (const Dropped& d : dropped) out.insert(d.kind == Dropped::Kind::label ? d.index : links_at(d.index));
    for (std::size_t i = 0; i < known.labels.size(); ++i) {
      if (is_hard(known.labels[i]) && !out.contains(i))
        join(known.labels[i].row, class_node(known.labels[i].label), i);
    }
    for (std::size_t i = 0; i < known.links.size(); ++i) {
      const Link& link = known.links[i];
      if (link.kind == LinkKind::must && is_hard(link) && !out.contains(links_at(i)))
        join(link.first, link.second, links_at(i));
    }
  }

  std::uint32_t class_node(std::uint32_t label) const { return static_cast<std::uint32_t>(rows_) + label; }
  bool is_class(std::uint32_t node) const { return node >= rows_; }

  /// The items on a shortest path from `start` to the first node for which `is_goal` holds.
  template <class Goal>
  std::vector<std::size_t> path(std::uint32_t start, Goal is_goal) const {
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

  std::size_t links_at(std::size_t link) const { return known_.labels.size() + link; }

 private:
  void join(std::uint32_t a, std::uint32_t b, std::size_t item) {
    steps_[a].push_back({b, item});
    steps_[b].push_back({a, item});
  }

  static std::vector<std::size_t> backtrack(const std::vector<Step>& came, std::uint32_t start,
                                            std::uint32_t end) {
    std::vector<std::size_t> items;
    for (std::uint32_t node = end; node != start; node = came[node].to) items.push_back(came[node].item);
    std::reverse(items.begin(), items.end());
    return items;
  }

  const SideInformation& known_;
  std::size_t rows_;
  std::vector<std::vector<Step>> steps_;
};

/// The kept items that, together with the dropped one, cannot all hold.
std::vector<std::size_t> chain_against(const Dropped& dropped, const SideInformation& known,
                                       const KeptGraph& graph) {
  const auto any_class = [&](std::uint32_t node) { return graph.is_class(node); };
  if (dropped.kind == Dropped::Kind::label) return graph.path(known.labels[dropped.index].row, any_class);
  const Link& link = known.links[dropped.index];
  if (link.kind == LinkKind::cannot) {
    return graph.path(link.first, [&](std::uint32_t node) { return node == link.second; });
  }
  auto chain = graph.path(link.first, any_class);
  const auto other = graph.path(link.second, any_class);
  chain.insert(chain.end(), other.begin(), other.end());
  return chain;
}

}  // namespace

std::string item_sentence(const SideInformation& known, std::size_t item) {
  if (item < known.labels.size()) {
    const Label& label = known.labels[item];
    return fmt::format("row {} is labelled '{}'{}", known.row_name(label.row), known.label_names[label.label],
                       at(known, label.source));
  }
  const Link& link = known.links[item - known.labels.size()];
  return fmt::format("rows {} and {} {} be together{}", known.row_name(link.first),
                     known.row_name(link.second), link.kind == LinkKind::must ? "must" : "cannot",
                     at(known, link.source));
}

std::string contradiction_sentence(const Dropped& dropped, const SideInformation& known) {
  const bool is_label = dropped.kind == Dropped::Kind::label;
  std::string text = item_sentence(known, is_label ? dropped.index : known.labels.size() + dropped.index);
  if (dropped.against.empty()) return text + ", yet a row is always together with itself";
  std::string_view separator = ", yet ";
  for (const std::size_t item : dropped.against) {
    text.append(separator).append(item_sentence(known, item));
    separator = " and ";
  }
  return text;
}

void explain(std::vector<Dropped>& dropped, const SideInformation& known, std::size_t rows) {
  if (std::ranges::none_of(dropped, [](const Dropped& item) { return item.reason.empty(); })) return;
  const KeptGraph graph(known, rows, dropped);
  std::size_t chains = 0;
  for (Dropped& item : dropped) {
    if (!item.reason.empty()) continue;
    if (chains++ < most_chains) {
      item.against = chain_against(item, known, graph);
      item.reason = contradiction_sentence(item, known);
    } else {
      item.reason =
          item_sentence(known, item.kind == Dropped::Kind::label ? item.index : graph.links_at(item.index));
    }
  }
}

}  // namespace comac
