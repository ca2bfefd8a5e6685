// SPDX-License-Identifier: MIT
#include "reproduce.hpp"

#include <algorithm>
#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "page.hpp"

namespace comac::experiments {
namespace {

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!std::filesystem::is_directory(path, error)) {
    throw Error(ErrorCode::no_output, {path, 0, 0}, "this folder cannot be made; choose another with --out");
  }
}

std::vector<std::string> missing_titles(const std::vector<Cell>& cells, const Sets& sets) {
  std::vector<std::string> titles;
  for (const Cell& cell : cells) {
    if (sets.find(cell.set) != nullptr) continue;
    const std::string title(set_title(cell.set));
    if (std::ranges::find(titles, title) == titles.end()) titles.push_back(title);
  }
  return titles;
}

}  // namespace

Reproduced reproduce(const Reproduction& what, const OnCell& on_cell) {
  std::vector<Figure> figures;
  std::vector<Cell> cells;
  for (const FigureEntry& entry : choose_figures(what.figures)) {
    figures.push_back(entry.make(what.scope));
    const auto more = figures.back().cells(what.scope);
    cells.insert(cells.end(), more.begin(), more.end());
  }
  const Sets sets(what.data_folder);
  make_folder(what.out);
  const std::filesystem::path folder(what.out);
  Store store((folder / "cells.csv").string(), what.again);

  Reproduced done;
  done.missing = missing_titles(cells, sets);
  done.computed = run_cells(cells, sets, store, what.threads, on_cell);
  const auto write = [&](const std::string& name, const std::string& content) {
    done.files.push_back((folder / name).string());
    write_file(done.files.back(), content);
  };
  for (const Figure& figure : figures) {
    write(figure.name + ".csv",
          figure.points.empty() ? figure.extra(sets, what.scope).csv : figure_csv(figure, store, what.scope));
    if (figure.sheets) write(figure.name + ".md", figure_markdown(figure, store, what.scope));
  }
  write("index.html", figures_page(figures, sets, store, what.scope));
  return done;
}

}  // namespace comac::experiments
