// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "comac/model.hpp"

namespace comac {

/// How many rows of so many columns are predicted at once: their memory is some 30 MB at most, and whole
/// groups of those that maps and models work on at once.
std::size_t rows_of_block(std::size_t columns);

/// Predicts rows that come block by block, as Model::predict() does it for all of them together; what the
/// model needs for it is made once.
class BlockPredictor {
 public:
  /// There will be `rows` rows in all.
  BlockPredictor(const Model& model, std::size_t rows, const Progress& progress);
  ~BlockPredictor();

  /// The next rows, without notes.
  Prediction predict(const TableView& rows, Shares shares = Shares::none);
  /// What was filled in, and categories that were not known, in all rows so far.
  std::vector<std::string> notes() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace comac
