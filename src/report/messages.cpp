// SPDX-License-Identifier: MIT
#include "report/messages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "constraints/contradiction.hpp"
#include "report/sentences.hpp"

namespace comac {
namespace {

/// Each reason to doubt something once; the JSON names every item.
void add_doubts(const std::vector<Conflict>& doubted, std::vector<std::string>& messages) {
  constexpr std::size_t most_told = 10;
  std::vector<std::string> reasons;
  for (const Conflict& conflict : doubted) {
    if (std::ranges::find(reasons, conflict.reason) == reasons.end()) reasons.push_back(conflict.reason);
  }
  for (std::size_t i = 0; i < std::min(reasons.size(), most_told); ++i)
    messages.push_back("doubted: " + reasons[i]);
  if (reasons.size() > most_told)
    messages.push_back(
        fmt::format("doubted: what {} more contradictions are about", reasons.size() - most_told));
}

/// What was left out, and which other items are to blame.
std::string dropped_sentence(const Conflict& conflict, const SideInformation& known) {
  std::string text = "left out: " + item_sentence(known, conflict.item), reasons;
  for (const ItemId item : conflict.against)
    reasons.append(reasons.empty() ? ", because " : " and ").append(item_sentence(known, item));
  return text + reasons;
}

void add_dropped(const std::vector<Conflict>& dropped, const SideInformation& known,
                 std::vector<std::string>& messages) {
  constexpr std::size_t most_told = 10;
  for (std::size_t i = 0; i < std::min(dropped.size(), most_told); ++i)
    messages.push_back(dropped_sentence(dropped[i], known));
  if (dropped.size() > most_told)
    messages.push_back(fmt::format("left out: {} more that contradict others; the JSON names them all",
                                   dropped.size() - most_told));
}

}  // namespace

std::vector<std::string> messages_of(const RunReport& run) {
  const Result& result = run.result;
  std::vector<std::string> messages = result.certificate.warnings;
  add_dropped(result.certificate.dropped(), run.known, messages);
  add_doubts(result.certificate.doubted(), messages);
  if (result.clusters_found < result.sizes.size() && run.options.clusters) {
    messages.push_back(fmt::format("only {} of the {} clusters asked for hold rows{}", result.clusters_found,
                                   result.sizes.size(),
                                   run.system.empty() ? "; with a larger beta fewer stay empty" : ""));
  }
  if (result.cancelled) messages.emplace_back("interrupted: these are the best labels found so far");
  return messages;
}

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

}  // namespace comac
