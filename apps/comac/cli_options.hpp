// SPDX-License-Identifier: MIT
#pragma once

#include "comac/options.hpp"

namespace comac::app {

/// The options that only the command has, beside those of comac::option_table(). A command's own meaning of
/// a name stands in its own table. Each throws std::out_of_range for a name that is not there.
const OptionInfo& shared_option(std::string_view name);
const OptionInfo& generate_option(std::string_view name);
const OptionInfo& sample_option(std::string_view name);
const OptionInfo& score_option(std::string_view name);
const OptionInfo& explain_option(std::string_view name);
const OptionInfo& describe_option(std::string_view name);
const OptionInfo& experiment_option(std::string_view name);

}  // namespace comac::app
