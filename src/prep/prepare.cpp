// SPDX-License-Identifier: MIT
#include "prep/prepare.hpp"

#include "prep/pca.hpp"
#include "prep/scale.hpp"

namespace comac {

Table prepare(const Table& table, Scale scale, std::size_t pca) {
  const Table scaled = scale == Scale::zscore ? zscore(table) : table;
  return pca > 0 ? principal_components(scaled, pca) : scaled;
}

}  // namespace comac
