// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "evaluate/certify.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "label_file.hpp"
#include "report/text.hpp"
#include "terminal.hpp"
#include "violations.hpp"

namespace comac::app {
namespace {

void check_usage(const Arguments& arguments) {
  if (arguments.positionals().empty()) {
    throw Error(ErrorCode::usage, "LABELS is missing; name the file that comac cluster wrote");
  }
  for (const char* option : {"labels", "links", "must-link", "cannot-link"}) {
    if (arguments.given(option)) return;
  }
  throw Error(ErrorCode::usage,
              "expected --labels, --links, --must-link or --cannot-link FILE to check against");
}

/// Clusters by their own numbers where the file has numbers, so that messages speak of the same ones.
std::vector<std::uint32_t> own_numbers(const Categories& labels) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : labels.names) {
    if (name.size() > 9 || name.find_first_not_of("0123456789") != std::string::npos) return labels.ids;
    numbers.push_back(static_cast<std::uint32_t>(std::stoul(name)));
  }
  std::vector<std::uint32_t> cluster = labels.ids;
  for (std::uint32_t& id : cluster) {
    if (id != unknown_category) id = numbers[id];
  }
  return cluster;
}

/// What need not hold, since its confidence is below 1: counted, not checked.
std::string soft_part(const SideInformation& known, const std::vector<std::uint32_t>& cluster) {
  const auto soft_labels =
      std::ranges::count_if(known.labels, [](const Label& label) { return !is_hard(label); });
  std::size_t soft_links = 0, hold = 0;
  for (const Link& link : known.links) {
    if (is_hard(link)) continue;
    ++soft_links;
    hold += (cluster[link.first] == cluster[link.second]) == (link.kind == LinkKind::must) ? 1 : 0;
  }
  if (soft_labels + static_cast<std::ptrdiff_t>(soft_links) == 0) return "";
  return fmt::format("; {} and {} need not hold, since their confidence is below 1 ({} of these links do)",
                     counted(static_cast<std::size_t>(soft_labels), "label"), counted(soft_links, "link"),
                     hold);
}

}  // namespace

int run_verify(const Arguments& arguments) {
  check_usage(arguments);
  const LabelFile file = read_label_file(arguments.only_positional("LABELS"), {});
  RunReport run;
  const RowNames rows = name_rows(file, arguments.flag("one-based"), run.known);
  read_side_files(arguments, rows, run.known);
  run.result.cluster = own_numbers(file.labels);
  run.result.certificate.items = judge_hard(Belief(run.known), run.result.cluster);

  const std::string said =
      counted(run.known.labels.size(), "label") + " and " + counted(run.known.links.size(), "link");
  const std::size_t broken = run.result.certificate.violated().size();
  const std::string soft = soft_part(run.known, run.result.cluster);
  if (broken == 0) {
    print(fmt::format("All honoured: {}{}.\n", said, soft));
    return done;
  }
  print(fmt::format("{}Not honoured: {} of {}{}.\n", violation_lines(run), counted(broken, "constraint"),
                    said, soft));
  return violated;
}

}  // namespace comac::app
