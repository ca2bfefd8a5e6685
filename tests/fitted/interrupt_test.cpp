// SPDX-License-Identifier: MIT
// A run that is stopped anywhere after it has a chain answers with clusters that honour what is hard.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "comac/data/generate.hpp"
#include "comac/evaluate/certificate.hpp"
#include "fitted/prepared_data.hpp"
#include "fitted/solve.hpp"

namespace comac {
namespace {

Dataset blobs(std::size_t rows, std::size_t dimensions = 3) {
  return generate({.shape = Shape::blobs, .rows = rows, .clusters = 3, .dimensions = dimensions, .seed = 3});
}

struct Scene {
  std::string name;
  Dataset data;
  SideInformation known = {};
  Options options = {};
  std::vector<std::uint32_t> start = {};
};

Scene scene(std::string name, std::size_t rows) {
  Scene scene{std::move(name), blobs(rows)};
  scene.options.clusters = 3;
  scene.options.threads = 1;
  return scene;
}

void add_labels(Scene& to, std::size_t count) {
  const std::vector<std::string> names{"a", "b", "c"};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i * to.data.table.rows / count;
    to.known.label(static_cast<std::uint32_t>(row), names[to.data.truth->ids[row]]);
  }
}

void add_links(Scene& to, std::size_t count) {
  Random random(5);
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(random.below(to.data.table.rows));
    const auto b = static_cast<std::uint32_t>(random.below(to.data.table.rows));
    if (a == b) continue;
    if (to.data.truth->ids[a] == to.data.truth->ids[b]) {
      to.known.must(a, b);
    } else {
      to.known.cannot(a, b);
    }
  }
}

std::vector<Scene> scenes() {
  std::vector<Scene> scenes{scene("nothing known", 60),
                            scene("labels", 60),
                            scene("learned metric", 40),
                            scene("trust", 50),
                            scene("number of clusters", 50),
                            scene("go on", 50),
                            scene("learned metric wanted", 40),
                            scene("sparse", 60),
                            scene("dense", 40),
                            scene("annealing", 40)};
  add_labels(scenes[1], 12);
  add_links(scenes[2], 30);
  add_labels(scenes[3], 15), add_links(scenes[3], 20);
  scenes[3].options.side.trust = automatic_trust;
  add_links(scenes[4], 25), scenes[4].options.clusters.reset();
  add_links(scenes[5], 15), scenes[5].options.chain.relaxation = 8;
  for (std::uint32_t row = 0; row < 50; ++row) scenes[5].start.push_back(row % 3);
  add_links(scenes[6], 30), scenes[6].options.search.metric = MetricUse::learned;
  add_links(scenes[7], 15), scenes[7].options.chain.kind = ChainKind::sparse;
  scenes[7].options.chain.relaxation = 1;
  add_links(scenes[8], 15), scenes[8].options.chain.kind = ChainKind::dense;
  add_links(scenes[9], 15), scenes[9].options.search.method = Method::comac_ann;
  return scenes;
}

struct Stopped {
  Result result;
  std::size_t questions = 0;
};

/// What comes of a run that is told to stop when it asks for the n-th time.
Stopped stopped_at(const Scene& scene, const PreparedData& ground, std::size_t n) {
  Stopped run;
  const Progress progress = [&](const ProgressEvent&) { return ++run.questions < n; };
  ProgressGate gate(progress);
  run.result = solve_on(ground, scene.known, scene.options, gate, scene.start).result;
  return run;
}

void expect_valid(const Scene& scene, const Result& result) {
  ASSERT_EQ(result.cluster.size(), scene.data.table.rows);
  std::vector<std::size_t> sizes(result.sizes.size(), 0);
  for (const auto cluster : result.cluster) {
    ASSERT_LT(cluster, sizes.size());
    ++sizes[cluster];
  }
  EXPECT_TRUE(std::ranges::equal(sizes, result.sizes));
  EXPECT_EQ(result.confidence.size(), result.cluster.size());
  EXPECT_TRUE(std::isfinite(result.cost));
  if (scene.options.side.trust != 1) return;  // what is doubted may be outvoted
  EXPECT_TRUE(result.certificate.violated().empty());
  EXPECT_TRUE(verify(scene.known, result.cluster).empty());
}

PreparedData prepared(const Scene& scene) {
  const Progress nobody;
  ProgressGate gate(nobody);
  return prepare_data(scene.data.table, scene.known, scene.options, KeepRows::yes, gate);
}

TEST(Interrupt, AnywhereLeavesValidClusters) {
  constexpr std::size_t first = 12, stops = 24;  // the first questions, and as many again over all of them
  for (const Scene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    const PreparedData ground = prepared(scene);
    const Stopped whole = stopped_at(scene, ground, SIZE_MAX);
    EXPECT_FALSE(whole.result.cancelled);
    expect_valid(scene, whole.result);
    const std::size_t stride = std::max<std::size_t>(1, whole.questions / stops);
    for (std::size_t n = 1; n <= whole.questions; n += n < first ? 1 : stride) {
      SCOPED_TRACE(n);
      const Stopped run = stopped_at(scene, ground, n);
      EXPECT_EQ(run.questions, n) << "asked again after it was told to stop";
      EXPECT_TRUE(run.result.cancelled);
      expect_valid(scene, run.result);
    }
  }
}

TEST(Interrupt, HandsOnTheScanThatAModelOfTheRowsWouldHaveFollowed) {
  const Scene one = scene("late", 200);
  const PreparedData ground = prepared(one);
  const Stopped whole = stopped_at(one, ground, SIZE_MAX);
  const Stopped late = stopped_at(one, ground, whole.questions * 9 / 10);
  ASSERT_TRUE(late.result.chosen);
  EXPECT_GT(late.result.chosen->scales.size(), 1U);
}

struct Whole {
  Result result;
  std::size_t steps = 0;         ///< that the chain takes
  std::size_t of_the_chain = 0;  ///< questions while it was made
};

/// The chain is made under way, until the n-th question.
Whole prepared_until(const Scene& scene, std::size_t n) {
  std::size_t questions = 0;
  const Progress progress = [&](const ProgressEvent&) { return ++questions < n; };
  ProgressGate gate(progress);
  const PreparedData ground = prepare_data(scene.data.table, scene.known, scene.options, KeepRows::yes, gate);
  const std::size_t of_the_chain = questions;
  return {solve_on(ground, scene.known, scene.options, gate).result, ground.summary.steps, of_the_chain};
}

TEST(Interrupt, OfAMatrixPowerLeavesTheStepsThatWereTaken) {
  Scene one = scene("power", 300);                // a product is three panels of rows
  one.options.search.method = Method::comac_seq;  // our own engine takes factors instead
  one.options.chain.relaxation = 1;
  const std::size_t one_step = prepared_until(one, SIZE_MAX).of_the_chain;
  one.options.chain.relaxation = 64;
  const Whole whole = prepared_until(one, SIZE_MAX);
  EXPECT_EQ(whole.steps, 64U);
  EXPECT_FALSE(whole.result.cancelled);
  const Whole stopped = prepared_until(one, one_step + 3 * 3 + 1);
  EXPECT_EQ(stopped.steps, 8U);
  EXPECT_TRUE(stopped.result.cancelled);
  EXPECT_EQ(stopped.result.chain.steps, 8U);
  expect_valid(one, stopped.result);
}

}  // namespace
}  // namespace comac
