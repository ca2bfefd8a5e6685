// SPDX-License-Identifier: MIT
// Clusters six points on a line, of which one belongs where the distances alone would not put it.
#include <comac/cluster.hpp>
#include <cstdio>

int main() {
  comac::Table table;
  table.rows = 6;
  table.columns = 1;
  table.values = {0.0, 0.1, 0.2, 5.0, 5.1, 5.2};

  comac::SideInformation known;
  known.label_names = {"low", "high"};
  known.labels = {{0, 0, {}}, {3, 1, {}}};
  known.links = {{2, 4, comac::LinkKind::must, {}}};

  comac::Options options;
  options.clusters = 2;
  options.chain.neighbours = 3;

  // Called now and then; returning false would stop the work and keep the best so far.
  std::size_t calls = 0;
  const comac::Progress progress = [&](const comac::ProgressEvent& event) {
    ++calls;
    return event.fraction <= 1;
  };

  try {
    const comac::Result result = comac::cluster(table, known, options, progress);
    for (std::size_t row = 0; row < table.rows; ++row)
      std::printf("%zu: cluster %u\n", row, result.cluster[row]);
    std::printf("cost %.4f bits, %zu violated\n", result.cost, result.certificate.violated().size());
    const bool honoured = result.cluster[2] == result.cluster[4] && result.cluster[0] != result.cluster[3];
    return honoured && calls > 0 ? 0 : 1;
  } catch (const comac::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
