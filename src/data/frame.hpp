// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "comac/data/read.hpp"

namespace comac {

/// A column as a program has it in memory: numbers, or texts where there are any.
struct FrameColumn {
  std::string name = {};                ///< all columns have one, or none has
  std::vector<double> numbers = {};     ///< NaN where a value is missing
  std::vector<std::string> texts = {};  ///< instead; "" where a value is missing
  /// What the numbers stand for. Of texts: a category or ranks, with their names; anything else is found out.
  ColumnAbout about = {};
};

/// The columns as if they came from a file: texts are looked at as those of a CSV file are, and columns are
/// left out for the same reasons. Rows never are: whoever has them in memory counts on them. All columns must
/// be of one length. Throws Error(data) as read_dataset() does.
Dataset dataset_of(std::span<const FrameColumn> frame, const std::string& name,
                   const ReadOptions& options = {});

/// Whether something is said by the name of a column: that it holds ids or classes.
bool is_telling_name(const std::string& name);

}  // namespace comac
