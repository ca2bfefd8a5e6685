// SPDX-License-Identifier: MIT
#include "cost/soft_term.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "cost/xlog2x.hpp"

namespace comac {
namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;

/// How many bits of the chain a bit of side information is worth. Measured on seven sets: a tenth lets labels
/// correct the clusters where they agree and be outvoted where they don't.
constexpr double exchange = 0.1;

/// Beyond this an item might as well be hard.
constexpr double most_trusted = 0.999;

}  // namespace

double soft_weight(double trust, std::size_t rows) {
  trust = std::clamp(trust, 0.5, most_trusted);
  return exchange * std::log2(trust / (1 - trust)) / static_cast<double>(rows);
}

SoftTerm::Lists::Lists(std::size_t groups, const std::vector<std::pair<std::uint32_t, Weighted>>& of_group)
    : offsets(groups + 1, 0), items(of_group.size()) {
  for (const auto& [group, item] : of_group) ++offsets[group + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  auto next = offsets;
  for (const auto& [group, item] : of_group) items[next[group]++] = item;
}

void SoftTerm::Lists::add(std::size_t group, std::uint32_t what, double weight) {
  const auto first = items.begin() + static_cast<std::ptrdiff_t>(offsets[group]);
  const auto last = items.begin() + static_cast<std::ptrdiff_t>(offsets[group + 1]);
  const auto found = std::find_if(first, last, [&](const Weighted& item) { return item.of == what; });
  if (found != last) found->weight += weight;
}

/// The classes of each group, each class once. Hard labels weigh in too if there are soft ones: they tell
/// which class a cluster stands for.
SoftTerm::Lists SoftTerm::label_lists(const SideInformation& known, const Groups& groups) {
  if (std::ranges::all_of(known.labels, is_hard<Label>)) return {groups.count(), {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> weights;
  for (const Label& label : known.labels) {
    weights[{groups.group_of(label.row), label.label}] += soft_weight(label.trust, groups.rows());
  }
  std::vector<std::pair<std::uint32_t, Weighted>> items;
  for (const auto& [place, weight] : weights) items.push_back({place.first, {place.second, weight}});
  return {groups.count(), items};
}

SoftTerm::Lists SoftTerm::link_lists(const SideInformation& known, const Groups& groups) {
  std::vector<std::pair<std::uint32_t, Weighted>> items;
  for (const Link& link : known.links) {
    const std::uint32_t a = groups.group_of(link.first), b = groups.group_of(link.second);
    if (is_hard(link) || a == b) continue;
    const double weight = soft_weight(link.trust, groups.rows()) * (link.kind == LinkKind::must ? 1 : -1);
    items.push_back({a, {b, weight}});
    items.push_back({b, {a, weight}});
  }
  return {groups.count(), items};
}

SoftTerm::SoftTerm(const SideInformation& known, const Groups& groups, const Partition& start)
    : classes_(known.label_names.size()),
      labels_(label_lists(known, groups)),
      links_(link_lists(known, groups)),
      weight_(start.clusters(), 0),
      weight_of_class_(start.clusters() * classes_, 0),
      moved_to_(groups.count(), nowhere) {
  for (std::size_t g = 0; g < groups.count(); ++g) {
    for (const Weighted& label : labels_.of(g)) {
      weight_[start.of(g)] += label.weight;
      weight_of_class_[start.of(g) * classes_ + label.of] += label.weight;
    }
  }
}

double SoftTerm::entropy() const {
  return sum_xlog2x(weight_.data(), weight_.size()) -
         sum_xlog2x(weight_of_class_.data(), weight_of_class_.size());
}

double SoftTerm::value(const Partition& partition) const {
  double value = entropy();
  for (std::size_t g = 0; g < partition.groups(); ++g) {
    for (const Weighted& link : links_.of(g)) {
      const bool together = partition.of(g) == partition.of(link.of);
      if (together != (link.weight > 0)) value += std::abs(link.weight) / 2;  // each link is in two lists
    }
  }
  return value;
}

/// The change of a cluster's charge if labels join (sign 1) or leave (sign -1).
double SoftTerm::entropy_change(std::size_t cluster, std::span<const Weighted> labels, double sign) const {
  double change = 0, total = 0;
  for (const Weighted& label : labels) {
    const double same = weight_of_class_[cluster * classes_ + label.of];
    change -= xlog2x(same + sign * label.weight) - xlog2x(same);
    total += label.weight;
  }
  return change + xlog2x(weight_[cluster] + sign * total) - xlog2x(weight_[cluster]);
}

/// What the links of a group charge if it is in `cluster`, less what they charge if it is alone.
double SoftTerm::link_charge(std::size_t group, std::uint32_t cluster, const Partition& partition) const {
  double charge = 0;
  for (const Weighted& link : links_.of(group)) {
    const std::uint32_t there = moved_to_[link.of] != nowhere ? moved_to_[link.of] : partition.of(link.of);
    if (there == cluster) charge -= link.weight;
  }
  return charge;
}

void SoftTerm::add_deltas(std::size_t group, std::span<const std::uint32_t> candidates,
                          const Partition& partition, std::span<double> out) const {
  const auto labels = labels_.of(group);
  if (labels.empty() && links_.of(group).empty()) return;
  const std::uint32_t own = partition.of(group);
  const double leaving = entropy_change(own, labels, -1) - link_charge(group, own, partition);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] == own) continue;
    out[i] +=
        leaving + entropy_change(candidates[i], labels, 1) + link_charge(group, candidates[i], partition);
  }
}

void SoftTerm::apply(std::size_t group, std::uint32_t from, std::uint32_t to) {
  for (const Weighted& label : labels_.of(group)) {
    weight_[from] -= label.weight, weight_of_class_[from * classes_ + label.of] -= label.weight;
    weight_[to] += label.weight, weight_of_class_[to * classes_ + label.of] += label.weight;
  }
}

double SoftTerm::delta_of(std::span<const Move> moves, const Partition& partition) {
  if (labels_.items.empty() && links_.items.empty()) return 0;
  const auto weight = weight_, weight_of_class = weight_of_class_;
  double delta = -entropy();
  for (const Move& move : moves) {  // one after the other, each seeing those before it where they have gone
    delta -= link_charge(move.group, partition.of(move.group), partition);
    delta += link_charge(move.group, move.to, partition);
    moved_to_[move.group] = move.to;
    apply(move.group, partition.of(move.group), move.to);
  }
  delta += entropy();
  for (const Move& move : moves) moved_to_[move.group] = nowhere;
  weight_ = weight, weight_of_class_ = weight_of_class;
  return delta;
}

double SoftTerm::weigh(const Label& label, const Groups& groups, const Partition& partition, double share) {
  const double before = entropy(), weight = share * soft_weight(label.trust, groups.rows());
  const std::uint32_t group = groups.group_of(label.row), cluster = partition.of(group);
  labels_.add(group, label.label, weight);
  weight_[cluster] += weight;
  weight_of_class_[cluster * classes_ + label.label] += weight;
  return entropy() - before;
}

double SoftTerm::weigh(const Link& link, const Groups& groups, const Partition& partition, double share) {
  const std::uint32_t a = groups.group_of(link.first), b = groups.group_of(link.second);
  const bool is_must = link.kind == LinkKind::must;
  const double weight = share * soft_weight(link.trust, groups.rows());
  if (a != b) links_.add(a, b, is_must ? weight : -weight), links_.add(b, a, is_must ? weight : -weight);
  // A cannot-link within a group is never charged, since no move could help.
  return a != b && (partition.of(a) == partition.of(b)) != is_must ? weight : 0;
}

TermMaker soft_term(const SideInformation& known) {
  return [&known](const Groups& groups, const Partition& start) {
    return std::make_unique<SoftTerm>(known, groups, start);
  };
}

}  // namespace comac
