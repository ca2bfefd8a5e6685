// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"
#include "comac/evaluate/scores.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "label_file.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

std::string to_text(const Scores& s) {
  return fmt::format(
      "NMI          {:.6f}\nARI          {:.6f}\nAMI          {:.6f}\nhomogeneity  {:.6f}\n"
      "completeness {:.6f}\naccuracy     {:.6f}\n",
      s.nmi, s.ari, s.ami, s.homogeneity, s.completeness, s.accuracy);
}

std::string to_json(const Scores& s, std::size_t rows) {
  const nlohmann::ordered_json json{{"rows", rows},
                                    {"nmi", s.nmi},
                                    {"ari", s.ari},
                                    {"ami", s.ami},
                                    {"homogeneity", s.homogeneity},
                                    {"completeness", s.completeness},
                                    {"accuracy", s.accuracy}};
  return json.dump(2) + "\n";
}

bool can_be_read(const std::string& file, const LabelColumn& column) {
  try {
    read_label_file(file, column);
  } catch (const Error&) {
    return false;
  }
  return true;
}

/// Of the first file; where only the second one has the column, that is said.
LabelFile read_truth(const std::vector<std::string>& files, const LabelColumn& column) {
  try {
    return read_label_file(files[0], column);
  } catch (const Error&) {
    if (column.column.empty() || !can_be_read(files[1], column)) throw;
    throw Error(ErrorCode::usage,
                fmt::format("{} has the column '{}' and {} has not; the file with the classes comes first: "
                            "comac score {} {}",
                            files[1], column.column, files[0], files[1], files[0]));
  }
}

}  // namespace

int run_score(const Arguments& arguments) {
  if (arguments.positionals().size() != 2) {
    const std::size_t count = arguments.positionals().size();
    throw Error(ErrorCode::usage, fmt::format("{} file{} given; expected two, TRUTH and LABELS", count,
                                              count == 1 ? " is" : "s are"));
  }
  if (arguments.given("truth-column") && arguments.given("label-column")) {
    throw Error(ErrorCode::usage,
                "both --truth-column and --label-column are given; expected the one that holds the classes");
  }
  LabelColumn truth_column{arguments.text(arguments.given("label-column") ? "label-column" : "truth-column"),
                           "row", "--truth-column or --label-column", arguments.given("label-column")};
  if (arguments.given("id-column")) truth_column.row_column = arguments.text("id-column");
  const LabelFile truth = read_truth(arguments.positionals(), truth_column);
  const LabelFile labels = read_label_file(arguments.positionals()[1], {});
  labels.check_complete();

  std::vector<std::uint32_t> expected;
  std::vector<std::uint32_t> found;
  const std::vector<std::size_t> matched = match_rows(truth, labels);
  for (std::size_t r = 0; r < matched.size(); ++r) {
    if (truth.labels.ids[matched[r]] == unknown_category) continue;
    expected.push_back(truth.labels.ids[matched[r]]);
    found.push_back(labels.labels.ids[r]);
  }
  if (expected.empty()) throw Error(ErrorCode::data, {truth.path, 0, 0}, "no row has a known class");
  const Scores scores = score(expected, found);
  write_result(arguments.text("output"),
               arguments.flag("json") ? to_json(scores, found.size()) : to_text(scores));
  return done;
}

}  // namespace comac::app
