// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "comac/constraints/sampling.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/evaluate/certificate.hpp"
#include "constraints/propagate.hpp"

namespace comac {
namespace {

constexpr std::size_t rows = 1'000'000, classes = 10;

const Categories& truth() {
  static const Categories categories = [] {
    Categories result;
    for (std::size_t c = 0; c < classes; ++c) result.names.push_back(fmt::format("class {}", c));
    for (std::size_t r = 0; r < rows; ++r) result.ids.push_back(static_cast<std::uint32_t>(r % classes));
    return result;
  }();
  return categories;
}

/// Read, propagated and checked.
void use(benchmark::State& state, const std::string& text, bool labels) {
  const RowNames names(rows, false);
  for (auto _ : state) {
    SideInformation known;
    if (labels) {
      parse_labels(text, "labels.csv", names, known);
    } else {
      parse_links(text, "links.csv", names, std::nullopt, known);
    }
    check_rows(known, rows);
    benchmark::DoNotOptimize(propagate(known, rows, OnConflict::error));
    if (!verify(known, truth().ids).empty()) state.SkipWithError("the truth does not honour what it said");
  }
}

void labels(benchmark::State& state) {
  std::string text;
  for (const Label& label : sample_labels(truth(), {.share = 0.1}).labels)
    text += fmt::format("{},{}\n", label.row, truth().names[label.label]);
  use(state, text, true);
}
BENCHMARK(labels)->Name("side/labels_100000")->Unit(benchmark::kMillisecond);

void pairs(benchmark::State& state) {
  std::string text;
  for (const Link& link : sample_pairs(truth(), {.share = 1}).links)
    text += fmt::format("{},{},{}\n", link.first, link.second, link.kind == LinkKind::must ? 1 : -1);
  use(state, text, false);
}
BENCHMARK(pairs)->Name("side/pairs_1000000")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace comac
