// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "comac/systems/system.hpp"

namespace comac::app {

/// Whether a method is the engine's own: its cost is in bits, and it takes chains.
inline bool is_engine(std::string_view method) {
  Options options;
  return set_option(options, "method", method);
}

/// What --method names, else the default. Throws Error(usage) with the nearest names.
const System& chosen_system(const Arguments& arguments);

/// "a,b" as systems. Throws Error(usage) likewise.
std::vector<const System*> listed_systems(const std::string& names);

/// Throws Error(usage) if an option of the engine is given that the chosen method can't use.
void check_options_of_method(const Arguments& arguments);

/// The option --method, whose choices are the registered systems.
const OptionInfo& method_option();

}  // namespace comac::app
