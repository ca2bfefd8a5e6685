// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <vector>

#include "chain/neighbour_chain.hpp"
#include "comac/cluster.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"
#include "cost/information.hpp"
#include "select/plan.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

std::vector<std::uint32_t> dealt(std::size_t rows, std::size_t classes) {
  std::vector<std::uint32_t> truth(rows);
  for (std::size_t i = 0; i < rows; ++i) truth[i] = static_cast<std::uint32_t>(i % classes);
  return truth;
}

Options sparse_options(std::size_t clusters) {
  Options options;
  options.clusters = clusters;
  options.chain.kind = ChainKind::sparse;
  options.chain.relaxation = 1;  // one step at a time; tests/facade/default_test.cpp has the others
  return options;
}

TEST(SparseRun, OfThePapersAlgorithmsIsTheDenseRunWhereNeighboursCoverAllRows) {
  Random random(1);
  const Table table = test::blobs(random, 90, 3, 3, 2);
  const SideInformation known = test::truthful_side(random, dealt(90, 3), {8, 10, 3});
  for (const Method method : {Method::comac_seq, Method::comac_ann}) {
    for (const double beta : {0.3, 0.5, 1.0}) {
      Options options = sparse_options(3);
      options.search.method = method;
      options.search.beta = beta;
      options.chain.neighbours = 90;
      const Result sparse = cluster(table, known, options);
      options.chain.kind = ChainKind::dense;
      const Result dense = cluster(table, known, options);
      EXPECT_EQ(sparse.cluster, dense.cluster);
      EXPECT_NEAR(sparse.cost, dense.cost, 1e-12);
      EXPECT_EQ(sparse.chain.kind, ChainKind::sparse);
      EXPECT_EQ(dense.chain.kind, ChainKind::dense);
    }
  }
}

TEST(SparseRun, TracksTheCostItHasAtEveryBeta) {
  Random random(2);
  const Table table = test::blobs(random, 2500, 3, 4, 3);
  const SideInformation known = test::truthful_side(random, dealt(2500, 4), {60, 200, 4});
  const Progress none;
  ProgressGate gate(none);
  const SparseChain chain = neighbour_chain(table, {}, gate).chain;
  for (const double beta : {0.2, 0.5, 0.8}) {
    Options options = sparse_options(4);
    options.search.beta = beta;
    options.search.row_model = RowModelUse::off, options.search.metric = MetricUse::euclidean;
    const Result result = cluster(table, known, options);
    const double of_chain = result.cost - result.terms.bits_beside();  // labels speak beside it
    EXPECT_NEAR(of_chain, information(chain, result.cluster, 4, beta).cost(), 1e-12);
    EXPECT_TRUE(result.certificate.violated().empty());
    EXPECT_GT(score(dealt(2500, 4), result.cluster).nmi, 0.8);
    EXPECT_EQ(result.chain.transitions, chain.entries());
  }
}

/// Three rows in ten labelled, of which every fourth wrong, and as many links.
SideInformation doubtful_side(Random& random, const std::vector<std::uint32_t>& truth) {
  SideInformation known = test::truthful_side(random, truth, {truth.size() * 3 / 10, truth.size() / 4, 4});
  std::vector<bool> labelled(truth.size(), false);
  std::erase_if(known.labels, [&](const Label& label) {
    const bool again = labelled[label.row];
    labelled[label.row] = true;
    return again;
  });
  for (std::size_t i = 0; i < known.labels.size(); i += 4) {
    known.labels[i].label = (known.labels[i].label + 1) % 4;
  }
  for (std::size_t i = 0; i < known.links.size(); i += 4) {
    Link& link = known.links[i];
    link.kind = link.kind == LinkKind::must ? LinkKind::cannot : LinkKind::must;
  }
  return known;
}

TEST(SparseRun, OutvotesWrongItemsThatItNeedNotTrust) {
  Random random(8);
  const Table table = test::blobs(random, 3000, 3, 4, 4);
  const auto truth = dealt(3000, 4);
  const SideInformation known = doubtful_side(random, truth);
  const auto nmi = [&](double trust) {
    Options options = sparse_options(4);
    options.side.trust = trust;
    options.side.on_conflict = OnConflict::drop;
    const Result result = cluster(table, known, options);
    EXPECT_EQ(result.certificate.trust.estimated, trust == automatic_trust);
    return score(truth, result.cluster).nmi;
  };
  const double hard = nmi(1), soft = nmi(0.75), automatic = nmi(automatic_trust);
  EXPECT_GT(soft, hard + 0.1);
  EXPECT_GT(automatic, hard + 0.1);
  EXPECT_GT(automatic, 0.9);
}

TEST(SparseRun, IsTheSameForAnyNumberOfThreads) {
  Random random(3);
  const Table table = test::blobs(random, 4000, 10, 4, 1);
  Options options = sparse_options(4);
  options.chain.neighbour_search = NeighbourSearch::approximate;
  options.threads = 1;
  const Result one = cluster(table, {}, options);
  options.threads = 3;
  const Result three = cluster(table, {}, options);
  EXPECT_EQ(one.cluster, three.cluster);
  EXPECT_EQ(one.cost, three.cost);
  EXPECT_EQ(one.chain.recall, three.chain.recall);
  EXPECT_FALSE(one.chain.exact_neighbours);
}

TEST(SparseRun, ReturnsTheBestSoFarWhenStopped) {
  Random random(4);
  const Table table = test::blobs(random, 4000, 3, 4);
  for (const char* stage : {"coarsen", "solve", "refine", "optimise"}) {
    const Result result = cluster(table, {}, sparse_options(4),
                                  [&](const ProgressEvent& event) { return event.stage != stage; });
    EXPECT_TRUE(result.cancelled) << stage;
    EXPECT_EQ(result.cluster.size(), 4000U);
  }
}

TEST(SparseRun, OfATransitionMatrixIsTheDenseRun) {
  Random random(5);
  const DenseChain chain = test::random_chain(random, 30, false);
  Table p{30, 30, std::vector<double>(900), {}};
  for (std::size_t i = 0; i < 30; ++i) {
    for (std::size_t j = 0; j < 30; ++j) p.at(i, j) = chain.from(i)[j] / chain.mass(i);
  }
  Options options = sparse_options(3);
  options.search.method = Method::comac_seq;
  const Result sparse = aggregate(sparse_matrix(p), {}, options);
  options.chain.kind = ChainKind::automatic;
  const Result dense = aggregate(sparse_matrix(p), {}, options);
  EXPECT_EQ(sparse.cluster, dense.cluster);
  EXPECT_NEAR(sparse.cost, dense.cost, 1e-9);
  EXPECT_LT(sparse.stationary_residual, 1e-12);
  EXPECT_EQ(sparse.chain.kind, ChainKind::sparse);
  EXPECT_EQ(dense.chain.kind, ChainKind::dense);
}

TEST(SparseRun, HonoursLinksThatCoarseLevelsDidNotKeepApart) {
  Dataset data = read_dataset(COMAC_SOURCE_DIR "/tests/cases/broken-link.csv", {});
  SideInformation known;
  read_links(COMAC_SOURCE_DIR "/tests/cases/broken-link-links.csv", RowNames(data.table.rows, false),
             std::nullopt, known);
  Options options = sparse_options(2);
  options.chain.neighbours = 5;
  const Result result = cluster(data.table, known, options);
  EXPECT_EQ(result.certificate.cannot_links, 4U);
  EXPECT_TRUE(result.certificate.violated().empty());
}

TEST(Plan, KeepsAllTransitionsWhileThatIsComfortable) {
  Options options;
  options.clusters = 2;
  options.search.method = Method::comac_seq;
  const TableView small{nullptr, 100, 16}, comfortable{nullptr, most_dense_rows, 16},
      large{nullptr, most_dense_rows + 1, 16};
  EXPECT_EQ(plan_chain(comfortable, options).chain, ChainKind::dense);
  EXPECT_EQ(plan_chain(large, options).chain, ChainKind::sparse);
  options.chain.relaxation = 2;
  EXPECT_EQ(plan_chain(large, options).chain, ChainKind::dense);
  options.chain.kind = ChainKind::sparse;
  EXPECT_THROW(plan_chain(small, options), Error);
  options.chain = {};
  options.chain.kernel = Kernel::binary;
  EXPECT_EQ(plan_chain(small, options).chain, ChainKind::sparse);
  options.chain.kind = ChainKind::dense;
  EXPECT_THROW(plan_chain(small, options), Error);
}

/// The peak of a run in a process of its own, in bytes above what the process had before; 0 if it failed.
double measured_peak(const Table& table, const SideInformation& known, const Options& options) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const pid_t child = fork();
  if (child == 0) {
    // Whether memory that was given back is taken again must not depend on chance.
    mallopt(M_ARENA_MAX, 1), mallopt(M_MMAP_THRESHOLD, 1 << 17), mallopt(M_TRIM_THRESHOLD, 1 << 17);
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    cluster(table, known, options);
    getrusage(RUSAGE_SELF, &after);
    const double peak = 1024.0 * static_cast<double>(after.ru_maxrss - before.ru_maxrss);
    _exit(write(ends[1], &peak, sizeof(peak)) == sizeof(peak) ? 0 : 1);
  }
  double peak = 0;
  const bool told = read(ends[0], &peak, sizeof(peak)) == sizeof(peak);
  waitpid(child, nullptr, 0);
  close(ends[0]), close(ends[1]);
  return told ? peak : 0;
}

TEST(Plan, CountsBeyond32Bits) {
  constexpr std::size_t rows = 100'000'000;
  Options options;
  options.clusters = 10;
  for (const std::size_t steps : {std::size_t{1}, automatic_relaxation}) {
    options.chain.relaxation = steps;
    const TableView some{nullptr, rows / 100, 16}, many{nullptr, rows, 16};
    const double ratio = static_cast<double>(plan_chain(many, options).memory) /
                         static_cast<double>(plan_chain(some, options).memory);
    EXPECT_NEAR(ratio, 100, 2);
  }
  const std::size_t entries = likely_entries(rows, chain_options(options, rows));
  EXPECT_GT(entries, std::size_t{1} << 31);
  EXPECT_GT(sparse_chain_memory(rows, entries), 12 * entries);
  EXPECT_EQ(sparse_chain_memory(0, 5'000'000'000), 60'000'000'000);
}

TEST(Plan, EstimatesMemoryFromAbove) {
#ifdef COMAC_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  struct Case {
    std::size_t rows, steps;
  };
  for (const auto& [rows, steps] : {Case{15000, 1}, Case{60000, 1}, Case{15000, automatic_relaxation},
                                    Case{30000, automatic_relaxation}}) {
    Random random(6);
    const Table table = test::blobs(random, rows, 16, 10, 1);
    Options options = sparse_options(10);
    options.chain.relaxation = steps;
    options.threads = 1;  // with more, what each of them holds depends on who gets how much to do
    const Plan plan = plan_chain(table, options);
    for (const std::size_t labels : {std::size_t{0}, rows / 100}) {
      const SideInformation known = test::truthful_side(random, dealt(rows, 10), {labels, 0, 10});
      const double measured = measured_peak(table, known, options);
      const auto planned = static_cast<double>(memory_with(plan, known, options));
      EXPECT_GT(planned / measured, 0.85) << rows << " rows, " << steps << " steps, " << labels << " labels";
      EXPECT_LT(planned / measured, 1.5)
          << rows << " rows, " << steps << " steps, " << labels << " labels: " << measured / 1e6 << " MB";
    }
  }
}

TEST(Plan, HoldsForAPowerOfADenseChain) {
#ifdef COMAC_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  Random random(7);
  const Table table = test::blobs(random, 1500, 3, 3, 1);
  Options options;
  options.clusters = 3, options.threads = 1, options.search.restarts = 1;
  options.chain.kind = ChainKind::dense, options.chain.relaxation = 3;
  options.search.method = Method::comac_seq;  // our own engine takes no powers
  const double planned = static_cast<double>(plan_chain(table, options).memory);
  EXPECT_GT(planned / measured_peak(table, {}, options), 0.9) << "three matrices, and what multiplies them";
}

}  // namespace
}  // namespace comac
