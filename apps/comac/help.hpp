// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command.hpp"

namespace comac::app {

/// What `comac --help` prints.
std::string overview();
/// What `comac COMMAND --help` prints: at most 45 lines of 100 columns.
std::string help_text(const Command& command);
/// docs/options.md.
std::string options_markdown();

}  // namespace comac::app
