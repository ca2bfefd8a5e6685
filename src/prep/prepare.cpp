// SPDX-License-Identifier: MIT
#include "comac/prep/prepare.hpp"

#include "comac/prep/pca.hpp"
#include "comac/prep/scale.hpp"

namespace comac {

Table prepare(const Table& table, Scale scale, std::size_t pca) {
  const Table scaled = scale == Scale::zscore ? zscore(table) : table;
  return pca > 0 ? principal_components(scaled, pca) : scaled;
}

}  // namespace comac
