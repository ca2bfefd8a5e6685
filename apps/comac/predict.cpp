// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "comac/model.hpp"
#include "command.hpp"
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
Dataset read_rows(const Arguments& arguments, const Model& model) {
  ReadOptions options = read_options(arguments);
  options.features = {model.column_names().begin(), model.column_names().end()};
  options.features_about = {model.columns_about().begin(), model.columns_about().end()};
  if (options.features.empty()) options.features.resize(model.columns());
  Dataset data = read_dataset(find_data(arguments, arguments.positionals()[1]), options);
  if (!data.left_out.empty()) {
    say_warning(fmt::format("{}: left out what the model has no column for: {}", arguments.positionals()[1],
                            fmt::join(data.left_out, ", ")));
  }
  if (data.table.column_names.empty() && !model.column_names().empty()) {
    say_warning(fmt::format("{}: no header, so its columns are taken as {}", arguments.positionals()[1],
                            fmt::join(model.column_names(), ", ")));
  }
  for (const std::string& note : data.notes) say_warning(note);
  return data;
}

std::string prediction_csv(const Prediction& prediction, const Model& model, const Dataset& data,
                           std::size_t first_row) {
  const auto names = model.cluster_names();
  const bool with_labels = std::ranges::any_of(names, [](const std::string& name) { return !name.empty(); });
  std::string out = with_labels ? "row,cluster,label,confidence\n" : "row,cluster,confidence\n";
  for (std::size_t r = 0; r < prediction.cluster.size(); ++r) {
    const std::uint32_t cluster = prediction.cluster[r];
    out.append(data.ids.empty() ? std::to_string(first_row + r) : csv_field(data.ids[r]));
    out.append(",").append(std::to_string(cluster));
    if (with_labels) out.append(",").append(csv_field(names[cluster]));
    out.append(fmt::format(",{:.4f}\n", prediction.confidence[r]));
  }
  return out;
}

}  // namespace

int run_predict(const Arguments& arguments) {
  check_writable(arguments.text("output"));
  const Model model = load(arguments);
  const Dataset data = read_rows(arguments, model);
  const InterruptGuard guard;
  ProgressBar bar(person_reads() && !arguments.flag("quiet"));
  const Prediction prediction = model.predict(data.table, [&](const ProgressEvent& event) {
    bar.show(event);
    return !InterruptGuard::interrupted();
  });
  for (const std::string& note : prediction.notes)
    say_warning(fmt::format("{}: {}", arguments.positionals()[1], note));
  write_result(arguments.text("output"),
               prediction_csv(prediction, model, data, arguments.flag("one-based") ? 1 : 0));
  return done;
}

}  // namespace comac::app
