// SPDX-License-Identifier: MIT
#include "sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "data/text.hpp"
#include "embedded.hpp"
#include "prep/prepare.hpp"
#include "recipes.hpp"

namespace comac::experiments {
namespace {

using Family = Recipe::Family;

/// Ecoli's three smallest classes, 9 rows, which the paper leaves out.
bool is_left_out(const std::string& name) { return name == "imS" || name == "imL" || name == "omL"; }

Dataset without_rare_classes(const Dataset& all) {
  Dataset kept;
  kept.table.columns = all.table.columns;
  kept.table.column_names = all.table.column_names;
  kept.truth.emplace();
  NameIndex names;
  for (std::size_t r = 0; r < all.table.rows; ++r) {
    const std::string& name = all.truth->names[all.truth->ids[r]];
    if (is_left_out(name)) continue;
    const auto row = all.table.row(r);
    kept.table.values.insert(kept.table.values.end(), row.begin(), row.end());
    kept.truth->ids.push_back(names.number(name));
    ++kept.table.rows;
  }
  kept.truth->names = names.take();
  return kept;
}

/// Noise belongs nowhere: its rows are clustered with the others, and no score counts them.
Dataset without_noise(Dataset data) {
  Categories& truth = *data.truth;
  NameIndex names;
  for (std::uint32_t& id : truth.ids) {
    id = truth.names[id] == "noise" ? unknown_category : names.number(truth.names[id]);
  }
  truth.names = names.take();
  return data;
}

ReadOptions with_classes() {
  ReadOptions options;
  options.truth_column = "class";
  return options;
}

bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// Nothing if there is no such file.
std::optional<Dataset> read(const Recipe& recipe, const std::filesystem::path& folder) {
  if (recipe.file.empty()) return generate(recipe.drawn);
  const std::string file = recipe.file + ".csv";
  if (const auto text = embedded("data/" + file); !text.empty()) {
    return parse_dataset(text, file, with_classes());
  }
  if (folder.empty() || !is_there(folder / file)) return std::nullopt;
  Dataset data = read_dataset((folder / file).string(), with_classes());
  return recipe.family == Family::shape ? without_noise(std::move(data)) : without_rare_classes(data);
}

/// The lines "share,sample,i,j,link" of a file of pairs; those of a row with itself say nothing.
decltype(PaperSet::pairs) read_pairs(const std::string& path, std::size_t rows) {
  const Dataset file = read_dataset(path);
  decltype(PaperSet::pairs) pairs;
  for (std::size_t r = 0; r < file.table.rows; ++r) {
    const auto line = file.table.row(r);
    if (line.size() != 5 || !(std::min(line[2], line[3]) >= 0) ||
        !(std::max(line[2], line[3]) < static_cast<double>(rows))) {
      throw Error(ErrorCode::data, {path, r + 2, 0},
                  fmt::format("expected share, sample, two rows below {} and the link", rows));
    }
    auto& draw = pairs[{std::lround(100 * line[0]), static_cast<std::size_t>(line[1])}];
    const auto first = static_cast<std::uint32_t>(line[2]), second = static_cast<std::uint32_t>(line[3]);
    if (first != second) draw.push_back({first, second, line[4] > 0 ? LinkKind::must : LinkKind::cannot, {}});
  }
  return pairs;
}

const Recipe& recipe_of(std::string_view name) {
  for (const Recipe& recipe : all_recipes()) {
    if (recipe.name == name) return recipe;
  }
  throw Error(ErrorCode::usage, std::string("there is no set '").append(name).append("'"));
}

std::vector<std::string> names_of(Family family) {
  std::vector<std::string> names;
  for (const Recipe& recipe : all_recipes()) {
    if (recipe.family == family) names.push_back(recipe.name);
  }
  return names;
}

}  // namespace

SideInformation PaperSet::links(double share, std::size_t draw) const {
  if (share == 0) return {};
  const auto found = pairs.find({std::lround(100 * share), draw});
  if (found == pairs.end()) {
    throw Error(ErrorCode::data, fmt::format("{} has no pairs for a share of {} and draw {}; use fewer draws",
                                             title, share, draw));
  }
  SideInformation known;
  known.links = found->second;
  return known;
}

Sets::Sets(const std::string& folder) {
  for (const Recipe& recipe : all_recipes()) {
    auto data = read(recipe, folder);
    const std::string pairs = (std::filesystem::path(folder) / (recipe.file + "-links.csv")).string();
    const bool linked = recipe.family == Family::linked;
    if (!data || (linked && !is_there(pairs))) {
      missing_.push_back(recipe.title);
      continue;
    }
    PaperSet set{recipe.name, recipe.title, std::move(*data)};
    set.data.table = prepare(set.data.table, recipe.scale, recipe.components).rows.take();
    if (linked) set.pairs = read_pairs(pairs, set.data.table.rows);
    sets_.emplace(set.name, std::move(set));
  }
}

const PaperSet* Sets::find(std::string_view name) const {
  const auto found = sets_.find(recipe_of(name).name);
  return found == sets_.end() ? nullptr : &found->second;
}

std::string_view set_title(std::string_view name) { return recipe_of(name).title; }

std::vector<std::string> comparison_sets() {
  return {"ecoli", "glass", "iris", "segmentation", "user", "vertebral", "wine", "wine-z"};
}

std::vector<std::string> scaled_sets() {
  return {"ecoli", "glass", "iris", "segmentation", "user", "vertebral", "wine-z"};
}

std::vector<std::string> shape_sets() { return names_of(Family::shape); }
std::vector<std::string> cloud_sets() { return names_of(Family::cloud); }
std::vector<std::string> linked_sets() { return names_of(Family::linked); }

}  // namespace comac::experiments
