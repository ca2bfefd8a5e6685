// SPDX-License-Identifier: MIT
// Ten thousand random instances on each path of the engine: what can be honoured is, and where something
// can't the proof names the lines that make it so.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "comac/cluster.hpp"
#include "comac/evaluate/verify.hpp"
#include "support/random_instances.hpp"

namespace comac {
namespace {

constexpr std::size_t instances = 10000;

/// Whether rows `row` and later ones can be given clusters such that all hard items hold: every way is tried.
bool can_be_honoured(const SideInformation& known, std::vector<std::uint32_t>& cluster, std::size_t row,
                     std::size_t clusters) {
  if (row == cluster.size()) return true;
  for (std::uint32_t y = 0; y < clusters; ++y) {
    cluster[row] = y;
    const auto breaks = [&](std::uint32_t a, std::uint32_t b, bool together) {
      return std::max(a, b) == row && (cluster[a] == cluster[b]) != together;
    };
    const bool fits = std::ranges::none_of(known.links,
                                           [&](const Link& link) {
                                             return is_hard(link) && breaks(link.first, link.second,
                                                                            link.kind == LinkKind::must);
                                           }) &&
                      std::ranges::none_of(known.labels, [&](const Label& a) {
                        return std::ranges::any_of(known.labels, [&](const Label& b) {
                          return is_hard(a) && is_hard(b) && breaks(a.row, b.row, a.label == b.label);
                        });
                      });
    if (fits && can_be_honoured(known, cluster, row + 1, clusters)) return true;
  }
  return false;
}

bool can_be_honoured(const SideInformation& known, std::size_t rows, std::size_t clusters) {
  std::vector<std::uint32_t> cluster(rows);
  return can_be_honoured(known, cluster, 0, clusters);
}

struct Instance {
  Table table;
  SideInformation known;
  Options options;
  bool surely_feasible = false;
};

/// Mostly cannot-links, about as many as a greedy colouring just doesn't manage; a line for every item.
Instance random_instance(std::uint64_t seed) {
  Random random(seed);
  const std::size_t rows = seed % 8 == 0 ? test::between(random, 20, 60) : test::between(random, 5, 11);
  Instance instance{test::random_table(random, rows, 2), {}, {}};
  Options& options = instance.options;
  options.clusters = test::between(random, 2, 4);
  options.chain.neighbours = test::between(random, 2, 5);
  options.seed = seed, options.search.restarts = 2, options.threads = 1;
  const auto truth = test::random_clusters(random, rows, *options.clusters);
  const test::Said said{random.below(4), test::between(random, 2, 2 * rows), *options.clusters};
  instance.known = test::truthful_side(random, truth, said);
  instance.surely_feasible = rows > 11 || random.below(2) == 0;
  SideInformation& known = instance.known;
  std::erase_if(known.links, [&](const Link& link) {
    return link.first == link.second || (link.kind == LinkKind::must && random.below(3) != 0);
  });
  for (Link& link : known.links) {
    const bool wrong = !instance.surely_feasible && random.below(3) == 0;
    if (wrong) link.kind = LinkKind::cannot;
  }
  known.files = {"side.csv"};
  std::uint32_t line = 1;
  for (Label& label : known.labels) label.source = {0, line++};
  for (Link& link : known.links) link.source = {0, line++};
  return instance;
}

/// The items on the lines that a sentence names.
SideInformation cited(const SideInformation& known, const std::string& sentence) {
  SideInformation result;
  result.label_names = known.label_names;
  std::set<std::uint32_t> lines;
  const std::regex place("side\\.csv:([0-9]+)");
  for (std::sregex_iterator it(sentence.begin(), sentence.end(), place), end; it != end; ++it)
    lines.insert(static_cast<std::uint32_t>(std::stoul((*it)[1])));
  for (const Label& label : known.labels) {
    if (lines.contains(label.source.line)) result.labels.push_back(label);
  }
  for (const Link& link : known.links) {
    if (lines.contains(link.source.line)) result.links.push_back(link);
  }
  return result;
}

struct Path {
  std::string name;
  Method method = Method::comac;
  ChainKind chain = ChainKind::dense;
  bool soft = false;       ///< every third item is doubted
  bool cancelled = false;  ///< somewhere on the way
};

class Honoured : public testing::TestWithParam<Path> {};

TEST_P(Honoured, WhereThatIsPossible) {
  const Path& path = GetParam();
  std::size_t feasible = 0, infeasible = 0;
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    auto [table, known, options, surely] = random_instance(seed);
    options.search.method = path.method;
    options.chain.kind = path.chain;
    if (path.soft) {
      for (std::size_t i = 0; i < known.labels.size(); i += 3) known.labels[i].trust = 0.8;
      for (std::size_t i = 0; i < known.links.size(); i += 3) known.links[i].trust = 0.8;
    }
    std::size_t calls_left = path.cancelled ? seed % 40 : SIZE_MAX;
    Result result;
    try {
      result = cluster(table, known, options, [&](const ProgressEvent&) { return calls_left-- > 0; });
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted) continue;
      ASSERT_EQ(error.code(), ErrorCode::data) << error.what();
      ASSERT_FALSE(surely || can_be_honoured(known, table.rows, *options.clusters)) << seed;
      continue;  // a contradiction, whatever the number of clusters
    }
    if (surely || can_be_honoured(known, table.rows, *options.clusters)) {
      ++feasible;
      ASSERT_TRUE(verify(known, result.cluster).empty()) << seed;
      ASSERT_TRUE(result.certificate.violated().empty()) << seed;
      continue;
    }
    ++infeasible;
    ASSERT_FALSE(result.certificate.violated().empty()) << seed;
    ASSERT_EQ(result.certificate.warnings.size(), 1U) << seed;
    const std::string& proof = result.certificate.warnings[0];
    ASSERT_FALSE(can_be_honoured(cited(known, proof), table.rows, *options.clusters))
        << seed << ": " << proof;
  }
  EXPECT_GT(feasible, instances / 4);
  EXPECT_GT(infeasible, instances / 400);
}

constexpr auto dense = ChainKind::dense, sparse = ChainKind::sparse;
INSTANTIATE_TEST_SUITE_P(OnEveryPath, Honoured,
                         testing::Values(Path{"Dense", Method::comac, dense},
                                         Path{"Sparse", Method::comac, sparse},
                                         Path{"DenseSoft", Method::comac, dense, true},
                                         Path{"SparseSoft", Method::comac, sparse, true},
                                         Path{"DenseCancelled", Method::comac, dense, false, true},
                                         Path{"SparseCancelled", Method::comac, sparse, false, true},
                                         Path{"SparseSoftCancelled", Method::comac, sparse, true, true},
                                         Path{"Sequential", Method::comac_seq, dense},
                                         Path{"SequentialSparse", Method::comac_seq, sparse},
                                         Path{"SequentialCancelled", Method::comac_seq, dense, false, true},
                                         Path{"Annealed", Method::comac_ann, dense},
                                         Path{"AnnealedSparse", Method::comac_ann, sparse},
                                         Path{"AnnealedSoft", Method::comac_ann, dense, true},
                                         Path{"AnnealedCancelled", Method::comac_ann, sparse, false, true}),
                         [](const auto& found) { return found.param.name; });

}  // namespace
}  // namespace comac
