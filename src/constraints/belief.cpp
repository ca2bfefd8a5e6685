// SPDX-License-Identifier: MIT
#include "constraints/belief.hpp"

#include <utility>

namespace comac {
namespace {

constexpr double doubtful = 0.8;

}  // namespace

Belief::Belief(SideInformation what) : said(std::move(what)), status(said.per_item(Status{})) {
  for (const ItemId id : status.ids()) {
    status[id].trust = said.trust(id);
    if (status[id].trust < 1) status[id].kind = Status::Kind::soft;
  }
}

void Belief::drop(const std::vector<Conflict>& conflicts) {
  for (const Conflict& conflict : conflicts) {
    status[conflict.item].kind = Status::Kind::dropped;
    status[conflict.item].conflict = std::make_shared<const Conflict>(conflict);
  }
}

void Belief::doubt(const std::vector<Conflict>& conflicts) {
  for (const Conflict& conflict : conflicts) {
    said.trust(conflict.item) = doubtful;
    status[conflict.item] = {Status::Kind::soft, doubtful, std::make_shared<const Conflict>(conflict)};
  }
}

}  // namespace comac
