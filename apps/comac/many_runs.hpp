// SPDX-License-Identifier: MIT
#pragma once

#include "arguments.hpp"
#include "runner.hpp"
#include "terminal.hpp"

namespace comac::app {

/// How far many runs are and how long they will still take, on standard error: a bar for a person, a line at
/// every tenth for a log, nothing with --quiet.
class RunsProgress {
 public:
  explicit RunsProgress(const Arguments& arguments);

  /// Stops the runs on Ctrl-C. Valid as long as this lives.
  experiments::OnCell callback();

 private:
  void show(const experiments::CellProgress& progress);

  bool quiet_;
  ProgressBar bar_;
  std::size_t tenths_ = 0;
};

}  // namespace comac::app
