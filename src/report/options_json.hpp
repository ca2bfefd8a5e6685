// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "comac/options.hpp"

namespace comac {

/// All options by name, for the JSON and for the page.
nlohmann::ordered_json options_json(const Options& options);

}  // namespace comac
