// SPDX-License-Identifier: MIT
#include "comac/evaluate/certificate.hpp"

namespace comac {

std::vector<Violation> Certificate::violated() const {
  std::vector<Violation> result, clashes;
  for (const ItemId id : items.ids()) {
    const Verdict& verdict = items[id];
    if (verdict.holds || !verdict.status.is_hard()) continue;
    if (!id.is_label()) result.push_back({id, id});
    for (const ItemId other : verdict.clashes) clashes.push_back({other, id});
  }
  result.insert(result.end(), clashes.begin(), clashes.end());
  return result;
}

std::vector<ItemId> Certificate::outvoted() const {
  std::vector<ItemId> result;
  for (const ItemId id : items.ids()) {
    if (items[id].status.kind == Status::Kind::soft && !items[id].holds) result.push_back(id);
  }
  return result;
}

namespace {

std::vector<Conflict> conflicts_of(const PerItem<Verdict>& items, Status::Kind kind) {
  std::vector<Conflict> result;
  for (const ItemId id : items.ids()) {
    const Status& status = items[id].status;
    if (status.kind == kind && status.conflict) result.push_back(*status.conflict);
  }
  return result;
}

}  // namespace

std::vector<Conflict> Certificate::dropped() const { return conflicts_of(items, Status::Kind::dropped); }
std::vector<Conflict> Certificate::doubted() const { return conflicts_of(items, Status::Kind::soft); }

}  // namespace comac
