// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "comac/systems/system.hpp"

namespace comac::app {

inline constexpr std::array engine_methods{Method::comac, Method::comac_seq, Method::comac_ann};

/// Whether a method is the engine's own: its cost is in bits, and it takes chains.
inline bool is_engine(std::string_view method) {
  return std::ranges::any_of(engine_methods, [&](Method own) { return to_string(own) == method; });
}

/// What --method names, else the default. Throws Error(usage) with the nearest names.
const System& chosen_system(const Arguments& arguments);

/// The option --method, whose choices are the registered systems; `name` is "method".
const OptionInfo& method_option(std::string_view name);

}  // namespace comac::app
