// SPDX-License-Identifier: MIT
#include "violations.hpp"

#include <fmt/format.h>

#include "report/sentences.hpp"

namespace comac::app {

std::string violation_lines(const RunReport& run) {
  constexpr std::size_t most_shown = 10;
  std::string out;
  for (const Finding& finding : describe_violations(run, most_shown)) {
    out.append(fmt::format("{}{}{}\n", fmt::join(finding.places, ", "), finding.places.empty() ? "" : ": ",
                           finding.sentence));
  }
  const std::size_t count = run.result.certificate.violated().size();
  if (count > most_shown) out.append(fmt::format("and {} more.\n", count - most_shown));
  return out;
}

}  // namespace comac::app
