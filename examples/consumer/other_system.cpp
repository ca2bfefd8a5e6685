// SPDX-License-Identifier: MIT
// Clusters six points on a line by a system other than comac's own engine.
#include <comac/base/error.hpp>
#include <comac/systems/system.hpp>
#include <cstdio>

int main() {
  comac::Table table;
  table.rows = 6;
  table.columns = 1;
  table.values = {0.0, 0.1, 0.2, 5.0, 5.1, 5.2};
  const comac::SideInformation known;
  const comac::Options options{.clusters = 2};
  try {
    const comac::System& system = comac::find_system("k-means");
    const comac::Result result = system.run({table, known, options, {}});
    for (std::size_t row = 0; row < table.rows; ++row)
      std::printf("%zu: cluster %u\n", row, result.cluster[row]);
    return result.cluster[0] == result.cluster[2] && result.cluster[0] != result.cluster[3] ? 0 : 1;
  } catch (const comac::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
