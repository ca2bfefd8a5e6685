// SPDX-License-Identifier: MIT
#include "figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "comac/base/error.hpp"

namespace comac::experiments {

#define COMAC_FIGURES(FIGURE)                  \
  FIGURE(circles, "circles")                   \
  FIGURE(sensitivity_k, "sensitivity-k")       \
  FIGURE(sensitivity_beta, "sensitivity-beta") \
  FIGURE(data_sets, "data-sets")               \
  FIGURE(comparison, "comparison")             \
  FIGURE(two_classes, "two-classes")           \
  FIGURE(wrong_labels, "wrong-labels")         \
  FIGURE(propagation, "propagation")           \
  FIGURE(scale, "scale")                       \
  FIGURE(beyond, "beyond")

namespace figures {
#define DECLARE(function, name) Figure function(const Scope& scope);
COMAC_FIGURES(DECLARE)
#undef DECLARE
}  // namespace figures

bool Scope::wants(std::string_view set) const {
  return only_sets.empty() || std::ranges::find(only_sets, set) != only_sets.end();
}

bool Scope::runs_system(std::string_view system) const {
  return only_systems.empty() || std::ranges::find(only_systems, system) != only_systems.end();
}

std::vector<double> Scope::levels(std::vector<double> all, std::size_t step) const {
  if (!quick) return all;
  std::vector<double> some;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % step == 0 || i + 1 == all.size()) some.push_back(all[i]);
  }
  return some;
}

std::vector<Cell> Figure::cells(const Scope& scope) const {
  std::vector<Cell> all;
  for (const Point& point : points) {
    if (point.is_published() || !scope.runs_system(point.cell.system)) continue;
    for (std::size_t draw = 0; draw < std::min(scope.runs, point.most_draws); ++draw) {
      all.push_back(point.cell);
      all.back().draw = draw;
    }
  }
  return all;
}

namespace {

double value_of(const Measurement& run, Score score) {
  return score == Score::nmi ? run.nmi : score == Score::ari ? run.ari : run.off;
}

}  // namespace

Mean mean_of(const Point& point, const Store& store, std::size_t runs) {
  if (point.is_published()) return {point.published, 0, 0};
  double sum = 0, squares = 0;
  std::size_t count = 0;
  Cell cell = point.cell;
  for (cell.draw = 0; cell.draw < std::min(runs, point.most_draws); ++cell.draw) {
    const Measurement* run = store.find(cell.key());
    if (run == nullptr || std::isnan(run->nmi)) continue;
    const double value = value_of(*run, point.score);
    sum += value;
    squares += value * value;
    ++count;
  }
  if (count == 0) return {};
  const auto n = static_cast<double>(count);
  const double variance = count > 1 ? std::max(0.0, (squares - sum * sum / n) / (n - 1)) : 0;
  return {sum / n, std::sqrt(variance), count};
}

std::span<const FigureEntry> all_figures() {
#define ENTRY(function, name) FigureEntry{name, &figures::function},
  static const std::array all = {COMAC_FIGURES(ENTRY)};
#undef ENTRY
  return all;
}

std::vector<FigureEntry> choose_figures(const std::vector<std::string>& names) {
  const auto all = all_figures();
  std::vector<std::string_view> known;
  for (const FigureEntry& entry : all) known.push_back(entry.name);
  for (const std::string& name : names) {
    if (name == "all" || std::ranges::find(known, name) != known.end()) continue;
    throw Error(ErrorCode::usage,
                fmt::format("there is no figure '{}'; expected all, {}", name, fmt::join(known, ", ")));
  }
  if (names.empty() || std::ranges::find(names, "all") != names.end()) return {all.begin(), all.end()};
  std::vector<FigureEntry> chosen;
  for (const FigureEntry& entry : all) {
    if (std::ranges::find(names, entry.name) != names.end()) chosen.push_back(entry);
  }
  return chosen;
}

}  // namespace comac::experiments
