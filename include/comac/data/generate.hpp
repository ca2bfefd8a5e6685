// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "comac/data/read.hpp"

namespace comac {

/// Artificial data whose classes are known.
enum class Shape {
  circles,  ///< concentric rings of radius 0.5, 7, 15, 23, ...
  clouds,   ///< Gaussians, each stretched along its own direction
  moons,    ///< interleaved half circles of radius 1
  blobs,    ///< round Gaussians
};

/// Beyond, squares of the numbers are none.
inline constexpr double largest_spread = 1e100;

/// What to generate. A zero (or a negative spread) stands for the shape's own default.
struct GenerateOptions {
  Shape shape = Shape::circles;
  std::vector<std::size_t> sizes = {};  ///< rows of each class, instead of rows and clusters
  std::size_t rows = 0;                 ///< circles 180, others 300; dealt evenly to the classes
  std::size_t clusters = 0;             ///< moons 2, others 3
  std::size_t dimensions = 2;
  double distance = 6;  ///< of neighbouring centres of clouds and blobs
  double spread = -1;   ///< of the noise, of clouds where longest: circles 0.3, moons 0.1, others 1
  std::uint64_t seed = 1;

  /// The same with every default filled in. Throws Error(usage).
  GenerateOptions completed() const;
};

/// Features x1, x2, ... and the class of each row as truth; the classes come one after the other.
/// Dimensions that a shape does not use hold noise alone. Throws Error(data) if there isn't memory for them,
/// as numbers and as text.
Dataset generate(const GenerateOptions& options);

std::string_view to_string(Shape shape);
/// Throws Error(usage) that names the shapes.
Shape parse_shape(std::string_view name);

}  // namespace comac
