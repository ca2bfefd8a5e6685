// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>

#include "comac/base/error.hpp"
#include "exit_code.hpp"
#include "help.hpp"
#include "output.hpp"

namespace comac::app {
namespace {

/// Text as roff takes it.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string head(std::string_view name, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"comac {}\" \"comac\"\n.SH NAME\n{} \\- {}\n", roff(name), COMAC_VERSION,
                     roff(name), roff(summary));
}

/// A summary without its full stop.
std::string_view phrase(std::string_view summary) {
  if (summary.ends_with('.')) summary.remove_suffix(1);
  return summary;
}

std::string option_entry(const OptionInfo& option) {
  const char letter = short_name(option.name);
  std::string out = ".TP\n";
  if (letter != 0) out += fmt::format("\\fB\\-{}\\fR, ", letter);
  out += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!is_flag(option)) out += fmt::format(" \\fI{}\\fR", roff(option.value));
  out.append("\n").append(roff(option.meaning)).append(option.meaning.ends_with('.') ? "" : ".");
  if (!option.range.empty()) out.append("\nRange: ").append(roff(option.range)).append(".");
  if (!option.fallback.empty()) out.append("\nDefault: ").append(roff(option.fallback)).append(".");
  if (!option.why.empty()) out.append("\nWhy: ").append(roff(option.why)).append(".");
  return out + "\n";
}

std::string command_page(const Command& command) {
  std::string out = head(fmt::format("comac-{}", command.name), phrase(command.summary));
  out += fmt::format(".SH SYNOPSIS\n\\fBcomac {}\\fR {} [\\fIoptions\\fR]\n", command.name,
                     roff(command.arguments));
  out += ".SH DESCRIPTION\n" + roff(command.summary) + "\n.SH OPTIONS\n";
  for (const OptionGroup& group : command.groups) {
    if (command.groups.size() > 1) out += ".SS " + roff(group.title) + "\n";
    for (const OptionInfo* option : group.options) out += option_entry(*option);
  }
  return out + ".SH EXAMPLE\n.nf\n" + roff(command.example) + "\n.fi\n.SH SEE ALSO\n.BR comac (1)\n";
}

std::string overview_page() {
  std::string out = head("comac", "constrained Markov clustering of tables and chains");
  out +=
      ".SH SYNOPSIS\n\\fBcomac\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
      "Clustering that listens: groups the rows of a table, honours what is known about some of them, proves "
      "that it did, and draws a picture.\n.SH COMMANDS\n";
  std::string pages;
  for (const Command& command : commands()) {
    if (command.hidden) continue;
    out += fmt::format(".TP\n\\fBcomac {}\\fR\n{}\n", command.name, roff(command.summary));
    pages += fmt::format("{}.BR comac\\-{} (1)", pages.empty() ? "" : ",\n", command.name);
  }
  out += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes())
    out += fmt::format(".TP\n{}\n{}\n", static_cast<int>(code), roff(meaning));
  return out +
         ".SH ENVIRONMENT\n.TP\n\\fBCOMAC_DATA\\fR\nWhere tables are looked for that are not found as "
         "given.\n"
         ".TP\n\\fBNO_COLOR\\fR\nIf set, nothing is coloured on a terminal.\n.SH SEE ALSO\n" +
         pages + "\n";
}

}  // namespace

int run_man(const Arguments& arguments) {
  const std::string folder = arguments.only_positional("DIR");
  if (folder.empty()) throw Error(ErrorCode::usage, "DIR is missing; name the folder for the pages");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  Outputs outputs;
  outputs.add(folder + "/comac.1", overview_page());
  for (const Command& command : commands()) {
    if (!command.hidden)
      outputs.add(fmt::format("{}/comac-{}.1", folder, command.name), command_page(command));
  }
  outputs.commit();
  return done;
}

}  // namespace comac::app
