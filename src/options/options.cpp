// SPDX-License-Identifier: MIT
#include "comac/options.hpp"

#include <algorithm>
#include <stdexcept>

#include "comac/base/error.hpp"
#include "options/option_row.hpp"

namespace comac {
namespace {

const OptionRow& find_row(std::string_view name) {
  const auto& rows = option_rows();
  const auto found =
      std::ranges::find(rows, name, [](const OptionRow& row) { return std::string_view(row.info.name); });
  if (found == rows.end()) throw std::out_of_range("no option " + std::string(name));
  return *found;
}

template <class Choice>
std::string_view name_of(Choice choice) {
  for (const auto& [value, name] : choice_names(choice)) {
    if (value == choice) return name;
  }
  return "";
}

}  // namespace

namespace option_detail {

std::string range_text(const Numbers& numbers) {
  const std::string word = numbers.word.empty() ? "" : fmt::format(", {}", numbers.word);
  if (numbers.most == std::numeric_limits<double>::infinity()) {
    return fmt::format("{} or more{}", numbers.least, word);
  }
  return fmt::format("{} to {}{}", numbers.least, numbers.most, word);
}

bool parse_flag(std::string_view text, bool& target) {
  for (const std::string_view yes : {"true", "1", "on", "yes"}) {
    if (text == yes) return target = true, true;
  }
  for (const std::string_view no : {"false", "0", "off", "no"}) {
    if (text == no) return target = false, true;
  }
  return false;
}

}  // namespace option_detail

std::size_t Options::cluster_count() const {
  if (!clusters) {
    throw Error(ErrorCode::usage,
                setting("clusters") + " is missing; say how many: only the method comac finds it");
  }
  return *clusters;
}

void Options::validate() const {
  for (const OptionRow& row : option_rows()) {
    if (row.valid(*this)) continue;
    throw Error(ErrorCode::usage, fmt::format("{} is {}; expected {}", setting(row.info.name),
                                              row.print(*this), row.info.range));
  }
  if (!search.propagation && search.method == Method::comac) {
    throw Error(ErrorCode::usage, setting("no-propagation") + " belongs to the paper's methods; use " +
                                      setting("method", "comac-seq") + " or comac-ann with it");
  }
  if (!search.propagation && (side.trust != 1 || side.on_conflict == OnConflict::soften)) {
    throw Error(ErrorCode::usage,
                fmt::format("{} takes every item as certain; leave it or {} out", setting("no-propagation"),
                            side.trust != 1 ? setting("trust") : setting("on-conflict", "soften")));
  }
  if (explain && !search.propagation) {
    throw Error(ErrorCode::usage, setting("no-propagation") +
                                      " lets groups fall apart, so nothing can be explained; leave it out");
  }
}

std::span<const OptionInfo> option_table() {
  static const std::vector<OptionInfo> table = [] {
    std::vector<OptionInfo> infos;
    for (const OptionRow& row : option_rows()) infos.push_back(row.info);
    return infos;
  }();
  return table;
}

const OptionInfo& option_info(std::string_view name) {
  const auto table = option_table();
  const auto found =
      std::ranges::find(table, name, [](const OptionInfo& info) { return std::string_view(info.name); });
  if (found == table.end()) throw std::out_of_range("no option " + std::string(name));
  return *found;
}

bool set_option(Options& options, std::string_view name, std::string_view text) {
  return find_row(name).parse(text, options);
}
std::string option_text(const Options& options, std::string_view name) {
  return find_row(name).print(options);
}

ChoiceNames<Method> choice_names(Method) {
  return {{Method::comac, "comac"}, {Method::comac_seq, "comac-seq"}, {Method::comac_ann, "comac-ann"}};
}
ChoiceNames<ChainKind> choice_names(ChainKind) {
  return {{ChainKind::automatic, "auto"}, {ChainKind::dense, "dense"}, {ChainKind::sparse, "sparse"}};
}
ChoiceNames<MetricUse> choice_names(MetricUse) {
  return {
      {MetricUse::automatic, "auto"}, {MetricUse::euclidean, "euclidean"}, {MetricUse::learned, "learned"}};
}
ChoiceNames<RowModelUse> choice_names(RowModelUse) {
  return {{RowModelUse::automatic, "auto"}, {RowModelUse::on, "on"}, {RowModelUse::off, "off"}};
}
ChoiceNames<Kernel> choice_names(Kernel) {
  return {{Kernel::automatic, "auto"},
          {Kernel::gaussian, "gaussian"},
          {Kernel::adaptive, "adaptive"},
          {Kernel::binary, "binary"}};
}
ChoiceNames<GraphKind> choice_names(GraphKind) {
  return {{GraphKind::either, "union"}, {GraphKind::mutual, "mutual"}};
}
ChoiceNames<NeighbourSearch> choice_names(NeighbourSearch) {
  return {{NeighbourSearch::automatic, "auto"},
          {NeighbourSearch::exact, "exact"},
          {NeighbourSearch::approximate, "approximate"}};
}
ChoiceNames<Scale> choice_names(Scale) {
  return {{Scale::none, "none"},
          {Scale::zscore, "zscore"},
          {Scale::robust, "robust"},
          {Scale::automatic, "auto"}};
}
ChoiceNames<OnConflict> choice_names(OnConflict) {
  return {{OnConflict::error, "error"}, {OnConflict::drop, "drop"}, {OnConflict::soften, "soften"}};
}

std::string_view to_string(Method method) { return name_of(method); }
std::string_view to_string(ChainKind chain) { return name_of(chain); }
std::string_view to_string(Kernel kernel) { return name_of(kernel); }
std::string_view to_string(RowModelUse use) { return name_of(use); }
std::string_view to_string(MetricUse use) { return name_of(use); }
std::string_view to_string(GraphKind graph) { return name_of(graph); }
std::string_view to_string(NeighbourSearch search) { return name_of(search); }
std::string_view to_string(Scale scale) { return name_of(scale); }
std::string_view to_string(OnConflict policy) { return name_of(policy); }

}  // namespace comac
