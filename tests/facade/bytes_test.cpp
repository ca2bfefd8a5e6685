// SPDX-License-Identifier: MIT
// The paper's algorithms give the bytes that they gave in version 0.1.0, where these numbers were recorded.
#include <gtest/gtest.h>

#include "comac/cluster.hpp"
#include "comac/data/read.hpp"
#include "data/crc32.hpp"

namespace comac {
namespace {

struct Recorded {
  std::string set;
  Method method;
  ChainKind chain;
  std::string said;  ///< about every tenth row
  double cost;
  std::uint32_t clusters;  ///< CRC-32 of the clusters, a letter for each row
};

const Recorded recorded[] = {
    {"iris", Method::comac_seq, ChainKind::dense, "nothing", -0.6236927263857166, 0xda2efeb0},
    {"iris", Method::comac_seq, ChainKind::dense, "labels", -0.6236927263857162, 0xf166d15a},
    {"iris", Method::comac_seq, ChainKind::dense, "links", -0.6236927263857169, 0x30b70b3c},
    {"iris", Method::comac_seq, ChainKind::sparse, "nothing", -0.673264943988966, 0xda2efeb0},
    {"iris", Method::comac_seq, ChainKind::sparse, "labels", -0.6732649439889637, 0xf166d15a},
    {"iris", Method::comac_seq, ChainKind::sparse, "links", -0.6049405844552773, 0x36a1e9fc},
    {"iris", Method::comac_ann, ChainKind::dense, "nothing", -0.6236927263857168, 0xda2efeb0},
    {"iris", Method::comac_ann, ChainKind::dense, "labels", -0.6236927263857165, 0xf166d15a},
    {"iris", Method::comac_ann, ChainKind::dense, "links", -0.6236927263857167, 0x30b70b3c},
    {"iris", Method::comac_ann, ChainKind::sparse, "nothing", -0.6732649439889657, 0xda2efeb0},
    {"iris", Method::comac_ann, ChainKind::sparse, "labels", -0.6605360264948756, 0xeab8e6b6},
    {"iris", Method::comac_ann, ChainKind::sparse, "links", -0.6732649439889653, 0xf166d15a},
    {"glass", Method::comac_seq, ChainKind::dense, "nothing", -0.13433921557773854, 0xa518642c},
    {"glass", Method::comac_seq, ChainKind::dense, "labels", -0.12541013196384188, 0x85469727},
    {"glass", Method::comac_seq, ChainKind::dense, "links", -0.12580562343053803, 0xf082a3c1},
    {"glass", Method::comac_seq, ChainKind::sparse, "nothing", -0.6962203229141894, 0x8412fc69},
    {"glass", Method::comac_seq, ChainKind::sparse, "labels", -0.588541387438279, 0xb4b137d},
    {"glass", Method::comac_seq, ChainKind::sparse, "links", -0.6129476314623976, 0x1e602e46},
    {"glass", Method::comac_ann, ChainKind::dense, "nothing", -0.13510867341488786, 0xefa7e7fd},
    {"glass", Method::comac_ann, ChainKind::dense, "labels", -0.12926058234700477, 0xa129a417},
    {"glass", Method::comac_ann, ChainKind::dense, "links", -0.13207220079723947, 0xd79f1718},
    {"glass", Method::comac_ann, ChainKind::sparse, "nothing", -0.6958690468225945, 0x2e4b3062},
    {"glass", Method::comac_ann, ChainKind::sparse, "labels", -0.5895686760971472, 0x371a4347},
    {"glass", Method::comac_ann, ChainKind::sparse, "links", -0.6453334161599162, 0xf7727d14},
    {"wine", Method::comac_seq, ChainKind::dense, "nothing", -0.469054381616685, 0x558301c3},
    {"wine", Method::comac_seq, ChainKind::dense, "labels", -0.366802907032709, 0x5acbdb5d},
    {"wine", Method::comac_seq, ChainKind::dense, "links", -0.4245161025354185, 0x3bbd391c},
    {"wine", Method::comac_seq, ChainKind::sparse, "nothing", -0.5817051975836001, 0xaa17a44c},
    {"wine", Method::comac_seq, ChainKind::sparse, "labels", -0.4616884663434715, 0x8d905e7b},
    {"wine", Method::comac_seq, ChainKind::sparse, "links", -0.4949190764703306, 0x39aac085},
    {"wine", Method::comac_ann, ChainKind::dense, "nothing", -0.5284819598476314, 0x8ab3de15},
    {"wine", Method::comac_ann, ChainKind::dense, "labels", -0.43581306078870496, 0x7f7d43a5},
    {"wine", Method::comac_ann, ChainKind::dense, "links", -0.4358130607887043, 0x94c91ff},
    {"wine", Method::comac_ann, ChainKind::sparse, "nothing", -0.5764969182208548, 0x552c1258},
    {"wine", Method::comac_ann, ChainKind::sparse, "labels", -0.4648206452193213, 0x65e44d37},
    {"wine", Method::comac_ann, ChainKind::sparse, "links", -0.49491907647033084, 0x39aac085},
};

/// The class of every tenth row, or links from each of these to the next.
SideInformation known_of(const Dataset& data, const std::string& said) {
  SideInformation known;
  const auto& [ids, names] = std::tie(data.truth->ids, data.truth->names);
  for (std::uint32_t row = 0; said == "labels" && row < ids.size(); row += 10)
    known.label(row, names[ids[row]]);
  for (std::uint32_t row = 10; said == "links" && row < ids.size(); row += 10) {
    ids[row] == ids[row - 10] ? known.must(row - 10, row) : known.cannot(row - 10, row);
  }
  return known;
}

TEST(Bytes, AreThoseOfTheFirstVersion) {
  for (const Recorded& run : recorded) {
    const Dataset data =
        read_dataset(COMAC_SOURCE_DIR "/data/" + run.set + ".csv", ReadOptions{.truth_column = "class"});
    Options options;
    options.clusters = data.truth->names.size();
    options.search.method = run.method, options.chain.kind = run.chain;
    const Result result = cluster(data.table, known_of(data, run.said), options);
    std::string letters;
    for (const std::uint32_t cluster : result.cluster) letters += static_cast<char>('a' + cluster);
    const auto what = run.set + ", " + std::string(to_string(run.method)) + ", " +
                      std::string(to_string(run.chain)) + ", " + run.said;
    EXPECT_EQ(result.cost, run.cost) << what;
    EXPECT_EQ(crc32(letters), run.clusters) << what;
  }
}

}  // namespace
}  // namespace comac
