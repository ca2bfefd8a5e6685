// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/base/error.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/read.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

Dataset read_truth(const Arguments& arguments) {
  const std::string path = arguments.only_positional("DATA");
  if (path.empty()) throw Error(ErrorCode::usage, "DATA is missing; name a file, or - for standard input");
  if (!arguments.given("truth-column")) {
    throw Error(ErrorCode::usage, "--truth-column is missing; name the column of true classes");
  }
  const ReadOptions options = read_options(arguments);
  return read_dataset(find_data(arguments, path), options);
}

std::string labels_csv(const SideInformation& known) {
  std::string out = "row,label\n";
  for (const Label& label : known.labels) {
    out.append(fmt::format("{},{}\n", csv_field(known.row_name(label.row)),
                           csv_field(known.label_names[label.label])));
  }
  return out;
}

std::string links_csv(const SideInformation& known) {
  std::string out = "first,second,link\n";
  for (const Link& link : known.links) {
    out.append(fmt::format("{},{},{}\n", csv_field(known.row_name(link.first)),
                           csv_field(known.row_name(link.second)),
                           link.kind == LinkKind::must ? "must" : "cannot"));
  }
  return out;
}

SideInformation sampled_labels(const Arguments& arguments, const Categories& truth) {
  LabelSampling sampling;
  arguments.set("labelled", sampling.share);
  if (const std::string classes = arguments.text("classes"); classes == to_string(LabelledClasses::two)) {
    sampling.classes = LabelledClasses::two;
  } else if (!classes.empty() && classes != to_string(LabelledClasses::all)) {
    throw Error(ErrorCode::usage, fmt::format("--classes is '{}'; expected one of all, 2", classes));
  }
  arguments.set("wrong", sampling.wrong);
  arguments.set("seed", sampling.seed);
  return sample_labels(truth, sampling);
}

SideInformation sampled_pairs(const Arguments& arguments, const Categories& truth) {
  PairSampling sampling;
  arguments.set("pairs", sampling.share);
  arguments.set("wrong", sampling.wrong);
  arguments.set("seed", sampling.seed);
  return sample_pairs(truth, sampling);
}

}  // namespace

int run_sample(const Arguments& arguments) {
  if (arguments.given("labelled") == arguments.given("pairs")) {
    throw Error(ErrorCode::usage, "expected either --labelled P or --pairs P");
  }
  if (arguments.given("pairs") && arguments.given("classes")) {
    throw Error(ErrorCode::usage, "--classes is for --labelled; pairs are drawn from all rows");
  }
  const Dataset data = read_truth(arguments);
  const bool pairs = arguments.given("pairs");
  SideInformation known =
      pairs ? sampled_pairs(arguments, *data.truth) : sampled_labels(arguments, *data.truth);
  known.row_names = names_of_rows(data, arguments.flag("one-based"));
  known.first_row = arguments.flag("one-based") ? 1 : 0;
  write_result(arguments.text("output"), pairs ? links_csv(known) : labels_csv(known));
  return done;
}

}  // namespace comac::app
