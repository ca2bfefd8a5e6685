// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "comac/data/table.hpp"
#include "comac/options.hpp"

namespace comac {

/// The table as every method sees it: scaled as asked, then reduced to `pca` principal components (0: not).
Table prepare(const Table& table, Scale scale, std::size_t pca);

}  // namespace comac
