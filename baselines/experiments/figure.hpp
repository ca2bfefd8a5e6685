// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cell.hpp"
#include "store.hpp"

namespace comac::experiments {

/// How much of the paper is repeated.
struct Scope {
  std::size_t runs = 10;
  bool quick = false;
  std::vector<std::string> only_sets = {};  ///< empty: all
  std::vector<std::string> only_systems =
      {};  ///< that are run; empty: all. What is stored of others is shown.

  bool wants(std::string_view set) const;
  bool runs_system(std::string_view system) const;
  /// `all`, or every `step`-th of them (first and last included) in a quick run.
  std::vector<double> levels(std::vector<double> all, std::size_t step = 2) const;
};

/// What of a run a figure shows.
enum class Score { nmi, ari, clusters_off };

/// One point of a line in a panel of a block: the mean over the draws of `cell`, or a published value.
struct Point {
  std::string block;  ///< a grid of panels with a heading
  std::string panel;
  std::string series;
  double x = 0;
  Cell cell = {};          ///< its draw is set by the runner
  double published = NAN;  ///< instead of the cell
  Score score = Score::nmi;
  std::size_t most_draws = 1000;  ///< where fewer than those of the scope will do
  bool is_published() const { return !std::isnan(published); }
};

/// What a figure shows beside its lines.
struct Extra {
  std::string html;
  std::string csv;  ///< of a figure without lines
};

/// A table of texts, for a page and for documents.
struct Sheet {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows = {};
  std::string note = {};  ///< below it
};

struct Figure;
using MakeSheets = std::function<std::vector<Sheet>(const Figure&, const Store&, const Scope&)>;

/// A figure of the paper: what is varied and what is drawn. Everything else is common.
struct Figure {
  std::string name;
  std::string title;
  std::string text;  ///< what it shows, in a sentence or two
  std::string x_title = {};
  std::vector<Point> points = {};
  bool mean_panel = false;  ///< a further panel: the mean of the others
  std::function<Extra(const Sets&, const Scope&)> extra = {};
  MakeSheets sheets = {};  ///< what the figure comes to

  /// Every point with every draw.
  std::vector<Cell> cells(const Scope& scope) const;
};

/// The mean of a point over its draws.
struct Mean {
  double mean = NAN;
  double deviation = 0;
  std::size_t runs = 0;  ///< draws that the system did not refuse
};

Mean mean_of(const Point& point, const Store& store, std::size_t runs);

/// A figure's name and how to make it.
struct FigureEntry {
  std::string_view name;
  Figure (*make)(const Scope&);
};

/// In the order of the paper.
std::span<const FigureEntry> all_figures();

/// Those asked for in the order of the paper; all for none or "all". Throws Error(usage) for other names.
std::vector<FigureEntry> choose_figures(const std::vector<std::string>& names);

}  // namespace comac::experiments
