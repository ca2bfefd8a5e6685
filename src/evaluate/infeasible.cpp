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

  std::vector<std::string> places() const {
    std::vector<std::string> result;
    for (const ItemId id : cited_) {
      const Source source = id.is_label() ? known_.labels[id.index].source : known_.links[id.index].source;
      const std::string place = known_.describe(source);
      if (!place.empty() && (result.empty() || result.back() != place)) result.push_back(place);
    }
    return result;
  }

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

std::string in_brackets(const std::vector<std::string>& places) {
  return places.empty() ? "" : fmt::format(" ({})", enumerate(places, most_places));
}

}  // namespace

std::string describe_infeasible(const Belief& belief, const Constraints& constraints, std::size_t clusters) {
  const Feasibility found = feasible_colouring(constraints.exclusive, clusters);
  if (found.colours) return {};
  if (!found.decided) {
    return fmt::format("no way was found to honour everything with {} clusters; {} are enough", clusters,
                       found.enough);
  }
  std::vector<std::string> rows;
  for (const auto component : found.witness)
    rows.push_back(belief.said.row_name(constraints.components.members(component)[0]));
  return fmt::format(
      "the groups of rows {} {}{}, but there {} only {} cluster{}; {} are enough for everything",
      enumerate(rows, most_rows),
      found.witness_is_clique ? "exclude one another" : "cannot all be kept apart as was said",
      in_brackets(Proof(belief, constraints.components, found.witness).places()),
      clusters == 1 ? "is" : "are", clusters, clusters == 1 ? "" : "s", found.enough);
}

}  // namespace comac
