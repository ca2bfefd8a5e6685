// SPDX-License-Identifier: MIT
#include "data/roles.hpp"

#include <algorithm>

#include "comac/base/error.hpp"
#include "data/text.hpp"

namespace comac {
namespace {

struct Ordinal {
  std::string column;
  std::vector<std::string> values;
};

/// A column's name may hold an equals sign: the longest part that is a name counts.
Ordinal split_ordinal(const std::string& text, const ColumnLookup& lookup) {
  std::size_t at = text.find('=');
  if (at == std::string::npos) {
    throw Error(ErrorCode::usage, setting("ordinal") + " is '" + text + "'; expected COLUMN=low,mid,high");
  }
  for (std::size_t next = text.rfind('='); next > at; next = text.rfind('=', next - 1)) {
    if (lookup.has(text.substr(0, next))) at = next;
  }
  Ordinal ordinal{text.substr(0, at), split_list(std::string_view(text).substr(at + 1))};
  auto sorted = ordinal.values;
  std::ranges::sort(sorted);
  if (ordinal.values.size() < 2 || std::ranges::adjacent_find(sorted) != sorted.end()) {
    throw Error(ErrorCode::usage, setting("ordinal") + " is '" + text +
                                      "'; expected two or more values, each once, from low to high");
  }
  return ordinal;
}

/// The columns of a model may have no names.
bool are_named(const std::vector<std::string>& features) {
  return std::ranges::any_of(features, [](const std::string& name) { return !name.empty(); });
}

/// The features of a model in the order of the columns, where names are missing on either side.
void choose_by_position(const Columns& columns, const ReadOptions& options, ReadPlan& plan) {
  const auto& wanted = options.features;
  const std::size_t found = plan.features();
  if (found != wanted.size() && !are_named(wanted)) {
    throw Error(ErrorCode::data, {columns.file},
                "found " + plural(found, "column") + " where the model has " + std::to_string(wanted.size()) +
                    " without names; bring these, and name a column of ids with " + setting("id-column"));
  }
  if (found != wanted.size()) {
    throw Error(ErrorCode::data, {columns.file},
                "found " + plural(found, "column") + " without a header where " +
                    plural(wanted.size(), "column") +
                    " are expected; give the file a header, or these columns: " + all_quoted(wanted));
  }
  std::size_t next = 0;
  for (std::size_t c = 0; c < columns.count && !options.features_about.empty(); ++c) {
    if (plan.roles[c] == feature_role) plan.forms[c] = {options.features_about[next++], true};
  }
}

void choose_features(const Columns& columns, const ReadOptions& options, ReadPlan& plan) {
  const auto& wanted = options.features;
  if (columns.names.empty() || !are_named(wanted)) return choose_by_position(columns, options, plan);
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = std::ranges::find(columns.names, wanted[i]);
    if (found == columns.names.end()) {
      missing.push_back(wanted[i]);
      continue;
    }
    const auto column = static_cast<std::size_t>(found - columns.names.begin());
    if (plan.roles[column] != feature_role) {
      throw Error(
          ErrorCode::usage, {columns.file},
          "found the column " + quoted(wanted[i]) + " named for something else; it is needed as a feature");
    }
    if (!options.features_about.empty()) plan.forms[column] = {options.features_about[i], true};
  }
  if (!missing.empty()) {
    throw Error(ErrorCode::data, {columns.file, columns.header_line},
                "found no column " + all_quoted(missing) + "; add what is missing, " +
                    ColumnLookup(columns).available());
  }
  plan.order = wanted;
}

/// Columns that name rows by their looks, as long as another feature is left.
void find_candidates(const Columns& columns, const std::vector<bool>& asked_for, ReadPlan& plan) {
  if (columns.names.empty() || columns.purpose == Purpose::matrix) return;
  std::vector<std::size_t> candidates;
  for (std::size_t c = 0; c < columns.count; ++c) {
    const bool looks_like = (c == 0 && columns.unnamed_first) || is_name_of_ids(columns.names[c]);
    if (looks_like && plan.roles[c] == feature_role && !asked_for[c]) candidates.push_back(c);
  }
  if (candidates.size() >= plan.features()) return;
  for (const std::size_t c : candidates) plan.roles[c] = candidate_role;
}

/// Features that were not asked for are none.
void keep_only(const std::vector<bool>& asked_for, const Columns& columns, bool tell, ReadPlan& plan) {
  for (std::size_t c = 0; c < columns.count; ++c) {
    if (plan.roles[c] != feature_role || asked_for[c]) continue;
    plan.roles[c] = ignored_role;
    plan.why[c] = "not asked for";
    if (tell) plan.left_out.push_back(columns.names[c]);
  }
}

/// customer_id, PassengerId, customerID, Kunden-Nr.
bool ends_with_word(std::string_view name, std::string_view word) {
  if (name.size() <= word.size() || !lower(name).ends_with(word)) return false;
  const char before = name[name.size() - word.size() - 1], first = name[name.size() - word.size()];
  if (std::string_view("_ -.").find(before) != std::string_view::npos) return true;
  return before >= 'a' && before <= 'z' && first >= 'A' && first <= 'Z';
}

}  // namespace

std::size_t ReadPlan::features() const {
  return static_cast<std::size_t>(std::ranges::count(roles, unsigned{feature_role}));
}

bool is_name_of_ids(const std::string& name) {
  constexpr std::string_view usual[] = {
      "id",          "ids",       "index",      "idx",           "row",
      "rowid",       "row.id",    "rowname",    "rownames",      "row_name",
      "row_names",   "row.name",  "row.names",  "rownum",        "row number",
      "row_number",  "rownumber", "no",         "no.",           "nr",
      "nr.",         "#",         "rn",         "obs",           "obs.",
      "observation", "case",      "caseid",     "case no",       "caseno",
      "case number", "record",    "recno",      "record number", "key",
      "uuid",        "guid",      "unnamed: 0", "instance",      "serial",
      "serialno"};
  const std::string word = lower(trim(name));
  if (std::ranges::find(usual, word) != std::end(usual)) return true;
  constexpr std::string_view last_words[] = {"id", "nr", "nr.", "no", "no.", "number", "nummer"};
  return std::ranges::any_of(last_words,
                             [&](std::string_view last) { return ends_with_word(trim(name), last); });
}

bool is_name_of_classes(const std::string& name, bool texts) {
  constexpr std::string_view usual[] = {"class",        "classes",    "classification", "class_label",
                                        "class label",  "label",      "labels",         "target",
                                        "target_class", "targets",    "species",        "truth",
                                        "true_label",   "true_class", "ground_truth",   "cluster",
                                        "cluster_id",   "clusters",   "y_true"};
  constexpr std::string_view of_texts[] = {"y", "outcome", "diagnosis", "variety"};
  const std::string word = lower(trim(name));
  if (std::ranges::find(usual, word) != std::end(usual)) return true;
  return texts && std::ranges::find(of_texts, word) != std::end(of_texts);
}

bool is_name_of_outcomes(const std::string& name) {
  constexpr std::string_view usual[] = {"survived", "survival", "alive", "died",   "dead",
                                        "outcome",  "response", "churn", "churned"};
  return std::ranges::find(usual, lower(trim(name))) != std::end(usual);
}

namespace {

/// Forms that the options say; such columns are asked for, if not others are.
void take_asked_forms(ColumnLookup& lookup, const ReadOptions& options, std::vector<bool>& asked_for,
                      ReadPlan& plan) {
  const auto take = [&](std::size_t c, ColumnAbout about) {
    plan.forms[c] = {std::move(about), true};
    asked_for[c] = asked_for[c] || options.columns.empty();
  };
  for (const std::size_t c : lookup.all(options.category)) take(c, {ColumnKind::category, {}});
  for (const std::string& text : options.ordinal) {
    const Ordinal ordinal = split_ordinal(text, lookup);
    for (const std::size_t c : lookup.one(ordinal.column)) take(c, {ColumnKind::ordinal, ordinal.values});
  }
}

void assign_roles(ColumnLookup& lookup, const ReadOptions& options, ReadPlan& plan) {
  const auto assign = [&](const std::vector<std::size_t>& found, Role role) {
    for (const std::size_t c : found) plan.roles[c] |= role;
  };
  assign(lookup.all(options.ignore), ignored_role);
  assign(lookup.one(options.id_column), id_role);
  assign(lookup.one(options.label_column), label_role);
  assign(lookup.one(options.truth_column), truth_role);
}

}  // namespace

ReadPlan plan_reading(const Columns& columns, const ReadOptions& options) {
  ReadPlan plan{.roles = std::vector<unsigned>(columns.count, feature_role),
                .forms = std::vector<Form>(columns.count),
                .why = std::vector<std::string>(columns.count),
                .order = {},
                .left_out = {},
                .notes = {},
                .asked_for = {}};
  ColumnLookup lookup(columns);
  assign_roles(lookup, options, plan);
  std::vector<bool> asked_for(columns.count, false);
  for (const std::size_t c : lookup.all(options.columns)) asked_for[c] = true;
  take_asked_forms(lookup, options, asked_for, plan);
  lookup.check();
  if (!options.features.empty()) {
    choose_features(columns, options, plan);
    for (std::size_t c = 0; c < columns.names.size(); ++c)
      asked_for[c] = plan.order.empty() ||
                     std::ranges::find(options.features, columns.names[c]) != options.features.end();
  }
  find_candidates(columns, asked_for, plan);
  if (!options.columns.empty()) keep_only(asked_for, columns, false, plan);
  if (!plan.order.empty()) keep_only(asked_for, columns, true, plan);
  plan.asked_for = std::move(asked_for);
  if (plan.features() == 0) {
    throw Error(ErrorCode::data, {columns.file},
                "found no column of features; leave at least one column that is not the label, truth or id "
                "column and not ignored");
  }
  return plan;
}

}  // namespace comac
