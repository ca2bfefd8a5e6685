// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "command.hpp"

namespace comac::app {

/// Scripts for the shells: commands, options with their meaning, words that may follow an option, files, and
/// the columns of the table that is named on the command line.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

/// What follows an option: columns of the table, or files and folders.
bool names_columns(const OptionInfo& option);
bool names_files(const OptionInfo& option);

}  // namespace comac::app
