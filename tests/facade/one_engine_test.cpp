// SPDX-License-Identifier: MIT
// A chain is a chain, whatever it was made of; and options that hardly differ end alike.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "chain/neighbour_chain.hpp"
#include "chain/reversible.hpp"
#include "comac/cluster.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/evaluate/scores.hpp"
#include "support/sparse_instances.hpp"

namespace comac {
namespace {

struct Scene {
  Table table;
  Categories truth;
};

/// Row i is of class i % clusters; the first rows are the same however many there are.
Scene clouds(std::size_t rows, std::size_t clusters, double apart) {
  Random centres(7), random(8);
  const Table centre = test::random_table(centres, clusters, 3);
  Scene scene{test::random_table(random, rows, 3), {}};
  for (std::uint32_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < 3; ++c) scene.table.at(i, c) += apart * centre.at(i % clusters, c);
    scene.truth.ids.push_back(static_cast<std::uint32_t>(i % clusters));
  }
  for (std::size_t c = 0; c < clusters; ++c) scene.truth.names.push_back(std::string(1, char('a' + c)));
  return scene;
}

Scene rings(std::size_t rows) {
  Random random(3);
  Scene scene{{rows, 2, {}, {}}, {}};
  scene.truth.names = {std::string("a"), std::string("b")};
  for (std::uint32_t i = 0; i < rows; ++i) {
    const double angle = 2 * std::numbers::pi * random.uniform(),
                 radius = (i % 2 == 0 ? 2 : 6) + 0.2 * random.normal();
    scene.table.values.push_back(radius * std::cos(angle));
    scene.table.values.push_back(radius * std::sin(angle));
    scene.truth.ids.push_back(i % 2);
  }
  return scene;
}

Options clusters(std::size_t count) {
  Options options;
  options.clusters = count, options.threads = 1, options.prep.scale = Scale::none;
  options.search.row_model = RowModelUse::off;  // a chain has no rows
  return options;
}

/// The chances to go from row to row, as a user would write them down.
SparseMatrix transition_of(const SparseChain& chain) {
  SparseMatrix transition = chain.joint();
  for (std::size_t i = 0; i < chain.states(); ++i) {
    for (std::size_t e = transition.offsets[i]; e < transition.offsets[i + 1]; ++e)
      transition.values[e] /= chain.mass(i);
  }
  return sparse_matrix(dense_table(transition));  // in order
}

SparseMatrix nearest_chain(const Scene& scene) {
  const Progress none;
  ProgressGate gate(none);
  NeighbourChainOptions options;
  options.neighbours = 10;
  return transition_of(neighbour_chain(scene.table, options, gate).chain);
}

double agreement(const Result& a, const Result& b) { return score(a.cluster, b.cluster).nmi; }

TEST(OneEngine, AChainOfATableEndsAsTheTableDoes) {
  const std::vector<std::pair<Scene, std::size_t>> scenes{
      {clouds(600, 4, 8), 4}, {clouds(600, 3, 3), 3}, {rings(500), 2}};
  for (const auto& [scene, count] : scenes) {
    const Result of_rows = cluster(scene.table, {}, clusters(count));
    const Result of_chain = aggregate(nearest_chain(scene), {}, clusters(count));
    EXPECT_GT(agreement(of_rows, of_chain), 0.95) << count;
    EXPECT_GT(of_chain.chain.steps, 1U) << count;
    ASSERT_TRUE(of_chain.chosen);
    EXPECT_GT(of_chain.chosen->scales.size(), 1U);
    EXPECT_EQ(of_chain.confidence.size(), scene.table.rows);
  }
}

TEST(OneEngine, FindsTheNumberOfClustersOfAChain) {
  Options options = clusters(4);
  options.clusters.reset();
  const Scene scene = clouds(600, 4, 12);
  EXPECT_EQ(aggregate(nearest_chain(scene), {}, options).sizes.size(),
            cluster(scene.table, {}, options).sizes.size());
}

TEST(OneEngine, HearsWhatIsKnownOfAChain) {
  const Scene scene = clouds(600, 3, 2);
  Options options = clusters(3);
  options.side.on_conflict = OnConflict::drop;
  const SparseMatrix chain = nearest_chain(scene);
  const double nothing = score(scene.truth.ids, aggregate(chain, {}, options).cluster).nmi;
  const SideInformation labels = sample_labels(scene.truth, {0.1, LabelledClasses::all, 0, 1});
  EXPECT_GT(score(scene.truth.ids, aggregate(chain, labels, options).cluster).nmi, nothing);
  const SideInformation wrong = sample_labels(scene.truth, {0.3, LabelledClasses::all, 0.4, 1});
  options.side.trust = automatic_trust;
  EXPECT_LT(aggregate(chain, wrong, options).certificate.trust.labels, 1);
}

/// Clouds whose walk turns round within each: more mass goes from a row to the next than back.
TEST(OneEngine, TakesAChainThatIsNotReversible) {
  const Scene scene = clouds(300, 3, 8);
  Table p = dense_table(nearest_chain(scene));
  for (std::size_t i = 0; i < p.rows; ++i) {
    const std::size_t next = (i + 3) % p.rows;  // of the same cloud
    for (std::size_t j = 0; j < p.columns; ++j) p.at(i, j) *= 0.7;
    p.at(i, next) += 0.3;
  }
  const Result result = aggregate(p, {}, clusters(3));
  EXPECT_GT(score(scene.truth.ids, result.cluster).nmi, 0.98);
  EXPECT_GT(result.chain.steps, 1U);
  EXPECT_LT(result.stationary_residual, 1e-12);
}

/// States that go round in three groups: no clusters last, and one step is all that there is to tell.
TEST(OneEngine, TellsOneStepWhereNothingLasts) {
  Random random(2);
  Table p{30, 30, std::vector<double>(900), {}};
  for (std::size_t i = 0; i < 30; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 30; ++j)
      sum += p.at(i, j) = (j % 3 == (i + 1) % 3 ? 1 : 0.02) * (0.5 + random.uniform());
    for (std::size_t j = 0; j < 30; ++j) p.at(i, j) /= sum;
  }
  const Result result = aggregate(p, {}, clusters(3));
  EXPECT_EQ(result.chain.steps, 1U);
  for (std::size_t i = 3; i < 30; ++i) EXPECT_EQ(result.cluster[i], result.cluster[i - 3]) << i;
}

/// Both sides of a threshold: the same rows but for the last few, and options that hardly differ.
struct Threshold {
  const char* name;
  std::size_t rows, more_rows;
  std::function<void(Options&)> below, above;
};

void nothing(Options&) {}

std::vector<Threshold> thresholds() {
  const auto beta = [](double value) { return [value](Options& options) { options.search.beta = value; }; };
  const auto kind = [](ChainKind value) { return [value](Options& options) { options.chain.kind = value; }; };
  return {
      {"beta below 1/2", 900, 900, nothing, beta(0.499)},
      {"beta above 1/2", 900, 900, nothing, beta(0.501)},
      {"origins of a beta", 2000, 2001, beta(0.6), beta(0.6)},
      {"dense chain", 900, 900, nothing, kind(ChainKind::dense)},
      {"sparse chain", 900, 900, nothing, kind(ChainKind::sparse)},
      {"one row more", 900, 901, nothing, nothing},
      {"few states", 100, 101, nothing, nothing},
      {"rows of a mixture", 5000, 5001, nothing, nothing},
      {"states at once", 20000, 20001, nothing, nothing},
      {"neighbours as chosen", 900, 900, nothing,
       [](Options& o) { o.chain.neighbours = automatic_neighbours; }},
      {"steps as chosen", 900, 900, nothing, [](Options& o) { o.chain.relaxation = automatic_relaxation; }},
      {"restarts as chosen", 900, 900, nothing, [](Options& o) { o.search.restarts = 5; }},
  };
}

TEST(OneEngine, HasNoCliffs) {
  for (const Threshold& threshold : thresholds()) {
    for (const double apart : {8.0, 4.0}) {
      for (const RowModelUse model : {RowModelUse::off, RowModelUse::automatic}) {
        if (threshold.rows > 10000 && model == RowModelUse::off) continue;  // takes long
        const Scene fewer = clouds(threshold.rows, 3, apart), more = clouds(threshold.more_rows, 3, apart);
        Options below = clusters(3), above = clusters(3);
        below.search.row_model = above.search.row_model = model;
        threshold.below(below), threshold.above(above);
        const Result a = cluster(fewer.table, {}, below);
        Result b = cluster(more.table, {}, above);
        b.cluster.resize(threshold.rows);
        EXPECT_GT(agreement(a, b), 0.9) << threshold.name << ", " << apart << " apart";
      }
    }
  }
}

/// Wrong labels are doubted alike in tables of a little more and a little fewer rows.
TEST(OneEngine, DoubtsAlikeOnBothSidesOfAThreshold) {
  for (const std::size_t rows : {4990U, 5001U}) {
    const Scene scene = clouds(rows, 3, 3);
    Options options = clusters(3);
    options.side.trust = automatic_trust, options.side.on_conflict = OnConflict::drop;
    const SideInformation known = sample_labels(scene.truth, {0.05, LabelledClasses::all, 0.3, 1});
    EXPECT_EQ(cluster(scene.table, known, options).certificate.trust.labels, 0.6) << rows;
  }
}

}  // namespace
}  // namespace comac
