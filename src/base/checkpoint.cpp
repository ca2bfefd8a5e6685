// SPDX-License-Identifier: MIT
#include "base/checkpoint.hpp"

#include <utility>

namespace comac {
namespace {

thread_local ProgressGate* current = nullptr;

}  // namespace

Checkpoints::Checkpoints(ProgressGate& gate) : Checkpoints(&gate) {}
Checkpoints::Checkpoints(ProgressGate* gate) : before_(std::exchange(current, gate)) {}
Checkpoints::~Checkpoints() { current = before_; }

SharedCheckpoints::SharedCheckpoints() : gate_(current) {}

void checkpoint() {
  if (current != nullptr && current->report_again())
    throw Error(ErrorCode::interrupted, "interrupted before there was a result");
}

}  // namespace comac
