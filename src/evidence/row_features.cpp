// SPDX-License-Identifier: MIT
#include "evidence/row_features.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "comac/base/error.hpp"
#include "evidence/json_numbers.hpp"

namespace comac {
namespace {

/// More told trees nothing more.
constexpr std::size_t most_coordinates = 24;

}  // namespace

RowFeatures::RowFeatures(const Lesson& lesson) : columns_(lesson.rows.columns) {
  const Spectrum* spectrum = lesson.spectrum;
  const std::size_t pairs = spectrum == nullptr ? 0 : std::min(spectrum->pairs, most_coordinates + 1);
  std::size_t groups = 0;
  for (const auto group : lesson.grouping) groups = std::max<std::size_t>(groups, group + 1);
  seen_ = pairs + groups;
  of_state_.assign(lesson.chain.states() * seen_, 0);
  for (std::size_t x = 0; x < lesson.chain.states() && seen_ > 0; ++x) {
    float* out = of_state_.data() + x * seen_;
    for (std::size_t m = 0; m < pairs; ++m)
      out[m] = static_cast<float>(spectrum->vector_of(x)[m] / std::sqrt(spectrum->masses[x]));
    if (groups > 0) out[pairs + lesson.grouping[x]] = 1;
  }
}

std::vector<float> RowFeatures::of(const AskedRows& rows) const {
  std::vector<float> features(rows.count() * count(), 0);
  std::vector<double> sum(seen_);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    float* out = features.data() + r * count();
    for (std::size_t c = 0; c < columns_; ++c) out[c] = static_cast<float>(rows.columns.at(r, c));
    std::ranges::fill(sum, 0);
    for (std::size_t e = rows.offsets[r]; e < rows.offsets[r + 1]; ++e) {
      const float* state = of_state_.data() + rows.to[e] * seen_;
      for (std::size_t m = 0; m < seen_; ++m) sum[m] += rows.chance[e] * double{state[m]};
    }
    for (std::size_t m = 0; m < seen_; ++m) out[columns_ + m] = static_cast<float>(sum[m]);
  }
  return features;
}

nlohmann::json RowFeatures::to_json() const {
  return {{"columns", columns_}, {"of_state", numbers_json(of_state_)}};
}

RowFeatures RowFeatures::from_json(const nlohmann::json& json, const Lesson& lesson) {
  RowFeatures features;
  features.columns_ = json.at("columns").get<std::size_t>();
  features.of_state_ = numbers_from<float>(json.at("of_state"));
  const std::size_t states = lesson.chain.states();
  const bool sound = features.of_state_.size() % states == 0 && features.columns_ < (1U << 24) &&
                     std::ranges::all_of(features.of_state_, [](float v) { return std::isfinite(v); });
  if (!sound) throw Error(ErrorCode::data, "what classifiers see of the rows is of other rows");
  features.seen_ = features.of_state_.size() / states;
  return features;
}

}  // namespace comac
