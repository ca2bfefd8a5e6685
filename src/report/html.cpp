// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "comac/report/report.hpp"
#include "report/sentences.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "sections.hpp"

namespace comac {
namespace {

std::string source_line(const RunReport& report) {
  const std::string name = escape(shorten(report.input, 4 * section::name_limit));
  return fmt::format("<p class=\"source\"><b>{}</b> · {} × {} · {} · seed {}</p>\n", name,
                     counted(report.rows, "row"), counted(report.columns, "column"),
                     escape(method_name(report)), report.options.seed);
}

/// Cards in as many columns as there is room for, filled evenly.
std::string flow(const std::string& cards) {
  const bool several = cards.find("<section", 1) != std::string::npos;
  return several ? "<div class=\"flow\">\n" + cards + "</div>\n" : cards;
}

std::string body(const RunReport& report, const ReportView& view) {
  const std::string first = source_line(report) + "<h1>" + escape(headline(report)) + "</h1>\n" +
                            section::key_figures(report) + section::notices(report) +
                            section::picture(report, view);
  if (view.brief) return first;
  const std::string tables = section::confusion(report) + section::chain(report);
  const bool wide = section::many_clusters(report);
  return first + section::clusters(report, view) + section::doubts(report, view) + section::reading(report) +
         flow(section::suspicious(report) + section::certificate(report) + (wide ? "" : tables)) +
         (wide ? tables : "") + section::details(report, view);
}

}  // namespace

std::string to_html(const RunReport& report, const ReportView& view) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{} – comac</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n{}"
      "<footer>comac {}</footer>\n</main>\n</body>\n</html>\n",
      escape(shorten(report.input, section::name_limit)), page_style(), chart_style(), body(report, view),
      escape(report.version));
}

}  // namespace comac
