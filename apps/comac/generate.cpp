// SPDX-License-Identifier: MIT
#include "comac/data/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

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

/// "950,50"
std::vector<std::size_t> parse_sizes(const Arguments& arguments) {
  std::vector<std::size_t> sizes;
  if (!arguments.given("sizes")) return sizes;
  for (const std::string_view given : {"rows", "clusters"}) {
    if (arguments.given(given))
      throw Error(ErrorCode::usage, fmt::format("--sizes says what --{} would; leave one out", given));
  }
  const std::string text = arguments.text("sizes");
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::size_t size = 0;
    const auto [rest, error] = std::from_chars(text.data() + begin, text.data() + end, size);
    check_given(arguments, "sizes", error == std::errc{} && rest == text.data() + end && size > 0);
    sizes.push_back(size);
    begin = end + 1;
  }
  return sizes;
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
  options.sizes = parse_sizes(arguments);
  arguments.set("distance", options.distance);
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
