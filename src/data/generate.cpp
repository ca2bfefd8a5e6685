// SPDX-License-Identifier: MIT
#include "comac/data/generate.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

constexpr std::array<std::pair<Shape, std::string_view>, 4> shape_names{{{Shape::circles, "circles"},
                                                                         {Shape::clouds, "clouds"},
                                                                         {Shape::moons, "moons"},
                                                                         {Shape::blobs, "blobs"}}};

/// Draws the rows of one class after another into a table.
class Generator {
 public:
  explicit Generator(const GenerateOptions& options) : options_(options), random_(options.seed) {
    data_.table.rows = options.rows;
    data_.table.columns = options.dimensions;
    data_.table.values.reserve(options.rows * options.dimensions);
    data_.truth.emplace();
    for (std::size_t d = 1; d <= options.dimensions; ++d) {
      data_.table.column_names.push_back(std::string("x").append(std::to_string(d)));
    }
  }

  Dataset run() && {
    for (std::size_t c = 0; c < options_.clusters; ++c) {
      data_.truth->names.push_back(std::to_string(c));
      const std::vector<double> centre = draw_centre(c);
      const Cloud cloud = draw_cloud();
      for (std::size_t i = 0; i < options_.sizes[c]; ++i) add_row(c, centre, cloud);
    }
    return std::move(data_);
  }

 private:
  bool is_gaussian() const { return options_.shape == Shape::clouds || options_.shape == Shape::blobs; }

  /// How the rows of a Gaussian lie about its centre: by `spread` along its longest direction.
  struct Cloud {
    std::vector<double> stretch;  ///< to be scaled by a normal draw
    double spread;                ///< in all directions
  };

  /// Gaussians sit on a circle in the first two dimensions, neighbours at the distance asked for.
  std::vector<double> draw_centre(std::size_t c) {
    std::vector<double> centre(options_.dimensions, 0.0);
    if (!is_gaussian()) return centre;
    const double step = std::numbers::pi / static_cast<double>(options_.clusters);
    const double radius = options_.clusters == 1 ? 0 : options_.distance / (2 * std::sin(step));
    for (double& coordinate : centre) coordinate = random_.uniform() - 0.5;
    centre[0] = radius * std::cos(2 * step * static_cast<double>(c));
    if (centre.size() > 1) centre[1] = radius * std::sin(2 * step * static_cast<double>(c));
    return centre;
  }

  Cloud draw_cloud() {
    Cloud cloud{std::vector<double>(options_.dimensions, 0.0), options_.spread};
    if (options_.shape != Shape::clouds) return cloud;
    double square = 1;
    for (double& coordinate : cloud.stretch) {
      coordinate = random_.normal();
      square += coordinate * coordinate;
    }
    cloud.spread /= std::sqrt(square);
    for (double& coordinate : cloud.stretch) coordinate *= cloud.spread;
    return cloud;
  }

  void add_row(std::size_t c, const std::vector<double>& centre, const Cloud& cloud) {
    std::vector<double> point = centre;
    const double along = is_gaussian() ? random_.normal() : random_.uniform();
    for (std::size_t d = 0; d < point.size(); ++d) point[d] += along * cloud.stretch[d];
    if (options_.shape == Shape::circles) place_on_circle(c, along, point);
    if (options_.shape == Shape::moons) place_on_moon(c, along, point);
    for (double& coordinate : point) coordinate += cloud.spread * random_.normal();
    data_.table.values.insert(data_.table.values.end(), point.begin(), point.end());
    data_.truth->ids.push_back(static_cast<std::uint32_t>(c));
  }

  static void place_on_circle(std::size_t c, double along, std::vector<double>& point) {
    const double radius = c == 0 ? 0.5 : 8 * static_cast<double>(c) - 1;
    point[0] = radius * std::cos(2 * std::numbers::pi * along);
    point[1] = radius * std::sin(2 * std::numbers::pi * along);
  }

  static void place_on_moon(std::size_t c, double along, std::vector<double>& point) {
    const double up = c % 2 == 0 ? 1 : -1;
    point[0] = static_cast<double>(c) + std::cos(std::numbers::pi * along);
    point[1] = up * std::sin(std::numbers::pi * along) + (c % 2 == 0 ? 0 : 0.5);
  }

  GenerateOptions options_;
  Random random_;
  Dataset data_;
};

}  // namespace

GenerateOptions GenerateOptions::completed() const {
  GenerateOptions full = *this;
  if (!sizes.empty()) {
    full.clusters = sizes.size();
    full.rows = 0;
    for (const std::size_t size : sizes)
      full.rows = size > SIZE_MAX - full.rows ? SIZE_MAX : full.rows + size;
  }
  if (full.rows == 0) full.rows = shape == Shape::circles ? 180 : 300;
  if (full.clusters == 0) full.clusters = shape == Shape::moons ? 2 : 3;
  if (full.spread < 0) full.spread = shape == Shape::circles ? 0.3 : shape == Shape::moons ? 0.1 : 1;
  if (full.clusters > full.rows) {
    throw Error(ErrorCode::usage, std::to_string(full.clusters) + " clusters need as many rows; found " +
                                      std::to_string(full.rows) + " rows");
  }
  for (std::size_t c = 0; sizes.empty() && c < full.clusters; ++c)
    full.sizes.push_back(full.rows / full.clusters + (c < full.rows % full.clusters));
  if (full.dimensions < 2) {
    throw Error(ErrorCode::usage,
                "the number of dimensions is " + std::to_string(full.dimensions) + "; expected 2 or more");
  }
  if (!(full.distance >= 0 && full.distance <= largest_spread)) {
    throw Error(ErrorCode::usage,
                "the distance is " + to_text(full.distance) + "; expected 0 to " + to_text(largest_spread));
  }
  if (!(full.spread <= largest_spread)) {
    throw Error(ErrorCode::usage,
                "the spread is " + to_text(full.spread) + "; expected 0 to " + to_text(largest_spread));
  }
  return full;
}

Dataset generate(const GenerateOptions& options) {
  const GenerateOptions full = options.completed();
  constexpr double of_value = 60, of_row = 40;  // bytes: the number, and its digits while the text grows
  const double bytes =
      static_cast<double>(full.rows) * (of_value * static_cast<double>(full.dimensions) + of_row);
  require_memory(bytes < 1e18 ? static_cast<std::size_t>(bytes) : SIZE_MAX, 0,
                 "a table of " + std::to_string(full.rows) + " x " + std::to_string(full.dimensions),
                 "use fewer rows");
  return Generator(full).run();
}

std::string_view to_string(Shape shape) { return shape_names[static_cast<std::size_t>(shape)].second; }

Shape parse_shape(std::string_view name) {
  for (const auto& [shape, known] : shape_names) {
    if (known == name) return shape;
  }
  throw Error(ErrorCode::usage,
              "there is no shape '" + std::string(name) + "'; expected circles, clouds, moons or blobs");
}

}  // namespace comac
