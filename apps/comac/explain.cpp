// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "cluster_run.hpp"
#include "comac/base/error.hpp"
#include "comac/constraints/side_information.hpp"
#include "command.hpp"
#include "constraints/contradiction.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "report/explanation_json.hpp"
#include "report/text.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

/// The row of --row, if it was given.
std::vector<std::uint32_t> rows_asked_for(const Arguments& arguments, const ClusterInput& input) {
  if (!arguments.given("row")) return {};
  const RowNames names = row_names(input.data, arguments.flag("one-based"));
  if (const auto row = names.find(arguments.text("row"))) return {*row};
  throw Error(ErrorCode::usage,
              fmt::format("--row is '{}'; expected {}", arguments.text("row"), names.expected()));
}

std::string remarks(const ItemCost& item) {
  return fmt::format("{}{}", item.soft ? "; soft" : "", item.violated ? "; does not hold" : "");
}

/// "0.001234  row 3 is labelled 'a' (known.csv:2)" for the most expensive ones.
std::string ranking_text(const Explanation& explanation, const SideInformation& known, std::size_t top) {
  const auto& ranking = explanation.ranking;
  const auto expensive = static_cast<std::size_t>(
      std::ranges::count_if(ranking, [](const ItemCost& item) { return item.bits > 0; }));
  std::string out = fmt::format("{} of {} labels and links cost something.\n", expensive, ranking.size());
  for (std::size_t i = 0; i < std::min(top, expensive); ++i) {
    out.append(fmt::format("{:.6f} bits  {}{}\n", ranking[i].bits, item_sentence(known, ranking[i].item),
                           remarks(ranking[i])));
  }
  if (expensive > top) out.append(fmt::format("and {} more.\n", expensive - top));
  return out;
}

std::string row_text(const RowMargins& row, const SideInformation& known, const Result& result) {
  const std::uint32_t own = result.cluster[row.row];
  std::string out = fmt::format("Row {} is in cluster {}.\n", known.row_name(row.row), own);
  for (std::size_t y = 0; y < row.bits.size(); ++y) {
    if (y == own) continue;
    out.append(
        fmt::format("cluster {}: {:+.6f} bits{}\n", y, row.bits[y], row.allowed[y] ? "" : ", not allowed"));
  }
  for (const ItemId item : row.held_by) out.append(fmt::format("held by: {}\n", item_sentence(known, item)));
  return out;
}

void check_method(const Arguments& arguments) {
  const std::string method = arguments.text("method");
  if (method.empty() || method.starts_with("comac")) return;
  throw Error(ErrorCode::usage,
              fmt::format("--method is '{}'; expected comac, comac-seq or comac-ann to explain", method));
}

}  // namespace

int run_explain(const Arguments& arguments) {
  engine_options(arguments);  // mistakes on the command line come before the work
  check_method(arguments);
  std::size_t top = 20;
  arguments.set("top", top);
  const ClusterInput input = read_cluster_input(arguments);
  Options options = options_for(arguments, input);
  options.explain = true;
  options.explain_rows = rows_asked_for(arguments, input);
  options.validate();

  const InterruptGuard guard;
  const Result result = run_system(arguments, input, options);
  if (!result.explanation) throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  const Explanation& explanation = *result.explanation;
  Outputs outputs;
  if (arguments.given("json")) {
    outputs.add(arguments.text("json"), explanation_json(explanation, input.known, result));
  }
  std::string text = ranking_text(explanation, input.known, top);
  for (const RowMargins& row : explanation.rows) text += row_text(row, input.known, result);
  outputs.add(arguments.text("output"), visible(text));
  outputs.commit();
  return done;
}

}  // namespace comac::app
