// SPDX-License-Identifier: MIT
#include "sets.hpp"

#include <filesystem>

#include "comac/base/error.hpp"
#include "comac/data/generate.hpp"
#include "data/text.hpp"
#include "embedded.hpp"
#include "prep/prepare.hpp"

namespace comac::experiments {
namespace {

/// How a set is made from its file.
struct Recipe {
  std::string_view name;
  std::string_view title;
  std::string_view file;  ///< without folder and ending; "" for the artificial set
  Scale scale = Scale::none;
  std::size_t components = 0;
};

constexpr Recipe recipes[] = {
    {"circles", "Circles", "", Scale::none, 0},
    {"ecoli", "Ecoli", "ecoli", Scale::none, 5},
    {"glass", "Glass", "glass", Scale::none, 0},
    {"ionosphere", "Ionosphere", "ionosphere", Scale::none, 0},
    {"iris", "Iris", "iris", Scale::none, 0},
    {"segmentation", "Segmentation", "segmentation", Scale::zscore, 5},
    {"user", "User", "user", Scale::none, 0},
    {"vertebral", "Vertebral", "vertebral", Scale::none, 0},
    {"wine", "Wine, raw", "wine", Scale::none, 0},
    {"wine-z", "Wine, z-scored", "wine", Scale::zscore, 0},
};

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

ReadOptions with_classes() {
  ReadOptions options;
  options.truth_column = "class";
  return options;
}

/// Nothing if there is no such file.
std::optional<Dataset> read(const Recipe& recipe, const std::string& folder) {
  if (recipe.file.empty()) return generate({});
  const std::string file = std::string(recipe.file) + ".csv";
  if (const auto text = embedded("data/" + file); !text.empty()) {
    return parse_dataset(text, file, with_classes());
  }
  const auto path = std::filesystem::path(folder) / file;
  std::error_code error;
  if (folder.empty() || !std::filesystem::exists(path, error)) return std::nullopt;
  return without_rare_classes(read_dataset(path.string(), with_classes()));
}

const Recipe& recipe_of(std::string_view name) {
  for (const Recipe& recipe : recipes) {
    if (recipe.name == name) return recipe;
  }
  throw Error(ErrorCode::usage, std::string("there is no set '").append(name).append("' in the paper"));
}

}  // namespace

Sets::Sets(const std::string& folder) {
  for (const Recipe& recipe : recipes) {
    PaperSet set{std::string(recipe.name), std::string(recipe.title), {}};
    if (auto data = read(recipe, folder)) {
      set.data = std::move(*data);
      set.data.table = prepare(set.data.table, recipe.scale, recipe.components).rows.take();
      sets_.emplace(set.name, std::move(set));
    } else {
      missing_.push_back(set.title);
    }
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

}  // namespace comac::experiments
