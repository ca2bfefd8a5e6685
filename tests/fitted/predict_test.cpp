// SPDX-License-Identifier: MIT
// What predict() promises beside tests/model/model_test.cpp: the engine's own rule, held against an oracle,
// and how well it does on sets of which it has seen half the rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "comac/cluster.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/generate.hpp"
#include "comac/data/read.hpp"
#include "comac/evaluate/scores.hpp"
#include "fitted/joining_cost.hpp"
#include "fitted/model_state.hpp"
#include "fitted/predict_blocks.hpp"

namespace comac {
namespace {

Dataset blobs(std::size_t rows, std::uint64_t seed = 1, std::size_t clusters = 3) {
  return generate({.shape = Shape::blobs, .rows = rows, .clusters = clusters, .dimensions = 3, .seed = seed});
}

Options factors(std::size_t clusters, std::size_t steps, RowModelUse row_model) {
  Options options;
  options.clusters = clusters;
  options.chain.relaxation = steps;
  options.search.row_model = row_model;
  options.threads = 2;
  return options;
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// Chances of a new row to go to the known ones: the nine nearest, by the paper's weights.
std::vector<double> first_step(const ModelState& state, std::span<const double> row) {
  const Table& known = *state.ground->rows;
  std::vector<double> distance(known.rows);
  for (std::size_t j = 0; j < known.rows; ++j) distance[j] = squared_distance(row, known.row(j));
  std::vector<std::size_t> order(known.rows);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t j) { return distance[j]; });
  order.resize(9);
  const double nearest = distance[order[0]];
  std::vector<double> chance(known.rows, 0);
  double total = 0;
  for (const auto j : order) total += chance[j] = std::exp(-(distance[j] - nearest) / state.ground->sigma);
  for (double& value : chance) value /= total;
  return chance;
}

/// What labels charge a row in each cluster: walks from where it comes to, taken step by step.
std::vector<double> charge_of_labels(const ModelState& state, std::vector<double> chance) {
  const auto& chain = std::get<SparseChain>(state.ground->chain);
  const std::size_t clusters = state.result.sizes.size(), rows = chance.size();
  std::vector<double> met(clusters, 0);
  for (const Label& label : state.known.labels)
    met[state.result.cluster[label.row]] += 0.1 * 4 / static_cast<double>(rows);
  double left = 1;
  for (std::size_t step = 0; step < 21; ++step) {
    left *= 0.8;
    for (const Label& label : state.known.labels)
      met[state.result.cluster[label.row]] += left * chance[label.row];
    std::vector<double> next(rows, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      const double leaving = chain.mass(i) - chain.between(i, i);
      chain.each_from(i, [&](std::uint32_t j, double mass) {
        if (j != i) next[j] += chance[i] * mass / leaving;
      });
    }
    chance = next;
  }
  const double sum = std::accumulate(met.begin(), met.end(), 0.0);
  for (double& value : met) value = -0.5 * std::log2(value / sum);
  return met;
}

/// The shares of a new row from first principles: steps taken one by one, and the cost of joining.
std::vector<double> shares_by_hand(const ModelState& state, std::span<const double> row) {
  const auto& chain = std::get<SparseChain>(state.ground->chain);
  const std::size_t clusters = state.result.sizes.size();
  std::vector<double> chance = first_step(state, row);
  const std::vector<double> charge = charge_of_labels(state, chance);
  for (std::size_t step = 1; step < state.result.chain.steps; ++step) {
    std::vector<double> next(chance.size(), 0);
    for (std::size_t i = 0; i < chance.size(); ++i) {
      chain.each_from(i, [&](std::uint32_t j, double mass) { next[j] += chance[i] * mass / chain.mass(i); });
    }
    chance = next;
  }
  const double mass = 1 / static_cast<double>(chance.size());
  NewRow joining{{}, {}, std::vector<double>(clusters)};
  for (std::size_t j = 0; j < chance.size(); ++j)
    joining.to_cluster[state.result.cluster[j]] += mass * chance[j];
  std::vector<double> bits(clusters);
  JoiningCost(flows_between(state.ground->chain, state.result), {}, clusters, 0.5).rises(joining, bits);
  if (const Weighed* model = state.kept.evidence.find("mixture")) {
    const Table one{1, row.size(), {row.begin(), row.end()}, {}};
    const std::vector<double> code = model->evidence->bits_of({one});
    for (std::size_t c = 0; c < clusters; ++c) bits[c] += model->weight * code[c];
  }
  for (std::size_t c = 0; c < clusters && !state.known.labels.empty(); ++c) bits[c] += charge[c];
  double sum = 0;
  for (double& value : bits) sum += value = std::exp2(-value);
  for (double& value : bits) value /= sum;
  return bits;
}

TEST(Predict, FollowsTheRuleOfTheEngine) {
  const Dataset data = blobs(150);
  const SideInformation labels = sample_labels(*data.truth, {0.1, LabelledClasses::all, 0, 1});
  for (int round = 0; round < 4; ++round) {
    const RowModelUse row_model = round % 2 == 0 ? RowModelUse::off : RowModelUse::on;
    const Model model = fit(data.table, round < 2 ? SideInformation() : labels, factors(3, 64, row_model));
    const ModelState& state = model.state();
    ASSERT_EQ(state.result.chain.steps, 64U);
    ASSERT_EQ(state.kept.evidence.find("mixture") != nullptr, row_model == RowModelUse::on);
    Table between = blobs(60, 2).table;
    for (double& value : between.values) value *= 0.6;  // so that some are doubtful
    const Prediction prediction = model.predict(between, {}, Shares::all);
    for (std::size_t r = 0; r < between.rows; ++r) {
      const std::vector<double> expected = shares_by_hand(state, between.row(r));
      for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(prediction.shares[3 * r + c], expected[c], 2e-3);
    }
    EXPECT_LT(*std::ranges::min_element(prediction.confidence), 0.99);
  }
}

/// With so few rows the spectrum is whole, so that two steps are told from one and from three.
TEST(Predict, TakesAsManyStepsAsTheModel) {
  for (const auto& [rows, clusters] : {std::pair<std::size_t, std::size_t>{23, 3}, {51, 17}}) {
    const Model model = fit(blobs(rows, 1, clusters).table, {}, factors(clusters, 2, RowModelUse::off));
    EXPECT_EQ(model.state().kept.arrivals.empty(), clusters > 16) << "else they are found again";
    Table between = blobs(40, 2, clusters).table;
    for (double& value : between.values) value *= 0.6;
    const Prediction prediction = model.predict(between, {}, Shares::all);
    for (std::size_t r = 0; r < between.rows; ++r) {
      const std::vector<double> expected = shares_by_hand(model.state(), between.row(r));
      for (std::size_t c = 0; c < clusters; ++c)
        ASSERT_NEAR(prediction.shares[clusters * r + c], expected[c], 1e-4) << r;
    }
  }
}

/// Predicted so many rows at a time.
Prediction by_blocks(const Model& model, const Table& rows, std::size_t at_once) {
  Prediction all;
  BlockPredictor predictor(model, rows.rows, {});
  for (std::size_t first = 0; first < rows.rows; first += at_once) {
    const std::size_t count = std::min(at_once, rows.rows - first);
    TableView part = rows;
    part.values += first * rows.columns, part.rows = count;
    const Prediction some = predictor.predict(part, Shares::all);
    all.cluster.insert(all.cluster.end(), some.cluster.begin(), some.cluster.end());
    all.confidence.insert(all.confidence.end(), some.confidence.begin(), some.confidence.end());
    all.shares.insert(all.shares.end(), some.shares.begin(), some.shares.end());
  }
  all.notes = predictor.notes();
  return all;
}

void expect_same_by_blocks(const Model& model, const Table& rows) {
  const Prediction whole = model.predict(rows, {}, Shares::all);
  for (const std::size_t at_once : {1, 7, 64, 100000}) {
    const Prediction found = by_blocks(model, rows, at_once);
    EXPECT_EQ(found.cluster, whole.cluster) << at_once;
    EXPECT_EQ(found.confidence, whole.confidence) << at_once;
    EXPECT_EQ(found.shares, whole.shares) << at_once;
    EXPECT_EQ(found.notes, whole.notes) << at_once;
  }
}

TEST(Predict, IsTheSameForAnyBlocks) {
  const Dataset data = blobs(150), more = blobs(5000, 7);
  const SideInformation labels = sample_labels(*data.truth, {0.1, LabelledClasses::all, 0, 1});
  for (const ChainKind chain : {ChainKind::sparse, ChainKind::dense}) {
    Options options;
    options.clusters = 3, options.chain.kind = chain, options.threads = 2;
    expect_same_by_blocks(fit(data.table, chain == ChainKind::sparse ? labels : SideInformation(), options),
                          more.table);
  }
  const Dataset known = parse_dataset("x,kind\n1,a\n2,b\n1,a\n8,c\n9,c\n8,b\n1,\n,c\n", "t");
  const Dataset rows = parse_dataset("x,kind\n1,a\n,b\n7,d\n8,e\n9,d\n8,\n1,\n,c\n5,f\n1,a\n", "t");
  Options options;
  options.clusters = 2;
  expect_same_by_blocks(fit(known.table, {}, options), rows.table);
}

TEST(Predict, IsTheSameOfAModelThatWasLoaded) {
  for (const std::size_t clusters : {3U, 20U}) {  // chances of more than 16 clusters are not kept
    const Dataset data = blobs(400, 1, clusters), fresh = blobs(100, 3, clusters);
    const Model model = fit(data.table, {}, factors(clusters, automatic_relaxation, RowModelUse::automatic));
    EXPECT_EQ(model.state().kept.arrivals.empty(), clusters > 16);
    const Model again = Model::from_bytes(model.to_bytes());
    EXPECT_EQ(again.predict(fresh.table).confidence, model.predict(fresh.table).confidence);
  }
}

/// Half of a set, and the other half.
struct Halves {
  Table known, fresh;
  std::vector<std::uint32_t> known_rows, fresh_rows;
};

Halves halved(const Table& table, Random& random) {
  std::vector<std::uint32_t> order(table.rows);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle<std::uint32_t>(order);
  Halves halves;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Table& half = i < order.size() / 2 ? halves.known : halves.fresh;
    (i < order.size() / 2 ? halves.known_rows : halves.fresh_rows).push_back(order[i]);
    half.columns = table.columns;
    ++half.rows;
    const auto row = table.row(order[i]);
    half.values.insert(half.values.end(), row.begin(), row.end());
  }
  return halves;
}

/// Accuracy on the rows that were held out, less that of clustering all rows together; the mean of a few
/// draws.
double loss(const Dataset& data, double labelled, std::size_t draws) {
  Options options;
  options.clusters = data.truth->names.size();
  double sum = 0;
  for (std::size_t draw = 1; draw <= draws; ++draw) {
    Random random(draw);
    const Halves halves = halved(data.table, random);
    SideInformation of_half, of_all;
    const auto count = static_cast<std::uint32_t>(labelled * static_cast<double>(halves.known.rows));
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t row = halves.known_rows[i];
      of_half.label(i, data.truth->names[data.truth->ids[row]]);
      of_all.label(row, data.truth->names[data.truth->ids[row]]);
    }
    const Prediction prediction = fit(halves.known, of_half, options).predict(halves.fresh);
    const Result together = cluster(data.table, of_all, options);
    std::vector<std::uint32_t> truth, found;
    for (const auto row : halves.fresh_rows) {
      truth.push_back(data.truth->ids[row]);
      found.push_back(together.cluster[row]);
    }
    sum += score(truth, found).accuracy - score(truth, prediction.cluster).accuracy;
  }
  return sum / static_cast<double>(draws);
}

class HeldOut : public testing::TestWithParam<const char*> {};

Dataset named(const std::string& name) {
  if (name == "clouds") return generate({.shape = Shape::clouds});
  if (name == "moons") return generate({.shape = Shape::moons});
  return read_dataset(COMAC_SOURCE_DIR "/data/" + name + ".csv", ReadOptions{.truth_column = "class"});
}

TEST_P(HeldOut, HalfIsPredictedAsWellAsItIsClustered) {
  const Dataset data = named(GetParam());
  EXPECT_LE((loss(data, 0, 6) + loss(data, 0.2, 6)) / 2, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Sets, HeldOut,
                         testing::Values("clouds", "iris", "moons", "segmentation", "vertebral", "wine"));

}  // namespace
}  // namespace comac
