// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "comac/base/error.hpp"
#include "comac/constraints/side_information.hpp"
#include "comac/data/read.hpp"
#include "command.hpp"
#include "data/text.hpp"
#include "exit_code.hpp"
#include "input.hpp"
#include "prep/prepare.hpp"
#include "prep/spread.hpp"
#include "report/sentences.hpp"
#include "report/text.hpp"
#include "report/values.hpp"
#include "select/choose_scale.hpp"
#include "terminal.hpp"

namespace comac::app {
namespace {

using Use = ColumnFinding::Use;
using Line = std::vector<std::string>;

std::string use_word(const ColumnFinding& column) {
  constexpr std::string_view words[] = {"", "label", "truth", "id", "ignored", "left out"};
  return column.use == Use::feature ? std::string(to_string(column.kind))
                                    : std::string(words[static_cast<std::size_t>(column.use)]);
}

/// The categories by how often they come.
std::string categories_text(const Table& table, std::size_t c) {
  const auto& names = table.about[c].names;
  std::vector<std::size_t> counts(names.size(), 0), order(names.size());
  for (std::size_t r = 0; r < table.rows; ++r) {
    if (!std::isnan(table.at(r, c))) ++counts[static_cast<std::size_t>(table.at(r, c))];
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return counts[i]; });
  std::vector<std::string> texts;
  for (const std::size_t i : order) texts.push_back(fmt::format("{} {}", comac::quoted(names[i]), counts[i]));
  return listed(texts, 4);
}

std::string shown_value(double value, const ColumnAbout& about) {
  const bool named = about.kind == ColumnKind::category || about.kind == ColumnKind::ordinal;
  const std::string text = value_text(value, about, 6);
  return named ? comac::quoted(text) : text;
}

std::string range_text(const Table& table, std::size_t c) {
  if (table.about[c].kind == ColumnKind::category) return categories_text(table, c);
  double low = INFINITY, high = -INFINITY;
  for (std::size_t r = 0; r < table.rows; ++r) {
    if (std::isnan(table.at(r, c))) continue;
    low = std::min(low, table.at(r, c)), high = std::max(high, table.at(r, c));
  }
  if (low == high) return shown_value(low, table.about[c]) + " only";
  return shown_value(low, table.about[c]) + " to " + shown_value(high, table.about[c]);
}

std::string fill_text(const Encoding& encoding, std::size_t c) {
  return shown_value(encoding.fills()[c], encoding.about()[c]);
}

/// What the columns are divided by.
std::vector<std::string> scale_texts(const Prepared& prepared, const Scaled& scaled) {
  const Encoding& encoding = *prepared.map.encoding();
  const std::vector<Spread> spreads = spreads_of(prepared.rows.view());
  std::vector<std::string> texts;
  std::size_t next = 0;
  for (const ColumnAbout& about : encoding.about()) {
    const bool category = about.kind == ColumnKind::category;
    const double width = category ? 0 : spreads[next].width;
    next += category ? about.names.size() : 1;
    texts.push_back(category                        ? plural(about.names.size(), "indicator")
                    : scaled.scale == Scale::none   ? "as it is"
                    : scaled.scale == Scale::zscore ? "z-score"
                    : width > 0                     ? fmt::format("/ {:.3g}", width)
                                                    : "constant");
  }
  return texts;
}

/// Characters, not bytes.
std::size_t shown_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string laid_out(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], shown_width(line[i]));
  }
  std::string out;
  for (const Line& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i)
      text += line[i] + std::string(widths[i] - shown_width(line[i]) + 2, ' ');
    out.append(text.substr(0, text.find_last_not_of(' ') + 1)).append("\n");
  }
  return out;
}

/// A line for each column of the file.
std::vector<Line> lines_of(const Dataset& data, const Prepared& prepared, const Scaled& scaled) {
  const Encoding& encoding = *prepared.map.encoding();
  const auto scales = scale_texts(prepared, scaled);
  std::vector<Line> lines{{"column", "taken as", "missing", "values", "scale", "why"}};
  std::size_t next = 0;
  for (const ColumnFinding& column : data.columns) {
    Line line{visible(column.name), use_word(column), "", "", "", column.why};
    if (column.use == Use::feature) {
      const std::size_t c = next++;
      if (column.missing > 0)
        line[2] = fmt::format("{}, filled by {}", column.missing, visible(fill_text(encoding, c)));
      line[3] = visible(range_text(data.table, c));
      line[4] = scales[c];
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

int run_inspect(const Arguments& arguments) {
  const std::string path = find_data(arguments, arguments.only_positional("DATA"));
  if (path.empty()) throw Error(ErrorCode::usage, "DATA is missing; name a file, or - for standard input");
  Options options;
  arguments.set("scale", options);
  options.validate();
  const Dataset data = read_dataset(path, read_options(arguments));
  SideInformation known;
  add_labels(data, path, known);
  const Prepared prepared = encode(data.table);
  Result result;
  result.scaled = choose_scale(prepared.rows.view(), known, options);
  std::string out = fmt::format("{}: {}, {}\n\n", visible(path), plural(data.table.rows, "row"),
                                plural(data.columns.size(), "column"));
  out += laid_out(lines_of(data, prepared, result.scaled)) + "\n";
  for (const std::string& note : data.notes) out.append(visible(note)).append("\n");
  if (const std::string sentence = scaling_sentence(result); !sentence.empty())
    out.append(visible(sentence)).append("\n");
  print(out);
  return done;
}

}  // namespace comac::app
