// SPDX-License-Identifier: MIT
#include "many_runs.hpp"

#include <fmt/format.h>

#include "report/text.hpp"

namespace comac::app {

RunsProgress::RunsProgress(const Arguments& arguments)
    : quiet_(arguments.flag("quiet")), bar_(person_reads() && !quiet_) {}

experiments::OnCell RunsProgress::callback() {
  return [this](const experiments::CellProgress& progress) {
    show(progress);
    return !InterruptGuard::interrupted();
  };
}

void RunsProgress::show(const experiments::CellProgress& progress) {
  const std::string left = format_milliseconds(progress.milliseconds_left) + " left";
  if (person_reads()) {
    bar_.show({left, static_cast<double>(progress.done) / static_cast<double>(progress.all)});
  } else if (const std::size_t tenths = 10 * progress.done / progress.all; tenths > tenths_ && !quiet_) {
    tenths_ = tenths;
    say(fmt::format("{} of {} runs, {}", progress.done, progress.all, left));
  }
}

}  // namespace comac::app
