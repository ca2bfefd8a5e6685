// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "append.hpp"
#include "cluster_run.hpp"
#include "comac/base/error.hpp"
#include "comac/report/report.hpp"
#include "report/sentences.hpp"
#include "report/text.hpp"

namespace comac::app {
namespace {

constexpr std::string_view output_options[] = {"output", "json", "report", "save"};

/// How many of the neighbours an approximate search has found, and whether that is what was aimed at.
std::string neighbours_found(const ChainSummary& chain, double aim) {
  if (chain.exact_neighbours) return "";
  std::string found = fmt::format(", {:.1f} % of the neighbours found", 100 * chain.recall);
  if (chain.recall >= aim) return found;
  return found + fmt::format(", fewer than the {:.4g} % of --recall", 100 * aim);
}

/// What the cost is made of, where there is more than the chain.
std::string terms_of(const CostTerms& terms) {
  if (terms.beside.empty()) return "";
  std::string sentence = fmt::format("chain {:.6f}", terms.cost() - terms.bits_beside());
  for (const auto& [name, bits] : terms.beside) sentence += fmt::format(", {} {:.6f}", name, bits);
  return sentence;
}

/// Of how many searches the result is the best, if there was a choice.
std::string best_of(const RunReport& run) {
  const Result& result = run.result;
  if (result.restarts.size() < 2) return "";
  const bool heard = result.restarts[result.best_restart].echo > 0;
  return fmt::format(", the best of {}{}", counted(result.restarts.size(), start_noun(run.options, result)),
                     heard ? " by cost and rows near linked ones" : "");
}

}  // namespace

std::string labels_csv(const Arguments& arguments, const RunReport& run, const ClusterInput& input) {
  const std::vector<std::string> names =
      run.known.labels.empty() ? std::vector<std::string>() : run.cluster_names;
  const bool append = arguments.flag("append");
  const std::vector<double> unasked;
  const std::vector<AddedColumn> columns = cluster_columns(
      run.result.cluster, names, append || arguments.flag("confidence") ? run.result.confidence : unasked);
  if (append) return append_columns(input.content, input.data, columns);
  std::string out = "row";
  for (const AddedColumn& column : columns) out.append(",").append(column.name);
  out.append("\n");
  for (std::uint32_t r = 0; r < run.result.cluster.size(); ++r) {
    out.append(csv_field(run.known.row_name(r)));
    for (const AddedColumn& column : columns) out.append(",").append(csv_field(column.cell(r)));
    out.append("\n");
  }
  return out;
}

std::string html_report(const Arguments& arguments, const RunReport& run, const ClusterInput& input,
                        const std::optional<Model>& model) {
  ReportView view;
  if (!input.is_chain && !input.data.table.values.empty()) view.table = &input.data.table;
  if (model) view.prepared = model->rows();
  view.x_column = input.plot_x;
  view.y_column = input.plot_y;
  view.command = arguments.repeat_command();
  return to_html(run, view);
}

std::string summary(const RunReport& run, const Arguments& arguments) {
  constexpr std::size_t most_sizes = 12;
  const Result& result = run.result;
  std::string out = headline(run) + "\n";
  const std::vector<std::size_t> sizes(
      result.sizes.begin(),
      result.sizes.begin() + static_cast<std::ptrdiff_t>(std::min(most_sizes, result.sizes.size())));
  out.append(
      fmt::format("sizes  {}{}\n", fmt::join(sizes, ", "), result.sizes.size() > most_sizes ? ", ..." : ""));
  if (result.chain.kind == ChainKind::sparse) {
    out.append(fmt::format("chain  sparse, {} transitions{}\n", result.chain.transitions,
                           neighbours_found(result.chain, run.options.chain.recall)));
  }
  if (const std::string sentence = scaling_sentence(result); !sentence.empty())
    out.append(fmt::format("units  {}\n", sentence));
  if (const std::string sentence = chosen_sentence(result); !sentence.empty()) {
    out.append(fmt::format("scale  {}\n", sentence));
  } else if (result.chain.steps > 1) {
    out.append(fmt::format("steps  {} at a time\n", result.chain.steps));
  }
  const std::string unit = run.system.empty() ? fmt::format(" bits at beta {}", run.options.search.beta) : "";
  out.append(fmt::format("cost   {:.6f}{}{}\n", result.cost, unit, best_of(run)));
  if (const std::string terms = terms_of(result.terms); !terms.empty()) out.append("terms  " + terms + "\n");
  if (run.scores) {
    out.append(fmt::format("truth  NMI {:.4f}, ARI {:.4f}, accuracy {:.4f}\n", run.scores->nmi,
                           run.scores->ari, run.scores->accuracy));
  }
  std::vector<std::string> files;
  for (const std::string_view option : output_options) {
    const std::string path = arguments.text(option);
    if (!path.empty() && path != "-") files.push_back(path);
  }
  if (!files.empty()) out.append(fmt::format("files  {}\n", fmt::join(files, ", ")));
  out.append(fmt::format("time   {}\n", format_milliseconds(run.read_ms + result.times.total)));
  return out;
}

}  // namespace comac::app
