// SPDX-License-Identifier: MIT
#include "command.hpp"

int main(int argc, char** argv) { return comac::app::run_command_line(argc, argv); }
