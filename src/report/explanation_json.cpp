// SPDX-License-Identifier: MIT
#include "report/explanation_json.hpp"

#include <nlohmann/json.hpp>

#include "constraints/contradiction.hpp"

namespace comac {

using Json = nlohmann::ordered_json;

std::string explanation_json(const Explanation& explanation, const SideInformation& known,
                             const Result& result) {
  Json items = Json::array(), rows = Json::array();
  for (const ItemCost& item : explanation.ranking) {
    items.push_back({{"bits", item.bits},
                     {"sentence", item_sentence(known, item.item)},
                     {"soft", item.soft},
                     {"violated", item.violated}});
  }
  for (const RowMargins& row : explanation.rows) {
    Json held = Json::array();
    for (const ItemId item : row.held_by) held.push_back(item_sentence(known, item));
    rows.push_back({{"row", row.row},
                    {"cluster", result.cluster[row.row]},
                    {"margins", row.bits},
                    {"allowed", row.allowed},
                    {"held_by", held}});
  }
  const Json json{{"cost", result.cost}, {"items", items}, {"rows", rows}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace comac
