// SPDX-License-Identifier: MIT
#include "evidence/forest_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"
#include "evidence/sample.hpp"

namespace comac {
namespace {

/// More rows make trees deeper and hardly better.
constexpr std::size_t most_examples = 5000;
/// More trees than the most change no cluster; the work of a forest, in looks at a number, takes about as
/// long as the searches.
constexpr std::size_t most_trees = 200, least_trees = 40;
/// These tell how far trees are to be trusted.
constexpr std::size_t trees_to_weigh = 50;
constexpr double most_work = 4e8;

std::size_t trees_for(const Lesson& lesson, std::size_t examples, std::size_t features) {
  const auto n = static_cast<double>(examples);
  const double depth = 2 + 1.5 * std::log2(n);
  const double work =
      depth * (n * static_cast<double>(features) + static_cast<double>(lesson.chain.states()));
  const std::size_t most = lesson.to_weigh ? trees_to_weigh : most_trees;
  return std::clamp(static_cast<std::size_t>(most_work / work), least_trees, most);
}

}  // namespace

TrainingRows training_rows(const Lesson& lesson, const RowFeatures& features, std::size_t most) {
  const auto examples = evenly_taken(std::vector(lesson.examples.begin(), lesson.examples.end()), most);
  std::vector<std::uint32_t> which;
  TrainingRows training{features.count(), {}, {}, lesson.clusters};
  for (const Example& example : examples) {
    which.push_back(example.row);
    training.class_of.push_back(example.cluster);
  }
  const std::vector<float> rows = features.of(known_rows(lesson.chain, lesson.rows, which).asked);
  training.values.resize(rows.size());
  for (std::size_t r = 0; r < which.size(); ++r) {
    for (std::size_t f = 0; f < features.count(); ++f)
      training.values[f * which.size() + r] = rows[r * features.count() + f];
  }
  return training;
}

EvidencePtr learn_forest(const Lesson& lesson) {
  if (lesson.examples.size() < 2) return nullptr;
  RowFeatures features(lesson);
  const TrainingRows training = training_rows(lesson, features, most_examples);
  ExtraTrees forest(training, trees_for(lesson, training.count(), training.features), lesson.seed,
                    lesson.threads, lesson.progress);
  if (lesson.stopped()) return nullptr;
  return std::make_shared<ForestEvidence>(std::move(features), std::move(forest),
                                          doubt_after(training.count()));
}

std::vector<double> ForestEvidence::bits_of(const AskedRows& rows) const {
  const std::vector<float> seen = features_.of(rows);
  std::vector<double> chances(rows.count() * clusters());
  for (std::size_t r = 0; r < rows.count(); ++r)
    forest_.shares(seen.data() + r * features_.count(), {chances.data() + r * clusters(), clusters()});
  return doubted_bits(std::move(chances), clusters(), doubt_);
}

std::vector<double> ForestEvidence::column_shares() const {
  const auto& gained = forest_.gained();
  return {gained.begin(), gained.begin() + static_cast<std::ptrdiff_t>(features_.columns())};
}

nlohmann::json ForestEvidence::to_json() const {
  return {{"features", features_.to_json()}, {"forest", forest_.to_json()}, {"doubt", doubt_}};
}

EvidencePtr load_forest(const nlohmann::json& json, const Lesson& lesson) {
  RowFeatures features = RowFeatures::from_json(json.at("features"), lesson);
  ExtraTrees forest = ExtraTrees::from_json(json.at("forest"));
  const auto doubt = json.at("doubt").get<double>();
  if (forest.gained().size() != features.count() || forest.classes() != lesson.clusters ||
      features.columns() != lesson.rows.columns || !(doubt >= 0 && doubt <= 1))
    throw Error(ErrorCode::data, "the trees of a model are of other columns or clusters");
  return std::make_shared<ForestEvidence>(std::move(features), std::move(forest), doubt);
}

}  // namespace comac
