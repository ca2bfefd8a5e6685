// SPDX-License-Identifier: MIT
#include "evaluate/infeasible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "constraints/feasibility.hpp"
#include "evaluate/minimal_proof.hpp"

namespace comac {
namespace {

constexpr std::size_t most_rows = 20;
constexpr std::size_t most_places = 1000;  // a proof is not cut short, unless nobody could read it anyway

/// "a, b and 3 more", or "a, b and c".
std::string enumerate(std::vector<std::string> words, std::size_t most) {
  const std::size_t count = words.size();
  if (count > most) {
    words.resize(most);
    words.push_back(fmt::format("{} more", count - most));
  }
  if (words.size() < 2) return words.empty() ? "" : words[0];
  const std::string last = std::move(words.back());
  words.pop_back();
  return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

/// The items that already make it impossible to keep the components of a witness apart: for each two that
/// exclude one another a cannot-link, or a label of each; and what ties the rows of these items together
/// within a component.
class Proof {
 public:
  Proof(const Belief& belief, const Groups& components, const std::vector<std::uint32_t>& witness)
      : belief_(belief), known_(belief.said), components_(components), witness_(witness) {
    cite_links();
    cite_labels();
    gather_ties();
    for (const auto& [component, rows] : ends_) tie_together(rows);
  }

  std::vector<ItemId> items() const { return {cited_.begin(), cited_.end()}; }

 private:
  /// To a row or, behind the rows, a class.
  struct Tie {
    std::uint32_t to = 0;
    ItemId item = {};
  };

  bool in_witness(std::uint32_t row) const {
    return std::ranges::binary_search(witness_, components_.group_of(row));
  }
  /// What was said and has to hold.
  template <class Visit>
  void each_label(Visit visit) {
    for (std::size_t i = 0; i < known_.labels.size(); ++i) {
      if (belief_.status[ItemId::label(i)].is_hard()) visit(known_.labels[i], ItemId::label(i));
    }
  }
  template <class Visit>
  void each_link(Visit visit) {
    for (std::size_t i = 0; i < known_.links.size(); ++i) {
      if (belief_.status[ItemId::link(i)].is_hard()) visit(known_.links[i], ItemId::link(i));
    }
  }
  void cite(ItemId item, std::uint32_t row) {
    cited_.insert(item);
    ends_[components_.group_of(row)].push_back(row);
  }

  void cite_links() {
    each_link([&](const Link& link, ItemId item) {
      if (link.kind != LinkKind::cannot || !in_witness(link.first) || !in_witness(link.second)) return;
      const Pair pair = std::minmax(components_.group_of(link.first), components_.group_of(link.second));
      if (linked_.insert(pair).second) cite(item, link.first), cite(item, link.second);
    });
  }

  void cite_labels() {
    std::map<std::uint32_t, std::pair<ItemId, std::uint32_t>> label_of;  // component: item and row
    each_label([&](const Label& label, ItemId item) {
      if (in_witness(label.row)) label_of.try_emplace(components_.group_of(label.row), item, label.row);
    });
    for (const auto& one : label_of) {
      const bool needed = std::ranges::any_of(label_of, [&](const auto& other) {
        return other.first != one.first && !linked_.contains(std::minmax(one.first, other.first));
      });
      if (needed) cite(one.second.first, one.second.second);
    }
  }

  void gather_ties() {
    const auto tie = [&](std::uint32_t a, std::uint32_t b, ItemId item) {
      ties_[a].push_back({b, item});
      ties_[b].push_back({a, item});
    };
    each_label([&](const Label& label, ItemId item) {
      const auto class_node = static_cast<std::uint32_t>(components_.rows() + label.label);
      if (in_witness(label.row)) tie(label.row, class_node, item);
    });
    each_link([&](const Link& link, ItemId item) {
      if (link.kind == LinkKind::must && in_witness(link.first)) tie(link.first, link.second, item);
    });
  }

  /// Cites the shortest ways from the first of the rows to the others.
  void tie_together(const std::vector<std::uint32_t>& rows) {
    std::unordered_map<std::uint32_t, Tie> back{{rows[0], {rows[0], {}}}};
    std::vector<std::uint32_t> reached{rows[0]};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const Tie& tie : ties_[reached[i]]) {
        if (back.try_emplace(tie.to, Tie{reached[i], tie.item}).second) reached.push_back(tie.to);
      }
    }
    for (auto node : rows) {
      for (; node != rows[0]; node = back.at(node).to) cited_.insert(back.at(node).item);
    }
  }

  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  const Belief& belief_;
  const SideInformation& known_;
  const Groups& components_;
  const std::vector<std::uint32_t>& witness_;
  std::set<ItemId> cited_;
  std::set<Pair> linked_;                                     // components between which a link was cited
  std::map<std::uint32_t, std::vector<std::uint32_t>> ends_;  // rows of cited items, by component
  std::unordered_map<std::uint32_t, std::vector<Tie>> ties_;
};

/// Where these items were said.
std::vector<std::string> places_of(const std::vector<ItemId>& items, const SideInformation& known) {
  std::vector<std::string> result;
  for (const ItemId id : items) {
    const Source source = id.is_label() ? known.labels[id.index].source : known.links[id.index].source;
    const std::string place = known.describe(source);
    if (!place.empty() && (result.empty() || result.back() != place)) result.push_back(place);
  }
  return result;
}

/// A hard label of each of so many classes, the first ones; fewer if there are fewer.
std::vector<ItemId> labels_of_classes(const Belief& belief, std::size_t classes) {
  std::vector<ItemId> result;
  std::vector<bool> seen(belief.said.label_names.size(), false);
  for (std::size_t i = 0; i < belief.said.labels.size() && result.size() < classes; ++i) {
    const std::uint32_t label = belief.said.labels[i].label;
    if (!belief.status[ItemId::label(i)].is_hard() || seen[label]) continue;
    seen[label] = true;
    result.push_back(ItemId::label(i));
  }
  return result;
}

/// Why there is no colouring: groups, by their components, and the items that keep them apart.
struct Reason {
  std::vector<std::uint32_t> groups;
  bool each_excludes_each = false;
  std::vector<ItemId> items;
};

Reason reason_of(const Belief& belief, const Constraints& constraints, std::size_t clusters,
                 const Feasibility& found) {
  std::vector<ItemId> labels = labels_of_classes(belief, clusters + 1);
  if (labels.size() <= clusters) {
    const Proof proof(belief, constraints.components, found.witness);
    return {found.witness, found.witness_is_clique, minimal_proof(belief.said, proof.items(), clusters)};
  }
  Reason more_classes_than_clusters{{}, true, std::move(labels)};
  for (const ItemId item : more_classes_than_clusters.items) {
    const std::uint32_t row = belief.said.labels[item.index].row;
    more_classes_than_clusters.groups.push_back(constraints.components.group_of(row));
  }
  std::ranges::sort(more_classes_than_clusters.groups);
  return more_classes_than_clusters;
}

std::string in_brackets(const std::vector<std::string>& places) {
  return places.empty() ? "" : fmt::format(" ({})", enumerate(places, most_places));
}

}  // namespace

std::string describe_infeasible(const Belief& belief, const Constraints& constraints, std::size_t clusters) {
  const Adjacency& exclusive = constraints.exclusive;
  const Feasibility found = feasibility(exclusive, clusters, constraints.colourings->of(exclusive, clusters));
  if (found.colours) return {};
  if (!found.decided) {
    return fmt::format("no way was found to honour everything with {} clusters; {} are enough", clusters,
                       found.enough);
  }
  const Reason reason = reason_of(belief, constraints, clusters, found);
  std::vector<std::string> rows;
  for (const auto component : reason.groups)
    rows.push_back(belief.said.row_name(constraints.components.members(component)[0]));
  return fmt::format(
      "the groups of rows {} {}{}, but there {} only {} cluster{}; {} are enough for everything",
      enumerate(rows, most_rows),
      reason.each_excludes_each ? "exclude one another" : "cannot all be kept apart as was said",
      in_brackets(places_of(reason.items, belief.said)), clusters == 1 ? "is" : "are", clusters,
      clusters == 1 ? "" : "s", found.enough);
}

}  // namespace comac
