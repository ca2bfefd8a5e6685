// SPDX-License-Identifier: MIT
#pragma once

#include "base/progress_gate.hpp"
#include "comac/base/error.hpp"

namespace comac {

/// While it lives, checkpoints on this thread, and on those that parallel_for lends to it, ask this gate.
class Checkpoints {
 public:
  explicit Checkpoints(ProgressGate& gate);
  ~Checkpoints();
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

 private:
  friend class SharedCheckpoints;
  explicit Checkpoints(ProgressGate* gate);
  ProgressGate* before_;
};

/// The gate that checkpoints on this thread ask, for threads that help with its work.
class SharedCheckpoints {
 public:
  SharedCheckpoints();
  Checkpoints enter() const { return Checkpoints(gate_); }

 private:
  ProgressGate* gate_;
};

/// A point at which long work may be given up: throws Error(interrupted) if the run is to stop. Work that has
/// something to hand on if it is cut short asks a ProgressGate instead. Does nothing where no Checkpoints
/// live. Costs a call of the user's Progress, so it belongs between steps of some microseconds or more.
void checkpoint();

/// Does the work; false if it was interrupted on the way.
template <class Work>
bool finished(Work work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    return false;
  }
  return true;
}

}  // namespace comac
