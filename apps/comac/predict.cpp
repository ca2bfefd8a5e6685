// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "append.hpp"
#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "comac/model.hpp"
#include "command.hpp"
#include "data/file.hpp"
#include "data/text.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

Model load(const Arguments& arguments) {
  const auto& words = arguments.positionals();
  if (words.size() != 2) {
    throw Error(
        ErrorCode::usage,
        fmt::format("found {} file{}; expected two: MODEL, which comac cluster --save has written, and DATA",
                    words.size(), words.size() == 1 ? "" : "s"));
  }
  std::size_t threads = 0;
  arguments.set("threads", threads);
  return Model::load(words[0], threads);
}

/// The columns of the model, whatever else the file holds.
Dataset read_rows(const Arguments& arguments, const Model& model, std::string& content) {
  ReadOptions options = read_options(arguments);
  options.features = {model.column_names().begin(), model.column_names().end()};
  options.features_about = {model.columns_about().begin(), model.columns_about().end()};
  if (options.features.empty()) options.features.resize(model.columns());
  const std::string path = find_data(arguments, arguments.positionals()[1]);
  content = read_file(path);
  Dataset data = parse_dataset(content, shown_name(path), options);
  if (!data.left_out.empty()) {
    say_warning(fmt::format("{}: left out what the model has no column for: {}", arguments.positionals()[1],
                            listed(data.left_out)));
  }
  if (data.table.column_names.empty() && !model.column_names().empty()) {
    say_warning(fmt::format("{}: no header, so its columns are taken as {}", arguments.positionals()[1],
                            listed(options.features)));
  }
  for (const std::string& note : data.notes) say_warning(note);
  return data;
}

std::string prediction_csv(const std::vector<AddedColumn>& columns, const Dataset& data,
                           std::size_t first_row) {
  std::string out = "row";
  for (const AddedColumn& column : columns) out.append(",").append(column.name);
  out.append("\n");
  for (std::size_t r = 0; r < data.table.rows; ++r) {
    out.append(data.ids.empty() ? std::to_string(first_row + r) : csv_field(data.ids[r]));
    for (const AddedColumn& column : columns) out.append(",").append(csv_field(column.cell(r)));
    out.append("\n");
  }
  return out;
}

}  // namespace

int run_predict(const Arguments& arguments) {
  check_writable(arguments.text("output"));
  const Model model = load(arguments);
  std::string content;
  const Dataset data = read_rows(arguments, model, content);
  const InterruptGuard guard;
  ProgressBar bar(person_reads() && !arguments.flag("quiet"));
  const Prediction prediction = model.predict(data.table, [&](const ProgressEvent& event) {
    bar.show(event);
    return !InterruptGuard::interrupted();
  });
  const std::vector<std::string> names = model.cluster_names();
  const auto columns = cluster_columns(prediction.cluster, names, prediction.confidence);
  for (const std::string& note : prediction.notes)
    say_warning(fmt::format("{}: {}", arguments.positionals()[1], note));
  write_result(arguments.text("output"),
               arguments.flag("append") ? append_columns(content, data, columns)
                                        : prediction_csv(columns, data, arguments.flag("one-based") ? 1 : 0));
  return done;
}

}  // namespace comac::app
