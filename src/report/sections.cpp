// SPDX-License-Identifier: MIT
#include "sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/bars.hpp"
#include "report/line_chart.hpp"
#include "report/sentences.hpp"
#include "report/text.hpp"

namespace comac::section {
namespace {

constexpr std::size_t bar_limit = 40, trace_limit = 2'000, mark_limit = 40, notice_limit = 50;

std::string figure(std::string_view value, std::string_view name) {
  return fmt::format("<div class=\"figure\"><b>{}</b><span>{}</span></div>\n", escape(value), escape(name));
}

std::string beta_text(const TracePoint& point) { return "β " + format_number(point.beta, 3); }

/// The cost of every sweep, broken where beta changes: costs at different beta do not compare.
LineChart trace_chart(const RunReport& report) {
  const std::vector<TracePoint>& trace = report.result.trace;
  LineChart chart;
  chart.width = 500;
  chart.height = 270;
  chart.x.title = "sweep";
  chart.x.whole = true;
  chart.y.title = report.system.empty() ? "cost in bits" : "cost";
  chart.series.resize(1);
  Series& line = chart.series[0];
  const std::size_t stride = trace.size() / trace_limit + 1;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const bool changed = i > 0 && trace[i].beta != trace[i - 1].beta;
    if (changed) {
      chart.marks.push_back({static_cast<double>(i) - 0.5, beta_text(trace[i])});
      line.x.push_back(static_cast<double>(i) - 0.5);
      line.y.push_back(NAN);
    }
    if (i % stride != 0 && i + 1 != trace.size()) continue;
    line.x.push_back(static_cast<double>(i));
    line.y.push_back(trace[i].cost);
  }
  if (!chart.marks.empty()) chart.marks.insert(chart.marks.begin(), {-0.5, beta_text(trace[0])});
  if (chart.marks.size() > mark_limit) chart.marks.clear();
  return chart;
}

std::string trace_sentence(const RunReport& report) {
  const Result& result = report.result;
  const std::size_t sweeps = result.trace.size() - 1;
  std::string text = fmt::format("{}{} after {}; lower is better.", format_number(result.cost, 6),
                                 cost_unit(report), counted(sweeps, "sweep"));
  if (result.restarts.size() > 1) {
    const auto [best, worst] =
        std::minmax_element(result.restarts.begin(), result.restarts.end(),
                            [](const auto& a, const auto& b) { return a.cost < b.cost; });
    const bool heard = result.restarts[result.best_restart].echo > 0;
    const bool coarse = start_noun(report.options, result) != "restart";
    text +=
        fmt::format(" {5} {1} was the best of {0}{4}; they ended between {2} and {3}.",
                    format_count(result.restarts.size()), format_count(result.best_restart + 1),
                    format_number(best->cost), format_number(worst->cost),
                    heard ? " by cost and rows near linked ones" : "", coarse ? "Coarse start" : "Restart");
  }
  return text;
}

}  // namespace

std::string card(std::string_view heading, std::string_view content) {
  return fmt::format("<section class=\"card\">\n<h2>{}</h2>\n{}</section>\n", escape(heading), content);
}

std::string part(std::string_view heading, std::string_view content) {
  return fmt::format("<div>\n<h2>{}</h2>\n{}</div>\n", escape(heading), content);
}

std::string paragraph(std::string_view kind, std::string_view text) {
  return fmt::format("<p class=\"{}\">{}</p>\n", kind, escape(text));
}

std::string key_figures(const RunReport& report) {
  const Certificate& certificate = report.result.certificate;
  std::string content;
  if (report.scores) {
    content += figure(fmt::format("{:.3f}", report.scores->nmi), "NMI");
    content += figure(fmt::format("{:.3f}", report.scores->ari), "ARI");
    content += figure(fmt::format("{:.1f} %", 100 * report.scores->accuracy), "accuracy");
  }
  content += figure(format_count(report.result.clusters_found), "clusters");
  if (certificate.labels + certificate.must_links + certificate.cannot_links > 0) {
    content += figure(format_count(certificate.violated().size()), "violated");
  }
  if (!report.result.confidence.empty())
    content += figure(format_count(doubtful_rows(report)), "doubtful rows");
  return fmt::format("<div class=\"figures\">\n{}</div>\n", content);
}

std::string notices(const RunReport& report) {
  std::string content;
  for (std::size_t i = 0; i < std::min(report.messages.size(), notice_limit); ++i) {
    content += paragraph("note warn", shorten(report.messages[i], sentence_limit));
  }
  return content;
}

std::string reading(const RunReport& report) {
  std::string content;
  for (std::size_t i = 0; i < std::min(report.reading.size(), notice_limit); ++i) {
    content += fmt::format("<li>{}</li>\n", escape(shorten(report.reading[i], sentence_limit)));
  }
  return content.empty() ? "" : card("How the table was read", "<ul>\n" + content + "</ul>\n");
}

namespace {

/// Information kept against the steps of the chain.
std::string scale_chart(const Result& result) {
  LineChart chart;
  chart.width = 500;
  chart.x.title = "steps of the chain";
  chart.x.logarithmic = true;
  chart.y.title = "bits kept";
  Series chosen{"this grouping", {}, {}, {}, std::nullopt},
      best{"the best at each scale", {}, {}, {}, std::nullopt, true};
  for (const ScalePoint& scale : result.chosen->scales) {
    const auto steps = static_cast<double>(scale.steps);
    chosen.x.push_back(steps), chosen.y.push_back(scale.chosen);
    best.x.push_back(steps), best.y.push_back(scale.most);
  }
  chart.series = {std::move(chosen), std::move(best)};
  return inline_svg(draw(chart), "Lines: information kept against the steps of the chain");
}

/// How clear the strongest numbers of clusters are.
std::string count_chart(std::vector<CountPoint> points) {
  std::ranges::stable_sort(points, std::ranges::greater(), &CountPoint::strength);
  points.resize(std::min<std::size_t>(points.size(), 12));
  std::ranges::sort(points, {}, &CountPoint::clusters);
  BarChart chart;
  chart.width = 500;
  for (const CountPoint& point : points)
    chart.bars.push_back({fmt::format("{} clusters", point.clusters), point.strength,
                          fmt::format("{:.1f}", point.strength), 0});
  return inline_svg(draw(chart), "Bars: how clear each number of clusters is");
}

/// Of the columns that make up the most of a learned distance.
std::string weight_chart(std::vector<ColumnWeight> weights) {
  std::ranges::stable_sort(weights, std::ranges::greater(), &ColumnWeight::weight);
  BarChart chart;
  chart.width = 500;
  for (std::size_t c = 0; c < std::min(weights.size(), bar_limit); ++c) {
    const double share = 100 * weights[c].weight;
    chart.bars.push_back({shorten(weights[c].column, 24), share, fmt::format("{:.0f} %", share), 0});
  }
  return paragraph("quiet", "What the columns make up of the learned distances:") +
         inline_svg(draw(chart), "Bars: what each column makes up of the learned distances");
}

}  // namespace

bool many_clusters(const RunReport& report) { return report.result.sizes.size() > 8; }

std::string scales(const RunReport& report) {
  const std::string sentence = chosen_sentence(report.result);
  if (sentence.empty()) return "";
  const Chosen& chosen = *report.result.chosen;
  const std::string units = scaling_sentence(report.result);
  std::string content = (units.empty() ? "" : paragraph("quiet", units)) + paragraph("quiet", sentence);
  if (chosen.count && !chosen.count->points.empty()) content += count_chart(chosen.count->points);
  if (!chosen.scales.empty()) content += scale_chart(report.result);
  const bool learned = chosen.metric && chosen.metric->used;
  if (learned) content += weight_chart(chosen.metric->column_weights);
  return part(learned ? "What was learned" : "The scale, and why", content);
}

std::string trace(const RunReport& report) {
  if (report.result.trace.empty()) return "";
  return part("Cost after each sweep",
              paragraph("quiet", trace_sentence(report)) +
                  inline_svg(draw(trace_chart(report)), "Line: the cost after each sweep"));
}

}  // namespace comac::section
