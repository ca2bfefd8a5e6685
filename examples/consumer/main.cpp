// SPDX-License-Identifier: MIT
// Clusters six points on a line, of which one belongs where the distances alone would not put it.
#include <comac/cluster.hpp>
#include <comac/model.hpp>
#include <cstdio>

int main() {
  const comac::Table table{
      .rows = 6, .columns = 1, .values = {0.0, 0.1, 0.2, 5.0, 5.1, 5.2}, .column_names = {}};

  comac::SideInformation known;
  known.label(0, "low");
  known.label(3, "high");
  known.must(2, 4);

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

    // A model keeps what new rows need; they may lie in memory of any strides.
    const comac::Model model = comac::fit(table, known, options);
    const double column_of_pairs[] = {0.05, -1, 5.3, -1};
    const comac::Prediction prediction = model.predict(comac::TableView(column_of_pairs, 2, 1, 2, 1));
    for (std::size_t row = 0; row < 2; ++row)
      std::printf("new row %zu: cluster %u, confidence %.2f\n", row, prediction.cluster[row],
                  prediction.confidence[row]);
    return honoured && calls > 0 && model.result().cluster == result.cluster ? 0 : 1;
  } catch (const comac::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
