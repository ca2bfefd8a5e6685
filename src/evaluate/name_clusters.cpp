// SPDX-License-Identifier: MIT
#include "evaluate/name_clusters.hpp"

namespace comac {

std::vector<std::string> name_clusters(const SideInformation& known,
                                       const std::vector<std::uint32_t>& class_of_cluster) {
  std::vector<std::string> names;
  for (const auto label : class_of_cluster) {
    names.push_back(label == unknown_category ? "" : known.label_names[label]);
  }
  return names;
}

}  // namespace comac
