// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cluster_model.hpp"
#include "cluster_run.hpp"
#include "comac/base/error.hpp"
#include "comac/report/report.hpp"
#include "command.hpp"
#include "evaluate/name_clusters.hpp"
#include "exit_code.hpp"
#include "methods.hpp"
#include "paint.hpp"
#include "prep/prepare.hpp"
#include "report/describe_text.hpp"
#include "report/messages.hpp"
#include "report/text.hpp"
#include "terminal.hpp"

namespace comac::app {

Description describe_clusters(const ClusterInput& input, const std::optional<Model>& model,
                              const RunReport& run, std::size_t top) {
  DescribeInput about;
  about.traits = about.border = top;
  about.threads = run.options.threads;
  const bool has_values = !input.is_chain && !input.data.table.values.empty();
  if (has_values) {
    about.columns = input.data.table.columns;
    about.column = columns_of(input.data.table);
  }
  if (model) about.compared = model->rows();
  if (model || !has_values) return describe(run.result, about);
  const Prepared prepared = prepare(input.data.table, run.options.prep.scale, 0);
  about.compared = prepared.rows.view();
  return describe(run.result, about);
}

int run_describe(const Arguments& arguments) {
  check_options_of_method(arguments);
  engine_options(arguments);  // mistakes on the command line come before the work
  std::size_t top = 5;
  arguments.set("top", top);
  const ClusterInput input = read_cluster_input(arguments);
  const Options options = options_for(arguments, input);
  const InterruptGuard guard;
  std::optional<Model> model;
  if (is_engine(chosen_system(arguments).info().name)) model = run_model(arguments, input, options);
  RunReport run = begin_report(arguments, input, options);
  run.result = model ? model->result() : run_system(arguments, input, options);
  if (run.result.cluster.empty())
    throw Error(ErrorCode::interrupted, "interrupted before there was a result");
  finish_report(input, run);
  run.description = describe_clusters(input, model, run, top);
  for (const std::string& message : run.reading) say_warning(message);
  for (const std::string& message : run.messages) say_warning(message);
  Outputs outputs;
  if (arguments.given("json")) outputs.add(arguments.text("json"), to_json(run));
  const Table* table = input.data.table.values.empty() ? nullptr : &input.data.table;
  const std::string text = visible(description_text(run, table));
  const bool painted = goes_to_terminal(arguments.text("output"));
  outputs.add(arguments.text("output"), painted ? paint_parts(text) : text);
  outputs.commit();
  return run.result.cancelled ? interrupted : done;
}

}  // namespace comac::app
