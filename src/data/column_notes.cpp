// SPDX-License-Identifier: MIT
#include "data/column_notes.hpp"

#include <algorithm>
#include <utility>

#include "data/dates.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

using Use = ColumnFinding::Use;

/// Names under one reason, in order of first appearance.
struct Told {
  std::string why;
  std::vector<std::string> names;
};

void add(std::vector<Told>& told, const std::string& why, std::string name) {
  const auto found = std::ranges::find(told, why, &Told::why);
  if (found == told.end()) {
    told.push_back({why, {std::move(name)}});
  } else {
    found->names.push_back(std::move(name));
  }
}

std::string date_words(const ColumnAbout& about) {
  const auto form = about.names.empty() ? std::nullopt : parse_date_form(about.names[0]);
  if (form == DateForm::dmy) return "dates, the day first";
  if (form == DateForm::mdy) return "dates, the month first";
  return form == DateForm::time ? "times of day" : "dates";
}

std::string counted(const std::string& name, std::size_t count) {
  return quoted(name) + " (" + std::to_string(count) + ")";
}

/// What texts were taken for.
std::vector<Told> kinds_of(const Dataset& dataset, const ReadPlan& plan) {
  std::vector<Told> told;
  const Table& table = dataset.table;
  std::size_t next = 0;
  for (std::size_t c = 0; c < dataset.columns.size(); ++c) {
    if (dataset.columns[c].use != Use::feature) continue;
    const ColumnAbout& about = table.about[next++];
    if (plan.forms[c].settled) continue;
    const std::string& name = dataset.columns[c].name;
    if (about.kind == ColumnKind::category) add(told, "categories", counted(name, about.names.size()));
    if (about.kind == ColumnKind::boolean) add(told, "yes or no", quoted(name));
    if (about.kind == ColumnKind::date) add(told, date_words(about), quoted(name));
    if (plan.forms[c].decimal_comma) add(told, "numbers with a decimal comma", quoted(name));
  }
  return told;
}

std::string rows_note(const Dataset& dataset, Missing policy) {
  std::vector<std::string> names = dataset.rows_left_out;
  for (std::string& name : names) name = dataset.ids.empty() ? name : quoted(name);
  return "left out " + plural(names.size(), "row") +
         (policy == Missing::drop
              ? (names.size() == 1 ? " that misses values: " : " that miss values: ")
              : (names.size() == 1 ? " that is mostly missing: " : " that are mostly missing: ")) +
         listed(names, 10) + (dataset.ids.empty() ? " (counted from 0)" : "");
}

std::string filled_note(const Dataset& dataset) {
  std::vector<std::string> names;
  std::size_t sum = 0;
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use != Use::feature || column.missing == 0) continue;
    sum += column.missing;
    names.push_back(counted(column.name, column.missing));
  }
  if (sum == 0) return "";
  return plural(sum, "missing value") + " filled by the column's median or commonest value: " + listed(names);
}

/// How often a column of numbers holds -99 and the like, by which programs of statistics mean a missing
/// value, and nothing else below 0; with the number itself.
std::pair<double, std::size_t> missing_code(const Table& table, std::size_t column) {
  double code = 0;
  std::size_t count = 0;
  for (std::size_t r = 0; r < table.rows; ++r) {
    const double value = table.at(r, column);
    if (!(value < 0)) continue;
    if (count > 0 && value != code) return {0, 0};
    code = value;
    ++count;
  }
  const bool usual = code == -99 || code == -999 || code == -9999;
  return {code, usual ? count : 0};
}

std::vector<Told> missing_codes(const Dataset& dataset) {
  std::vector<Told> told;
  std::size_t next = 0;
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use != Use::feature) continue;
    const auto [code, count] = missing_code(dataset.table, next++);
    if (column.kind == ColumnKind::number && count > 0) add(told, to_text(code), counted(column.name, count));
  }
  return told;
}

}  // namespace

std::vector<std::string> column_notes(const Columns& columns, const Dataset& dataset, const ReadPlan& plan,
                                      Missing policy) {
  std::vector<std::string> notes;
  const auto say = [&](const std::string& sentence) { notes.push_back(columns.file + ": " + sentence); };
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use == Use::id && !column.why.empty())
      say("took " + quoted(column.name) + " for the names of the rows, not for a feature: " + column.why);
  }
  const std::size_t rows = dataset.table.rows + dataset.rows_left_out.size();
  std::vector<Told> left_out;
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use != Use::left_out || column.why == "not asked for") continue;
    const std::string count =
        column.missing > 0 ? " (" + std::to_string(column.missing) + " of " + std::to_string(rows) + ")" : "";
    add(left_out, column.why, quoted(column.name) + count);
  }
  for (const ColumnFinding& column : dataset.columns) {
    if (column.use == Use::feature && !column.why.empty())
      say("took " + quoted(column.name) + " for a feature: " + column.why);
  }
  for (const Told& told : left_out) say("left out " + listed(told.names) + ": " + told.why);
  if (columns.of_model) return notes;  // the model says what is done to its columns
  const auto kinds = columns.purpose == Purpose::frame ? std::vector<Told>() : kinds_of(dataset, plan);
  for (const Told& told : kinds) say("read as " + told.why + ": " + listed(told.names));
  if (columns.purpose == Purpose::features) {
    for (const Told& told : missing_codes(dataset))
      say("found " + told.why + " and no other number below 0 in " + listed(told.names) +
          "; if it stands for missing values, leave these cells empty");
  }
  if (!dataset.rows_left_out.empty()) say(rows_note(dataset, policy));
  if (const std::string note = filled_note(dataset); !note.empty()) say(note);
  return notes;
}

}  // namespace comac
