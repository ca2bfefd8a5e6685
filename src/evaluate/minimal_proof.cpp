// SPDX-License-Identifier: MIT
#include "evaluate/minimal_proof.hpp"

#include <algorithm>
#include <map>

#include "constraints/feasibility.hpp"
#include "constraints/propagate.hpp"

namespace comac {
namespace {

/// The items alone, about rows and classes that are numbered anew, and whether some of them can hold.
class Trials {
 public:
  Trials(const SideInformation& said, const std::vector<ItemId>& items, std::size_t clusters)
      : clusters_(clusters) {
    for (const ItemId item : items) {
      if (item.is_label()) {
        const Label& label = said.labels[item.index];
        own_.push_back(ItemId::label(known_.labels.size()));
        known_.labels.push_back({own_row(label.row), own_class(label.label), {}});
      } else {
        const Link& link = said.links[item.index];
        own_.push_back(ItemId::link(known_.links.size()));
        known_.links.push_back({own_row(link.first), own_row(link.second), link.kind, {}});
      }
    }
    known_.label_names.resize(classes_.size());
  }

  void leave_out(std::size_t item) { known_.trust(own_[item]) = 0; }
  void take_back(std::size_t item) { known_.trust(own_[item]) = 1; }

  /// Whether what isn't left out surely can't hold; false where there is no time left to see that.
  bool are_impossible() {
    if (work_ > most_work) return false;
    const Constraints constraints = propagate(known_, rows_.size(), OnConflict::drop);
    work_ += own_.size() + constraints.exclusive.edges();
    return is_surely_impossible(constraints.exclusive, clusters_, steps_);
  }

 private:
  /// Items and pairs of groups that are looked at: half a second or so.
  static constexpr std::size_t most_work = 10'000'000;

  std::uint32_t own_row(std::uint32_t row) {
    return rows_.try_emplace(row, static_cast<std::uint32_t>(rows_.size())).first->second;
  }
  std::uint32_t own_class(std::uint32_t label) {
    return classes_.try_emplace(label, static_cast<std::uint32_t>(classes_.size())).first->second;
  }

  std::size_t clusters_;
  SideInformation known_;
  std::vector<ItemId> own_;  // of each item
  std::map<std::uint32_t, std::uint32_t> rows_, classes_;
  std::size_t work_ = 0, steps_ = colouring_steps;
};

}  // namespace

std::vector<ItemId> minimal_proof(const SideInformation& said, const std::vector<ItemId>& items,
                                  std::size_t clusters) {
  Trials trials(said, items, clusters);
  std::vector<ItemId> needed;
  for (std::size_t i = items.size(); i-- > 0;) {
    trials.leave_out(i);
    if (trials.are_impossible()) continue;
    trials.take_back(i);
    needed.push_back(items[i]);
  }
  std::ranges::reverse(needed);
  return needed;
}

}  // namespace comac
