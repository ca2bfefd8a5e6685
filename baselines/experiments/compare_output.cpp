// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "compare.hpp"
#include "report/bars.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "verdict.hpp"

namespace comac::experiments {
namespace {

constexpr std::string_view own_mark = "*";
constexpr std::size_t own_style = 0, other_style = 10;  // of the palette: blue, grey

/// Our own methods stand out.
std::string marked(const Standing& one) { return one.system + std::string(is_own(one) ? own_mark : ""); }

std::string chart(const std::vector<Standing>& standings) {
  BarChart bars;
  bars.width = 1040;
  bars.scale = 1;
  for (const Standing& one : standings) {
    if (one.runs == 0) continue;
    bars.bars.push_back({marked(one), std::max(0.0, one.mean),
                         fmt::format("{:.3f} ± {:.3f}", one.mean, one.deviation),
                         is_own(one) ? own_style : other_style, one.deviation});
  }
  return bars.bars.empty() ? "" : inline_svg(draw(bars), "Bars: mean NMI of each method");
}

/// A sentence for each method that refused some runs, but not all.
std::vector<std::string> partial_refusals(const std::vector<Standing>& standings) {
  std::vector<std::string> sentences;
  for (const Standing& one : standings) {
    if (one.runs == 0 || one.refused == 0) continue;
    sentences.push_back(fmt::format("{} refused {} of {} runs: {}", one.system, one.refused,
                                    one.runs + one.refused, one.refusal));
  }
  return sentences;
}

/// The mean between 0 and 1, and one deviation to either side.
std::string strip(const Standing& one) {
  constexpr double width = 30;
  std::string line(static_cast<std::size_t>(width) + 1, ' ');
  const auto place = [](double value) {
    return static_cast<std::size_t>(std::lround(width * std::clamp(value, 0.0, 1.0)));
  };
  for (std::size_t i = place(one.mean - one.deviation); i <= place(one.mean + one.deviation); ++i)
    line[i] = '-';
  line[place(one.mean)] = is_own(one) ? '*' : 'o';
  return line;
}

std::string table(const std::vector<Standing>& standings) {
  std::string rows =
      "<tr><th>method</th><th>NMI</th><th>deviation</th><th>time</th><th>violated</th><th>runs</th></tr>\n";
  for (const Standing& one : standings) {
    rows += one.runs == 0 ? fmt::format("<tr><td>{}</td><td colspan=\"5\">{}</td></tr>\n", one.system,
                                        escape(one.refusal))
                          : fmt::format(
                                "<tr><td>{}</td><td>{:.4f}</td><td>{:.4f}</td><td>{}</td><td>{:.1f}</td>"
                                "<td>{}</td></tr>\n",
                                marked(one), one.mean, one.deviation, format_milliseconds(one.milliseconds),
                                one.violated, one.runs);
  }
  std::string notes;
  for (const auto& sentence : partial_refusals(standings)) notes += "<p>" + escape(sentence) + ".</p>\n";
  return "<table>\n" + rows + "</table>\n" + notes;
}

}  // namespace

std::string to_text(const std::vector<Standing>& standings) {
  const std::vector<Standing> sorted = best_first(standings);
  std::string out = fmt::format("{:<16} {:>7} {:>9} {:<31} {:>10} {:>9} {:>5}\n", "method", "NMI",
                                "deviation", "0             0.5             1", "time", "violated", "runs");
  for (const Standing& one : sorted) {
    out += one.runs == 0 ? fmt::format("{:<16} {}\n", marked(one), one.refusal)
                         : fmt::format("{:<16} {:>7.4f} {:>9.4f} {} {:>10} {:>9.1f} {:>5}\n", marked(one),
                                       one.mean, one.deviation, strip(one),
                                       format_milliseconds(one.milliseconds), one.violated, one.runs);
  }
  for (const auto& sentence : partial_refusals(standings)) out += sentence + "\n";
  return out + verdict(sorted) + " Our own methods have a star.\n";
}

std::string to_csv(const std::vector<Standing>& standings) {
  std::string out = "method,nmi,deviation,ms,violated,runs\n";
  for (const Standing& one : standings) {
    out += one.runs == 0 ? fmt::format("{},,,,,0\n", one.system)
                         : fmt::format("{},{:.6f},{:.6f},{:.2f},{:.2f},{}\n", one.system, one.mean,
                                       one.deviation, one.milliseconds, one.violated, one.runs);
  }
  return out;
}

std::string to_json(const std::vector<Standing>& standings) {
  auto methods = nlohmann::ordered_json::array();
  for (const Standing& one : standings) {
    nlohmann::ordered_json entry{{"method", one.system}, {"runs", one.runs}};
    if (one.runs > 0) {
      entry["nmi"] = one.mean;
      entry["deviation"] = one.deviation;
      entry["ms"] = one.milliseconds;
      entry["violated"] = one.violated;
    }
    if (!one.refusal.empty()) entry["refusal"] = one.refusal;
    methods.push_back(std::move(entry));
  }
  return nlohmann::ordered_json{{"methods", methods}}.dump(2) + "\n";
}

std::string to_html(const std::vector<Standing>& standings, const std::string& title,
                    const std::string& side) {
  const auto sorted = best_first(standings);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<link rel=\"icon\" href=\"data:,\"/>\n<title>{0} – comac "
      "compare</title>\n<style>{1}{2}</style>\n</head>\n"
      "<body>\n<main>\n<p class=\"source\"><b>{0}</b> · {3}</p>\n<h1>{4}</h1>\n<section class=\"card\">\n"
      "<h2>Agreement with the truth</h2>\n<p class=\"quiet\">Mean NMI from 0 to 1; whiskers are one "
      "deviation over "
      "the draws to either side. Our own methods are blue and have a star.</p>\n{5}</section>\n<section "
      "class=\"card\">\n<h2>Numbers</h2>\n{6}</section>\n"
      "<footer>comac</footer>\n</main>\n</body>\n</html>\n",
      escape(title), page_style(), chart_style(), escape(side), escape(verdict(sorted)), chart(sorted),
      table(sorted));
}

}  // namespace comac::experiments
