// SPDX-License-Identifier: MIT
#include "recipes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace comac::experiments {
namespace {

using Family = Recipe::Family;

const Recipe of_the_paper[] = {
    {Family::paper, "circles", "Circles"},
    {Family::paper, "ecoli", "Ecoli", "ecoli", Scale::none, 5},
    {Family::paper, "glass", "Glass", "glass"},
    {Family::paper, "ionosphere", "Ionosphere", "ionosphere"},
    {Family::paper, "iris", "Iris", "iris"},
    {Family::paper, "segmentation", "Segmentation", "segmentation", Scale::zscore, 5},
    {Family::paper, "user", "User", "user"},
    {Family::paper, "vertebral", "Vertebral", "vertebral"},
    {Family::paper, "wine", "Wine, raw", "wine"},
    {Family::paper, "wine-z", "Wine, z-scored", "wine", Scale::zscore},
};

constexpr const char* shapes[] = {"atom",    "chainlink",  "dense",        "engytime",       "fuzzyx",
                                  "hepta",   "line",       "lsun",         "parabolic",      "ring",
                                  "target",  "ring_noisy", "tetra",        "ring_outliers",  "twodiamonds",
                                  "wingnut", "zigzag",     "zigzag_noisy", "zigzag_outliers"};

constexpr std::pair<const char*, const char*> linked[] = {{"ionosphere", "Ionosphere"},
                                                          {"iris", "Iris"},
                                                          {"user", "User"},
                                                          {"vertebral", "Vertebral"},
                                                          {"wine", "Wine"}};

/// Of 1 000 rows.
const std::vector<std::size_t> sizes_of_clouds[] = {{500, 500},    {800, 200},      {950, 50},
                                                    {980, 20},     {500, 300, 200}, {800, 150, 50},
                                                    {900, 80, 20}, {980, 10, 10}};

std::vector<Recipe> make_recipes() {
  std::vector<Recipe> all(std::begin(of_the_paper), std::end(of_the_paper));
  for (const std::string shape : shapes) {
    all.push_back({Family::shape, "shapes/" + shape, "Shape: " + shape, "shapes/" + shape});
  }
  for (const auto& [name, title] : linked) {
    const std::string file = std::string("links/") + name;
    all.push_back({Family::linked, file, std::string(title) + " with its pairs", file});
  }
  for (const auto& sizes : sizes_of_clouds) {
    for (const int distance : {6, 10, 14}) {
      Recipe recipe{Family::cloud, fmt::format("clouds/{}@{}", fmt::join(sizes, "-"), distance),
                    fmt::format("Clouds: {}, {} apart", fmt::join(sizes, "/"), distance)};
      recipe.drawn.shape = Shape::clouds;
      recipe.drawn.sizes = sizes;
      recipe.drawn.distance = distance;
      all.push_back(std::move(recipe));
    }
  }
  return all;
}

}  // namespace

std::span<const Recipe> all_recipes() {
  static const std::vector<Recipe> all = make_recipes();
  return all;
}

}  // namespace comac::experiments
