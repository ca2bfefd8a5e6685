// SPDX-License-Identifier: MIT
#include "data/frame.hpp"

#include <algorithm>

#include "comac/base/error.hpp"
#include "data/dataset_builder.hpp"
#include "data/survey.hpp"
#include "data/tidy.hpp"

namespace comac {
namespace {

Columns columns_of_frame(std::span<const FrameColumn> frame, const std::string& name, bool of_model) {
  Columns columns{.file = name, .count = frame.size(), .purpose = Purpose::frame};
  columns.of_model = of_model;
  const bool named = std::ranges::any_of(frame, [](const FrameColumn& one) { return !one.name.empty(); });
  for (const FrameColumn& column : frame) {
    if (named) columns.names.push_back(column.name);
  }
  return columns;
}

/// What the columns say about themselves, unless it is known better.
void take_forms(std::span<const FrameColumn> frame, ReadPlan& plan) {
  for (std::size_t c = 0; c < frame.size(); ++c) {
    const ColumnKind kind = frame[c].about.kind;
    const bool said = frame[c].texts.empty() || kind == ColumnKind::category || kind == ColumnKind::ordinal;
    if (said && !plan.forms[c].settled) plan.forms[c] = {frame[c].about, true};
  }
}

/// Looks at the texts.
void find_out(std::span<const FrameColumn> frame, const Columns& columns, ReadPlan& plan) {
  std::vector<ColumnSurvey> found(frame.size());
  for (std::size_t c = 0; c < frame.size(); ++c) {
    if (plan.forms[c].settled && plan.forms[c].about.kind != ColumnKind::number) continue;
    for (const std::string& text : frame[c].texts) found[c].add({text});
  }
  judge(columns, found, plan);
}

std::size_t rows_of(std::span<const FrameColumn> frame) {
  return frame.empty() ? 0 : std::max(frame[0].texts.size(), frame[0].numbers.size());
}

}  // namespace

Dataset dataset_of(std::span<const FrameColumn> frame, const std::string& name, const ReadOptions& options) {
  Columns columns = columns_of_frame(frame, name, !options.features.empty());
  std::vector<std::string> notes;
  name_columns(columns, notes);
  ReadPlan plan = plan_reading(columns, options);
  plan.notes = std::move(notes);
  take_forms(frame, plan);
  for (;;) {
    find_out(frame, columns, plan);
    DatasetBuilder builder(columns, plan, options);
    builder.reserve(rows_of(frame), 0);
    std::vector<FrameCell> row(frame.size());
    for (std::size_t r = 0; r < rows_of(frame); ++r) {
      for (std::size_t c = 0; c < frame.size(); ++c)
        row[c] = frame[c].texts.empty() ? FrameCell{frame[c].numbers[r]} : FrameCell{0, &frame[c].texts[r]};
      builder.add(std::span<const FrameCell>(row));
    }
    const auto failed = builder.failed_candidates();
    for (const std::size_t c : failed) plan.roles[c] = feature_role;
    if (!failed.empty()) continue;
    Dataset dataset = builder.finish();
    dataset.notes = plan.notes;
    tidy(dataset, columns, plan, options);
    return dataset;
  }
}

bool is_telling_name(const std::string& name) {
  return is_name_of_ids(name) || is_name_of_classes(name, true);
}

}  // namespace comac
