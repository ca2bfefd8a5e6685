// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace comac::test {

using Json = nlohmann::ordered_json;

inline bool has_type(const Json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
         (type == "integer" && value.is_number_integer());
}

inline bool has_type(const Json& value, const Json& type) {
  if (type.is_string()) return has_type(value, type.get<std::string>());
  for (const auto& one : type) {
    if (has_type(value, one.get<std::string>())) return true;
  }
  return false;
}

/// The first place where a value does not follow a JSON schema, or "". Knows the keywords that
/// docs/result.schema.json uses, and refuses a schema with any other.
inline std::string schema_fault(const Json& value, const Json& schema, const std::string& path = "$") {
  for (const auto& [key, content] : schema.items()) {
    if (key == "type") {
      if (!has_type(value, content)) return path + " is not " + content.dump();
    } else if (key == "enum") {
      if (std::find(content.begin(), content.end(), value) == content.end()) return path + " is not listed";
    } else if (key == "minimum") {
      if (value < content) return path + " is too small";
    } else if (key == "required") {
      for (const auto& name : content) {
        if (value.is_object() && !value.contains(name.get<std::string>()))
          return path + " lacks " + name.dump();
      }
    } else if (key == "additionalProperties") {
      for (const auto& [name, ignored] : value.items()) {
        if (value.is_object() && !schema["properties"].contains(name)) return path + " has unknown " + name;
      }
    } else if (key == "properties") {
      for (const auto& [name, inner] : content.items()) {
        if (!value.is_object() || !value.contains(name)) continue;
        if (auto fault = schema_fault(value[name], inner, path + "." + name); !fault.empty()) return fault;
      }
    } else if (key == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string place = path + "[" + std::to_string(i) + "]";
        if (auto fault = schema_fault(value[i], content, place); !fault.empty()) return fault;
      }
    } else if (key != "$schema" && key != "title" && key != "description") {
      return path + ": the check does not know the keyword " + key;
    }
  }
  return "";
}

}  // namespace comac::test
