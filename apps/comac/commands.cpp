// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli_options.hpp"
#include "command.hpp"
#include "figure.hpp"
#include "methods.hpp"

namespace comac::app {
namespace {

using Lookup = const OptionInfo& (*)(std::string_view);

OptionGroup group(std::string_view title, Lookup lookup, std::initializer_list<std::string_view> names) {
  OptionGroup result{title, {}};
  for (const std::string_view name : names) result.options.push_back(&lookup(name));
  return result;
}

/// All options of the engine about something, but not those of these names.
OptionGroup engine_group(std::string_view title, OptionTopic topic,
                         std::initializer_list<std::string_view> without = {}) {
  OptionGroup result{title, {}};
  for (const OptionInfo& option : option_table()) {
    if (option.topic != topic || std::ranges::find(without, option.name) != without.end()) continue;
    result.options.push_back(option.name == "method" ? &method_option() : &option);
  }
  return result;
}

OptionGroup operator+(OptionGroup first, const OptionGroup& second) {
  first.options.insert(first.options.end(), second.options.begin(), second.options.end());
  return first;
}

OptionGroup rarely_needed(OptionGroup group) {
  group.rarely_needed = true;
  return group;
}

Command cluster_command() {
  return {
      .name = "cluster",
      .arguments = "DATA [--clusters K]",
      .summary = "Group the rows of a table, honouring what is known about them.",
      .groups = {group("What is known", shared_option,
                       {"label-column", "labels", "links", "must-link", "cannot-link"}) +
                     engine_group("", OptionTopic::side),
                 engine_group("Method", OptionTopic::method),
                 group("Input (DATA is CSV, TSV, ARFF or NPY; - is standard input)", shared_option,
                       {"truth-column", "id-column", "columns", "ignore", "transition", "continue"}),
                 group("Output", shared_option,
                       {"output", "append", "json", "report", "save", "quiet", "help"}),
                 rarely_needed(
                     engine_group("Rarely needed (docs/options.md explains them)",
                                  OptionTopic::rarely_needed) +
                     group("", shared_option,
                           {"missing", "category", "ordinal", "allow-violations", "one-based", "confidence",
                            "verbose", "config", "save-rows", "data-dir", "plot-columns"}))},
      .words = {},
      .example = "comac cluster iris.csv --clusters 3 --label-column known --report iris.html -o labels.csv",
      .run = run_cluster};
}

/// The options of comac cluster that steer what is found, and others for the output.
Command like_cluster(std::string_view name, std::string_view summary, const OptionGroup& output) {
  constexpr std::string_view left_out[] = {"allow-violations", "continue",  "confidence",
                                           "verbose",          "save-rows", "plot-columns"};
  Command command = cluster_command();
  command.name = name;
  command.summary = summary;
  command.groups[3] = output;
  for (OptionGroup& one : command.groups) {
    std::erase_if(one.options, [&](const OptionInfo* option) {
      return std::ranges::find(left_out, option->name) != std::end(left_out);
    });
  }
  return command;
}

Command describe_command() {
  Command command = like_cluster(
      "describe", "Cluster as comac cluster does, then say what each cluster is: its columns and rows.",
      group("Output", describe_option, {"top"}) +
          group("", shared_option, {"output", "json", "quiet", "help"}));
  command.example = "comac describe iris.csv --clusters 3 --truth-column class";
  command.run = run_describe;
  return command;
}

Command explain_command() {
  Command command =
      like_cluster("explain", "Cluster as comac cluster does, then say what each label and link costs.",
                   group("Output", explain_option, {"row", "top"}) +
                       group("", shared_option, {"output", "json", "quiet", "help"}));
  command.example = "comac explain iris.csv --clusters 3 --labels known.csv --row 70";
  command.run = run_explain;
  return command;
}

Command predict_command() {
  return {.name = "predict",
          .arguments = "MODEL DATA",
          .summary = "Say to which clusters of a saved model new rows belong, and how surely.",
          .groups = {group("Options", shared_option, {"id-column", "one-based", "data-dir"}) +
                     group("", option_info, {"threads"}) +
                     group("", shared_option, {"append", "output", "quiet", "help"})},
          .words = {},
          .example = "comac predict iris.comac new.csv -o predicted.csv",
          .run = run_predict};
}

Command inspect_command() {
  return {.name = "inspect",
          .arguments = "DATA",
          .summary = "Show what comac cluster would make of each column of a table, and why.",
          .groups = {group("Options", shared_option,
                           {"label-column", "truth-column", "id-column", "columns", "ignore", "missing",
                            "category", "ordinal"}) +
                     group("", option_info, {"scale"}) + group("", shared_option, {"data-dir", "help"})},
          .words = {},
          .example = "comac inspect table.csv",
          .run = run_inspect};
}

Command methods_command() {
  return {.name = "methods",
          .arguments = "",
          .summary = "List the methods of comac cluster: what each can use, and what it is.",
          .groups = {group("Options", shared_option, {"output", "help"})},
          .words = {},
          .example = "comac methods",
          .run = run_methods};
}

Command compare_command() {
  return {.name = "compare",
          .arguments = "DATA --clusters K --truth-column C",
          .summary = "Run several methods on a table whose classes are known; show how well each does.",
          .groups = {group("What is known", sample_option, {"labelled", "pairs"}) +
                         group("", shared_option,
                               {"label-column", "labels", "links", "must-link", "cannot-link"}),
                     group("Methods", experiment_option, {"methods", "runs", "threads"}) +
                         engine_group("", OptionTopic::method, {"method", "restarts", "threads"}) +
                         engine_group("", OptionTopic::side),
                     group("Input", shared_option,
                           {"truth-column", "id-column", "columns", "ignore", "missing", "category",
                            "ordinal", "one-based", "data-dir"}),
                     group("Output", experiment_option, {"csv", "json", "report"}) +
                         group("", shared_option, {"quiet", "help"}),
                     rarely_needed(engine_group("Rarely needed (docs/options.md explains them)",
                                                OptionTopic::rarely_needed))},
          .words = {},
          .example = "comac compare iris.csv --clusters 3 --truth-column class --labelled 0.2",
          .run = run_compare};
}

Command reproduce_command() {
  Command command{.name = "reproduce",
                  .arguments = "[all | FIGURE...]",
                  .summary = "Repeat the paper's figures: one page, and the numbers beside it as CSV.",
                  .groups = {group("Options", experiment_option,
                                   {"out", "quick", "runs", "methods", "again", "threads", "data-dir"}) +
                             group("", shared_option, {"quiet", "help"})},
                  .words = {"all"},
                  .example = "comac reproduce comparison beyond --out figures",
                  .run = run_reproduce};
  for (const auto& figure : experiments::all_figures()) command.words.push_back(figure.name);
  return command;
}

Command score_command() {
  return {.name = "score",
          .arguments = "TRUTH LABELS",
          .summary = "Say how well labels agree with the true classes (FILE:COLUMN picks a column).",
          .groups = {group("Options", score_option, {"truth-column", "label-column", "id-column", "json"}) +
                     group("", shared_option, {"output", "help"})},
          .words = {},
          .example = "comac score iris.csv:class labels.csv",
          .run = run_score};
}

Command verify_command() {
  return {.name = "verify",
          .arguments = "LABELS [DATA --label-column C]",
          .summary = "Check labels against what is known, independently of the engine.",
          .groups = {group("Options", shared_option,
                           {"label-column", "labels", "links", "must-link", "cannot-link", "id-column",
                            "one-based", "help"})},
          .words = {},
          .example = "comac verify labels.csv --links links.csv",
          .run = run_verify};
}

Command generate_command() {
  return {.name = "generate",
          .arguments = "circles|clouds|moons|blobs",
          .summary = "Make a table of points whose classes are known (column class).",
          .groups = {group("Options", generate_option,
                           {"rows", "clusters", "sizes", "distance", "dimensions", "spread", "seed"}) +
                     group("", shared_option, {"output", "help"})},
          .words = {"circles", "clouds", "moons", "blobs"},
          .example = "comac generate circles --seed 7 -o circles.csv",
          .run = run_generate};
}

Command sample_command() {
  return {.name = "sample",
          .arguments = "DATA --truth-column C --labelled P | --pairs P",
          .summary = "Draw side information for comac cluster from the true classes.",
          .groups = {group("Options", sample_option,
                           {"truth-column", "labelled", "classes", "pairs", "wrong", "seed"}) +
                     group("", shared_option, {"id-column", "one-based", "data-dir", "output", "help"})},
          .words = {},
          .example = "comac sample iris.csv --truth-column class --labelled 0.2 -o known.csv",
          .run = run_sample};
}

Command completion_command() {
  return {.name = "completion",
          .arguments = "bash|zsh|fish",
          .summary = "Print a script that completes commands, options and their values in the shell.",
          .groups = {group("Options", shared_option, {"help"})},
          .words = {"bash", "zsh", "fish"},
          .example = "source <(comac completion bash)",
          .run = run_completion};
}

Command options_command() {
  return {.name = "help-options",
          .arguments = "",
          .summary = "Print docs/options.md.",
          .groups = {group("Options", shared_option, {"help"})},
          .words = {},
          .example = "comac help-options > docs/options.md",
          .run = run_options,
          .hidden = true};
}

Command man_command() {
  return {.name = "help-man",
          .arguments = "DIR",
          .summary = "Write the manual's pages into a folder.",
          .groups = {group("Options", shared_option, {"help"})},
          .words = {},
          .example = "comac help-man man",
          .run = run_man,
          .hidden = true};
}

Command columns_command() {
  return {.name = "columns",
          .arguments = "DATA",
          .summary = "Print the names of a table's columns, for completion.",
          .groups = {group("Options", shared_option, {"help"})},
          .words = {},
          .example = "comac columns iris.csv",
          .run = run_columns,
          .hidden = true};
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      cluster_command(),    inspect_command(), predict_command(),  describe_command(),
      explain_command(),    methods_command(), compare_command(),  reproduce_command(),
      score_command(),      verify_command(),  generate_command(), sample_command(),
      completion_command(), options_command(), man_command(),      columns_command()};
  return all;
}

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  return found == commands().end() ? nullptr : &*found;
}

const OptionInfo* find_option(const Command& command, std::string_view name) {
  for (const OptionGroup& group : command.groups) {
    for (const OptionInfo* option : group.options) {
      if (option->name == name) return option;
    }
  }
  return nullptr;
}

char short_name(std::string_view option) {
  if (option == "output") return 'o';
  if (option == "quiet") return 'q';
  if (option == "verbose") return 'v';
  if (option == "help") return 'h';
  return 0;
}

}  // namespace comac::app
