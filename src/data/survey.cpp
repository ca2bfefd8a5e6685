// SPDX-License-Identifier: MIT
#include "data/survey.hpp"

#include <algorithm>

#include "comac/base/error.hpp"
#include "data/cells.hpp"

namespace comac {
namespace {

constexpr std::size_t few = 20, few_mixed = 12, each_comes = 5;

/// Whether all texts are of one of the pairs yes and no, true and false, ...
bool are_booleans(const ColumnSurvey& column) {
  if (column.texts != column.cells() || column.values.empty() || column.values.size() > 6) return false;
  constexpr std::string_view pairs[][2] = {
      {"true", "false"}, {"yes", "no"}, {"t", "f"}, {"y", "n"}, {"on", "off"}};
  return std::ranges::any_of(pairs, [&](const auto& pair) {
    return std::ranges::all_of(column.values, [&](const auto& value) {
      const std::string word = lower(value.first);
      return word == pair[0] || word == pair[1];
    });
  });
}

/// Numbers and texts in one column are categories if there are few values in all, and every one comes again:
/// 0, 1, 2, 3+. A typing mistake comes once, and measurements are many.
bool are_mixed_categories(const ColumnSurvey& column) {
  return column.values.size() <= few_mixed && column.cells() >= each_comes * column.values.size() &&
         std::ranges::all_of(column.values, [](const auto& value) { return value.second > 1; });
}

/// Where day and month can't be told apart, slashes are American.
DateForm chosen_form(const ColumnSurvey& column) {
  for (const DateForm form : {DateForm::ymd, DateForm::named_month, DateForm::time}) {
    if (column.dates.has(form)) return form;
  }
  const bool either = column.dates.has(DateForm::dmy) && column.dates.has(DateForm::mdy);
  const bool slashes = column.odd_text.find('/') != std::string::npos;
  return column.dates.has(DateForm::mdy) && (!either || slashes) ? DateForm::mdy : DateForm::dmy;
}

/// Gathers what is wrong with columns, to be told in one message.
class Complaints {
 public:
  explicit Complaints(const Columns& columns) : columns_(columns) {}

  void add(std::size_t c, const ColumnSurvey& found, const std::string& sentence) {
    add(c, found.odd_text, found.odd_line, sentence);
  }
  void add_thousands(std::size_t c, const std::string& text, std::size_t line) {
    add(c, text, line,
        "found " + quoted(text) + " in " + columns_.title(c) +
            ", a number with thousands separators; write numbers without them");
  }
  void check() const {
    if (first_.empty()) return;
    throw Error(ErrorCode::data, place_,
                first_ + (others_.empty() ? "" : "; the same for " + listed(others_)));
  }

 private:
  void add(std::size_t c, const std::string& text, std::size_t line, const std::string& sentence) {
    if (first_.empty()) {
      place_ = {columns_.file, line, line > 0 ? c + 1 : 0};
      first_ = sentence;
    } else {
      others_.push_back(columns_.title(c) + " with " + quoted(text) +
                        (line > 0 ? " on line " + std::to_string(line) : ""));
    }
  }

  const Columns& columns_;
  Place place_;
  std::string first_;
  std::vector<std::string> others_;
};

std::string remedy(const Columns& columns) {
  if (columns.purpose == Purpose::frame)
    return "; correct the value, make the column one of categories, or leave it out";
  if (columns.of_model) return "; correct the value";
  return "; correct the value, or name the column with " + setting("category") + ", " + setting("ignore") +
         ", " + setting("label-column") + " or " + setting("truth-column");
}

/// A column in which numbers are expected: how they are written, or what is wrong.
void judge_numbers(const Columns& columns, std::size_t c, const ColumnSurvey& found, ReadPlan& plan,
                   Complaints& complaints) {
  const std::string odd = "found " + quoted(found.odd_text), title = columns.title(c);
  const bool thousands =
      found.grouped > 0 || (columns.delimiter == ',' && found.commas > 0 && found.in_threes == found.commas);
  if (found.texts > 0 || found.infinite > 0) {
    const bool infinite = parse_number(found.odd_text).kind == NumberKind::not_finite;
    complaints.add(c, found,
                   infinite ? odd + " in " + title + " where finite numbers are expected; correct it" +
                                  (columns.of_model
                                       ? " or remove the row"
                                       : ", remove the row or leave out the column with " + setting("ignore"))
                            : odd + " where " + title + " holds numbers" + remedy(columns));
  } else if (thousands) {
    complaints.add_thousands(c, found.odd_text, found.odd_line);
  } else if (found.commas > 0 && found.points > 0) {
    complaints.add(c, found,
                   odd + " in " + title +
                       ", which has numbers with a decimal point, too; write all of them with a point");
  } else {
    plan.forms[c].about.kind = ColumnKind::number;
    plan.forms[c].decimal_comma = found.commas > 0;
  }
}

void judge_texts(std::size_t c, const ColumnSurvey& found, ReadPlan& plan) {
  if (are_categories(found.values.size(), found.cells())) {
    plan.forms[c].about = {ColumnKind::category, {}};
    return;
  }
  plan.roles[c] = ignored_role;
  plan.why[c] = found.too_many()
                    ? "text of more than " + std::to_string(most_categories) + " different values"
                    : "text of which nearly all values differ";
}

void judge_column(const Columns& columns, std::size_t c, const ColumnSurvey& found, ReadPlan& plan,
                  Complaints& complaints) {
  const bool all_text = found.texts > 0 && found.texts == found.cells();
  if (plan.forms[c].settled || found.texts == 0) {
    judge_numbers(columns, c, found, plan, complaints);
  } else if (are_booleans(found)) {
    plan.forms[c].about = {ColumnKind::boolean, {}};
  } else if (all_text && !found.dates.empty()) {
    plan.forms[c].about = {ColumnKind::date, {std::string(to_string(chosen_form(found)))}};
  } else if (!all_text && are_mixed_categories(found)) {
    plan.forms[c].about = {ColumnKind::category, {}};
  } else if (2 * found.texts <= found.cells()) {
    judge_numbers(columns, c, found, plan, complaints);
  } else {
    judge_texts(c, found, plan);
  }
}

}  // namespace

bool is_surveyed(const ReadPlan& plan, std::size_t column) {
  return plan.roles[column] == feature_role &&
         (!plan.forms[column].settled || plan.forms[column].about.kind == ColumnKind::number);
}

bool are_categories(std::size_t different, std::size_t cells) {
  if (different <= 2) return true;
  if (different <= few) return 10 * different < 9 * cells;
  return different <= most_categories && each_comes * different <= cells;
}

void ColumnSurvey::add(const Field& field) {
  const std::string_view text = field.text;
  const NumberKind kind = parse_number(text).kind;
  if (kind == NumberKind::missing) {
    ++missing;
    return;
  }
  const bool is_text = kind != NumberKind::finite;
  const bool comma = is_text && parse_comma_number(text).kind == NumberKind::finite;
  const bool groups = is_text && has_thousands(text);
  if (kind == NumberKind::finite) {
    ++numbers;
    if (text.find('.') != std::string_view::npos) add_point(field);
  } else if (kind == NumberKind::not_finite) {
    ++infinite;
  } else if (groups) {
    ++grouped;
  } else if (comma) {
    ++commas;
    const std::size_t at = text.find(',');
    in_threes += text.size() - at == 4 && at >= 1 ? 1 : 0;
  } else {
    ++texts;
    if (!dates.empty()) dates.keep(date_forms(text));
  }
  // A text tells more than a number that is written in another way.
  if (is_text && (odd_text.empty() || (texts == 1 && !comma && !groups)))
    odd_text = text, odd_line = field.line;
  if (too_many()) return;
  const auto found = values.find(text);
  if (found == values.end()) {
    values.emplace(text, 1);
  } else {
    ++found->second;
  }
}

void ColumnSurvey::add_point(const Field& field) {
  const std::string_view text = field.text.substr(field.text.starts_with('-') ? 1 : 0);
  const std::size_t at = text.find('.');
  const bool grouped_so = at >= 1 && at <= 3 && text[0] != '0' && text.size() == at + 4 &&
                          text.find_first_not_of("0123456789.") == std::string_view::npos;
  if (!grouped_so)
    point_in_threes.clear();
  else if (points == 0)
    point_in_threes = field.text, point_line = field.line;
  ++points;
}

void judge(const Columns& columns, const std::vector<ColumnSurvey>& found, ReadPlan& plan) {
  Complaints complaints(columns);
  const bool comma_is_decimal =
      columns.delimiter != ',' && std::ranges::any_of(found, [](const ColumnSurvey& one) {
        return one.commas > 0 && one.points == 0 && one.texts == 0;
      });
  for (std::size_t c = 0; c < columns.count; ++c) {
    if (!is_surveyed(plan, c)) continue;
    if (comma_is_decimal && !found[c].point_in_threes.empty() && found[c].texts == 0)
      complaints.add_thousands(c, found[c].point_in_threes, found[c].point_line);
    else
      judge_column(columns, c, found[c], plan, complaints);
  }
  complaints.check();
  plan.judged = true;
}

}  // namespace comac
