// SPDX-License-Identifier: MIT
#include "options_json.hpp"

#include <algorithm>

namespace comac {
namespace {

using Json = nlohmann::ordered_json;

std::string key_of(const OptionInfo& option) {
  std::string key = option.name;
  std::ranges::replace(key, '-', '_');
  return key;
}

/// Numbers and flags as themselves, words as text, what is not given as null.
Json value_of(const OptionInfo& option, const std::string& text) {
  if (text.empty()) return nullptr;
  Json value = Json::parse(text, nullptr, false);
  if (option.kind == OptionKind::choice || value.is_discarded()) return text;
  return value;
}

/// The words of a choice; any system may be the method.
Json words_of(const OptionInfo& option) {
  Json words = Json::array();
  if (option.kind != OptionKind::choice || option.name == "method") return words;
  for (std::size_t start = 0; start < option.value.size();) {
    const std::size_t end = std::min(option.value.find('|', start), option.value.size());
    words.push_back(option.value.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::string type_of(OptionKind kind) {
  switch (kind) {
    case OptionKind::whole:
      return "integer";
    case OptionKind::real:
      return "number";
    case OptionKind::flag:
      return "boolean";
    default:
      return "string";
  }
}

}  // namespace

Json options_json(const RunReport& report) {
  Json values = Json::object();
  for (const OptionInfo& option : option_table()) {
    values[key_of(option)] = value_of(option, option_text(report.options, option.name));
  }
  values["method"] = method_name(report);
  return values;
}

Json options_schema() {
  Json schema{{"type", "object"},
              {"description", "every option, as used"},
              {"required", Json::array()},
              {"additionalProperties", false},
              {"properties", Json::object()}};
  for (const OptionInfo& option : option_table()) {
    Json types = Json::array({type_of(option.kind)});
    if (option.kind != OptionKind::choice && option.value.find('|') != std::string::npos)
      types.push_back("string");
    if (option.fallback.empty() && option.kind != OptionKind::flag) types.push_back("null");
    Json one{{"type", types.size() == 1 ? types[0] : types}, {"description", option.meaning}};
    if (const Json words = words_of(option); !words.empty()) one["enum"] = words;
    schema["required"].push_back(key_of(option));
    schema["properties"][key_of(option)] = std::move(one);
  }
  return schema;
}

}  // namespace comac
