// SPDX-License-Identifier: MIT
#include "comac/data/generate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "comac/base/error.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

std::string to_csv(const Dataset& data) {
  std::string out = fmt::format("{},class\n", fmt::join(data.table.column_names, ","));
  for (std::size_t r = 0; r < data.table.rows; ++r) {
    // A double prints as the shortest text that reads back the same.
    out.append(
        fmt::format("{},{}\n", fmt::join(data.table.row(r), ","), data.truth->names[data.truth->ids[r]]));
  }
  return out;
}

void check_given(const Arguments& arguments, std::string_view option, bool fine) {
  if (!arguments.given(option) || fine) return;
  throw Error(ErrorCode::usage, fmt::format("--{} is {}; expected {}", option, arguments.text(option),
                                            find_option(arguments.command(), option)->range));
}

}  // namespace

int run_generate(const Arguments& arguments) {
  const std::string shape = arguments.only_positional("shape");
  if (shape.empty())
    throw Error(ErrorCode::usage, "the shape is missing; expected circles, clouds, moons or blobs");
  GenerateOptions options;
  options.shape = parse_shape(shape);
  arguments.set("rows", options.rows);
  arguments.set("clusters", options.clusters);
  arguments.set("dimensions", options.dimensions);
  arguments.set("spread", options.spread);
  arguments.set("seed", options.seed);
  check_given(arguments, "rows", options.rows > 0);
  check_given(arguments, "clusters", options.clusters > 0);
  check_given(arguments, "spread", options.spread >= 0 && options.spread <= largest_spread);
  write_result(arguments.text("output"), to_csv(generate(options)));
  return done;
}

}  // namespace comac::app
