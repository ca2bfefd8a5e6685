// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "evaluate/certify.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "label_file.hpp"
#include "report/messages.hpp"
#include "report/text.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

void check_usage(const Arguments& arguments) {
  if (arguments.positionals().empty()) {
    throw Error(ErrorCode::usage, "LABELS is missing; name the file that comac cluster wrote");
  }
  if (arguments.positionals().size() == 2 && !arguments.given("label-column")) {
    throw Error(ErrorCode::usage,
                fmt::format("'{}' is given, but --label-column is missing; name its column of known labels",
                            arguments.positionals()[1]));
  }
  for (const char* option : {"label-column", "labels", "links", "must-link", "cannot-link"}) {
    if (arguments.given(option)) return;
  }
  throw Error(ErrorCode::usage,
              "there are no labels or links to check; give what comac cluster was given: --labels, --links, "
              "--must-link or --cannot-link FILE, or the table and its --label-column");
}

/// Where the rows have their names in a file that has columns of its own.
std::string row_column(const Arguments& arguments) {
  return arguments.given("id-column") ? arguments.text("id-column") : LabelColumn{}.row_column;
}

/// What was clustered: LABELS itself where it has the table's columns, too.
LabelFile read_clusters(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  if (words.size() > 2) {
    throw Error(ErrorCode::usage, fmt::format("there is one file too many: '{}'; expected LABELS, and DATA "
                                              "with --label-column",
                                              words[2]));
  }
  LabelFile file =
      read_label_file(words[0], {"", words.size() == 2 ? LabelColumn{}.row_column : row_column(arguments)});
  file.check_complete();
  return file;
}

/// Adds the known labels that a column of the table holds.
void read_label_column(const Arguments& arguments, const LabelFile& clusters, SideInformation& known) {
  if (!arguments.given("label-column")) return;
  const std::string& path = arguments.positionals().back();
  const std::string file = arguments.positionals().size() == 2 ? path : split_argument(path).path;
  const LabelFile table =
      read_label_file(file, {arguments.text("label-column"), row_column(arguments), "--label-column"});
  const std::vector<std::size_t> matched = match_rows(table, clusters);
  Dataset data;
  data.labels = Categories{table.labels.names, {}};
  for (const std::size_t row : matched) {
    data.labels->ids.push_back(table.labels.ids[row]);
    data.lines.push_back(table.lines.empty() ? 0 : table.lines[row]);
  }
  add_labels(data, table.path, known);
}

/// Whether the text is how we write this number.
bool is_plain_number(const std::string& text) {
  return text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos &&
         (text == "0" || !text.starts_with('0'));
}

/// Clusters by their own numbers where all are numbers, so that messages speak of the same ones; else by
/// their names.
void set_clusters(const Categories& labels, RunReport& run) {
  run.result.cluster = labels.ids;
  if (!std::ranges::all_of(labels.names, is_plain_number)) {
    run.cluster_names = labels.names;
    return;
  }
  for (std::uint32_t& id : run.result.cluster) id = static_cast<std::uint32_t>(std::stoul(labels.names[id]));
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
  const LabelFile file = read_clusters(arguments);
  RunReport run;
  const RowNames rows = name_rows(file, arguments.flag("one-based"), run.known);
  read_label_column(arguments, file, run.known);
  read_side_files(arguments, rows, run.known);
  if (const std::string note = passed_over_note(run.known); !note.empty()) say_warning(note);
  set_clusters(file.labels, run);
  run.result.certificate.items = judge_hard(Belief(run.known), run.result.cluster);

  const std::string said =
      counted(run.known.labels.size(), "label") + " and " + counted(run.known.links.size(), "link");
  const std::size_t broken = run.result.certificate.violated().size();
  const std::string soft = soft_part(run.known, run.result.cluster);
  if (broken == 0) {
    print(visible(fmt::format("All honoured: {}{}.\n", said, soft)));
    return done;
  }
  print(visible(fmt::format("{}Not honoured: {} of {}{}.\n", violation_lines(run),
                            counted(broken, "constraint"), said, soft)));
  return violated;
}

}  // namespace comac::app
