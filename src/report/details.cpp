// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "options_json.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac::section {
namespace {

constexpr std::size_t restart_limit = 50, command_limit = 4'000;

std::string row(std::string_view name, std::string_view value) {
  return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(name), escape(value));
}

std::string table(std::string_view heading, std::string_view rows) {
  return fmt::format("<div><h2>{}</h2><table><tbody>\n{}</tbody></table></div>\n", heading, rows);
}

std::string options_table(const RunReport& report) {
  std::string rows;
  const nlohmann::ordered_json values = options_json(report);
  for (const auto& [key, value] : values.items()) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', '-');
    const bool is_real = value.is_number_float();
    rows += row(name, value.is_string() ? value.get<std::string>()
                      : is_real         ? format_number(value)
                                        : value.dump());
  }
  return table("Options", rows);
}

std::string times_table(const RunReport& report) {
  const Times& times = report.result.times;
  return table("Times", row("read", format_milliseconds(report.read_ms)) +
                            row("chain", format_milliseconds(times.chain)) +
                            row("optimise", format_milliseconds(times.optimise)) +
                            row("total", format_milliseconds(report.read_ms + times.total)));
}

std::string numbers_table(const RunReport& report) {
  const Result& result = report.result;
  const std::string cost = row("cost", format_number(result.cost, 6) + cost_unit(report));
  if (!report.system.empty()) return table("Numbers", cost);
  std::string beside;
  for (const auto& [name, bits] : result.terms.beside) beside += row(name, format_number(bits, 6) + " bits");
  return table("Numbers", row("σ", result.sigma > 0 ? format_number(result.sigma, 6) : "–") +
                              row("stationary residual", format_number(result.stationary_residual, 3)) +
                              row("I(X₁;Y₂)", format_number(result.terms.state_information, 6) + " bits") +
                              row("I(Y₁;Y₂)", format_number(result.terms.cluster_information, 6) + " bits") +
                              beside + cost);
}

std::string scores_table(const Scores& s) {
  const auto three = [](double value) { return fmt::format("{:.3f}", value); };
  return table("Agreement with the truth",
               row("NMI", three(s.nmi)) + row("ARI", three(s.ari)) + row("AMI", three(s.ami)) +
                   row("homogeneity", three(s.homogeneity)) + row("completeness", three(s.completeness)) +
                   row("accuracy", three(s.accuracy)));
}

std::string restarts_table(const RunReport& report) {
  const Result& result = report.result;
  std::string rows;
  for (std::size_t i = 0; i < std::min(result.restarts.size(), restart_limit); ++i) {
    const RestartSummary& restart = result.restarts[i];
    rows += row(fmt::format("{}{}", i + 1, i == result.best_restart ? " (best)" : ""),
                fmt::format("{}{}{}, {}{}", format_number(restart.cost, 6), cost_unit(report),
                            restart.echo > 0 ? fmt::format(" + {} of echo", format_number(restart.echo)) : "",
                            counted(restart.sweeps, "sweep"), restart.converged ? "" : ", not converged"));
  }
  return table("Restarts", rows);
}

}  // namespace

std::string details(const RunReport& report, const ReportView& view) {
  std::string tables = options_table(report);
  tables += "<div>\n" + numbers_table(report) + times_table(report) + "</div>\n<div>\n";
  if (report.scores) tables += scores_table(*report.scores);
  tables += restarts_table(report) + "</div>\n";
  std::string content =
      fmt::format("<div class=\"columns\">\n{}</div>\n<div class=\"columns charts\">\n{}{}</div>\n", tables,
                  section::scales(report), section::trace(report));
  if (!view.command.empty()) {
    content = "<p class=\"quiet\">The same run again:</p>\n<pre>" +
              escape(shorten(view.command, command_limit)) + "</pre>\n" + content;
  }
  return "<section class=\"card\"><details>\n<summary class=\"main\">How it was found: options, costs and "
         "times</summary>\n" +
         content + "</details></section>\n";
}

}  // namespace comac::section
