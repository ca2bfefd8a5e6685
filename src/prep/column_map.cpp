// SPDX-License-Identifier: MIT
#include "prep/column_map.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "comac/base/error.hpp"

namespace comac {
namespace {

std::size_t columns_in(const ColumnStep& step) {
  return std::visit([](const auto& one) { return one.columns_in(); }, step);
}

std::size_t columns_out(const ColumnStep& step) {
  return std::visit([](const auto& one) { return one.columns_out(); }, step);
}

/// The step that a file names, out of the kinds that there are.
template <std::size_t kind = 0>
ColumnStep step_from_json(const nlohmann::json& json) {
  if constexpr (kind == std::variant_size_v<ColumnStep>) {
    throw Error(ErrorCode::data,
                "there is no step '" + json.at("step").get<std::string>() + "' in a map of columns");
  } else {
    using Step = std::variant_alternative_t<kind, ColumnStep>;
    return json.at("step") == Step::name ? ColumnStep(Step::from_json(json)) : step_from_json<kind + 1>(json);
  }
}

}  // namespace

ColumnMap::ColumnMap(std::size_t columns, std::vector<std::string> column_names)
    : columns_(columns), column_names_(std::move(column_names)) {}

void ColumnMap::add(ColumnStep step) {
  if (comac::columns_in(step) != columns_out()) {
    throw Error(ErrorCode::data, "found a step that takes " + std::to_string(comac::columns_in(step)) +
                                     " columns in a map that has " + std::to_string(columns_out()) +
                                     " at that place");
  }
  steps_.push_back(std::move(step));
}

std::size_t ColumnMap::columns_out() const {
  return steps_.empty() ? columns_ : comac::columns_out(steps_.back());
}

Table ColumnMap::apply(const TableView& rows) const {
  EncodingCounts counts;
  return apply(rows, counts);
}

Table ColumnMap::apply(const TableView& rows, EncodingCounts& counts) const {
  if (steps_.empty()) return copy_of(rows);
  std::optional<Table> now;
  for (const ColumnStep& step : steps_) {
    const TableView before = now ? TableView(*now) : rows;
    const auto* first = std::get_if<Encoding>(&step);
    now = first != nullptr ? first->apply(before, counts)
                           : std::visit([&](const auto& one) { return one.apply(before); }, step);
  }
  return *std::move(now);
}

const Encoding* ColumnMap::encoding() const {
  return steps_.empty() ? nullptr : std::get_if<Encoding>(&steps_.front());
}

std::vector<std::size_t> ColumnMap::sources() const {
  const bool mixes = std::ranges::any_of(
      steps_, [](const ColumnStep& step) { return std::holds_alternative<Linear>(step); });
  if (mixes) return {};
  const Encoding* encoded = encoding();
  std::vector<std::size_t> sources;
  for (std::size_t c = 0; c < columns_; ++c)
    sources.insert(sources.end(), encoded == nullptr ? 1 : encoded->columns_from(c), c);
  return sources;
}

nlohmann::json ColumnMap::to_json() const {
  auto steps = nlohmann::json::array();
  for (const ColumnStep& step : steps_) {
    std::visit(
        [&](const auto& one) {
          auto json = one.to_json();
          json["step"] = one.name;
          steps.push_back(std::move(json));
        },
        step);
  }
  return {{"columns", columns_}, {"names", column_names_}, {"steps", std::move(steps)}};
}

ColumnMap ColumnMap::from_json(const nlohmann::json& json) {
  ColumnMap map(json.at("columns").get<std::size_t>(), json.at("names").get<std::vector<std::string>>());
  if (!map.column_names_.empty() && map.column_names_.size() != map.columns_) {
    throw Error(ErrorCode::data, "a map of the columns has another number of names than of columns");
  }
  for (const auto& step : json.at("steps")) map.add(step_from_json(step));
  return map;
}

}  // namespace comac
