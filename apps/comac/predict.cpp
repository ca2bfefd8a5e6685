// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>

#include "append.hpp"
#include "comac/base/error.hpp"
#include "comac/data/read.hpp"
#include "comac/model.hpp"
#include "command.hpp"
#include "data/file.hpp"
#include "data/table_stream.hpp"
#include "data/text.hpp"
#include "exit_code.hpp"
#include "fitted/predict_blocks.hpp"
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

ReadOptions options_for(const Arguments& arguments, const Model& model) {
  ReadOptions options = read_options(arguments);
  options.features = {model.column_names().begin(), model.column_names().end()};
  options.features_about = {model.columns_about().begin(), model.columns_about().end()};
  if (options.features.empty()) options.features.resize(model.columns());
  return options;
}

/// What is to be said about the columns of the file.
void tell_columns(const std::string& path, const Model& model, const Dataset& data) {
  if (!data.left_out.empty())
    say_warning(
        fmt::format("{}: left out what the model has no column for: {}", path, listed(data.left_out)));
  if (data.table.column_names.empty() && !model.column_names().empty()) {
    say_warning(fmt::format("{}: no header, so its columns are taken as {}", path,
                            listed({model.column_names().begin(), model.column_names().end()})));
  }
  for (const std::string& note : data.notes) say_warning(note);
}

/// The result as CSV, a block after the other.
class PredictionCsv {
 public:
  explicit PredictionCsv(bool one_based) : next_row_(one_based ? 1 : 0) {}

  std::string add(const TableBlock& block, const std::vector<AddedColumn>& columns) {
    std::string out;
    if (block.is_first) {
      out = "row";
      for (const AddedColumn& column : columns) out.append(",").append(column.name);
      out.append("\n");
    }
    const Dataset& data = block.data;
    for (std::size_t r = 0; r < data.table.rows; ++r, ++next_row_) {
      out.append(data.ids.empty() ? std::to_string(next_row_) : csv_field(data.ids[r]));
      for (const AddedColumn& column : columns) out.append(",").append(csv_field(column.cell(r)));
      out.append("\n");
    }
    return out;
  }

 private:
  std::size_t next_row_;
};

/// Where the result goes, a piece after the other.
class Sink {
 public:
  explicit Sink(const std::string& path) {
    if (!path.empty() && path != "-") file_.emplace(path);
  }
  void write(std::string_view text) { file_ ? file_->append(text) : print(text); }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<GrowingFile> file_;
};

}  // namespace

int run_predict(const Arguments& arguments) {
  check_writable(arguments.text("output"));
  const Model model = load(arguments);
  const std::string& named = arguments.positionals()[1];
  const bool append = arguments.flag("append");
  TableStream table(find_data(arguments, named), options_for(arguments, model),
                    rows_of_block(model.columns()), append);
  const InterruptGuard guard;  // until here an interrupt ends the process
  ProgressBar bar(person_reads() && !arguments.flag("quiet"));
  const Progress progress = [&](const ProgressEvent& event) {
    bar.show(event);
    return !InterruptGuard::interrupted();
  };
  BlockPredictor predictor(model, table.rows(), progress);
  const std::vector<std::string> names = model.cluster_names();
  PredictionCsv csv(arguments.flag("one-based"));
  TableAppender appender;
  Sink sink(arguments.text("output"));
  for (TableBlock block; table.next(block);) {
    if (block.is_first) tell_columns(named, model, block.data);
    const Prediction found = block.data.table.rows > 0 ? predictor.predict(block.data.table) : Prediction();
    const auto columns = cluster_columns(found.cluster, names, found.confidence);
    sink.write(append ? appender.add(block, columns) : csv.add(block, columns));
  }
  for (const std::string& note : predictor.notes()) say_warning(fmt::format("{}: {}", named, note));
  sink.commit();
  return done;
}

}  // namespace comac::app
