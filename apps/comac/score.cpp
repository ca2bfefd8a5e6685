// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "comac/base/error.hpp"
#include "comac/evaluate/scores.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "label_file.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

/// For each row of `labels` the row of `truth` that it stands for: by name if both name their rows,
/// else in order.
std::vector<std::size_t> match_rows(const LabelFile& truth, const LabelFile& labels) {
  const std::size_t count = labels.labels.ids.size();
  if (truth.labels.ids.size() != count) {
    throw Error(ErrorCode::data, fmt::format("{} has {} rows, but {} has {}; expected the same rows in both",
                                             truth.path, truth.labels.ids.size(), labels.path, count));
  }
  std::vector<std::size_t> matched(count);
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t r = 0; r < truth.rows.size(); ++r) {
    if (!by_name.emplace(truth.rows[r], r).second) {
      throw Error(ErrorCode::data, {truth.path, 0, 0},
                  fmt::format("row '{}' is there twice; expected each once", truth.rows[r]));
    }
  }
  for (std::size_t r = 0; r < count; ++r) {
    matched[r] = r;
    if (by_name.empty() || labels.rows.empty()) continue;
    const auto found = by_name.find(labels.rows[r]);
    if (found == by_name.end()) {
      throw Error(ErrorCode::data, {labels.path, 0, 0},
                  fmt::format("row '{}' is not a row of {}", labels.rows[r], truth.path));
    }
    matched[r] = found->second;
  }
  return matched;
}

/// Numbered rows out of order can only be matched if the other file names its rows, too.
void check_order(const LabelFile& named, const LabelFile& other) {
  if (named.rows.empty() || !other.rows.empty() || named.first_number()) return;
  if (named.rows[0].find_first_not_of("0123456789") != std::string::npos) return;
  throw Error(ErrorCode::data, {named.path, 0, 0},
              fmt::format("the rows are not in order and {} has no column that names its rows; sort the file",
                          other.path));
}

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

}  // namespace

int run_score(const Arguments& arguments) {
  if (arguments.positionals().size() != 2) {
    throw Error(ErrorCode::usage, fmt::format("{} files are given; expected two, TRUTH and LABELS",
                                              arguments.positionals().size()));
  }
  LabelColumn truth_column{arguments.text("truth-column"), "row"};
  if (arguments.given("id-column")) truth_column.row_column = arguments.text("id-column");
  const LabelFile truth = read_label_file(arguments.positionals()[0], truth_column);
  const LabelFile labels = read_label_file(arguments.positionals()[1], {});
  labels.check_complete();
  check_order(truth, labels);
  check_order(labels, truth);

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
