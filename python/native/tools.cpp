// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "background.hpp"
#include "comac/constraints/sampling.hpp"
#include "comac/data/generate.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/systems/system.hpp"
#include "compare.hpp"
#include "evaluate/certify.hpp"
#include "native.hpp"
#include "report/sentences.hpp"

namespace comac::python {
namespace {

py::dict score_of(const Ids& truth, const Ids& found) {
  const Scores scores = score(span_of(truth), span_of(found));
  py::dict all;
  all["nmi"] = scores.nmi;
  all["ari"] = scores.ari;
  all["ami"] = scores.ami;
  all["homogeneity"] = scores.homogeneity;
  all["completeness"] = scores.completeness;
  all["accuracy"] = scores.accuracy;
  return all;
}

/// One dictionary for each hard item that does not hold; `names` are those of the clusters, or none.
py::list violations(const SideInformation& known, const Ids& cluster, const std::vector<std::string>& names) {
  RunReport run;
  run.known = known;
  run.cluster_names = names;
  run.result.cluster.assign(cluster.data(), cluster.data() + cluster.size());
  run.result.certificate.items = judge_hard(Belief(known), run.result.cluster);
  py::list findings;
  for (const Finding& finding : describe_violations(run)) {
    py::dict one;
    one["kind"] = std::string(finding.kind);
    one["rows"] = finding.rows;
    one["labels"] = finding.labels;
    one["sentence"] = finding.sentence;
    findings.append(one);
  }
  return findings;
}

Categories categories(const Ids& ids, const std::vector<std::string>& names) {
  return {names, {ids.data(), ids.data() + ids.size()}};
}

SideInformation sampled_labels(const Ids& ids, const std::vector<std::string>& names, double share,
                               const std::string& classes, double wrong, std::uint64_t seed) {
  LabelSampling sampling{share, LabelledClasses::all, wrong, seed};
  if (classes == to_string(LabelledClasses::two)) {
    sampling.classes = LabelledClasses::two;
  } else if (classes != to_string(LabelledClasses::all)) {
    throw Error(ErrorCode::usage,
                fmt::format("{} is '{}'; expected one of all, 2", setting("classes"), classes));
  }
  return sample_labels(categories(ids, names), sampling);
}

SideInformation sampled_pairs(const Ids& ids, const std::vector<std::string>& names, double share,
                              double wrong, std::uint64_t seed) {
  return sample_pairs(categories(ids, names), {share, wrong, seed});
}

py::tuple generated(const std::string& shape, const std::vector<std::size_t>& sizes, std::size_t rows,
                    std::size_t clusters, std::size_t dimensions, double distance, double spread,
                    std::uint64_t seed) {
  const Dataset data = generate({.shape = parse_shape(shape),
                                 .sizes = sizes,
                                 .rows = rows,
                                 .clusters = clusters,
                                 .dimensions = dimensions,
                                 .distance = distance,
                                 .spread = spread,
                                 .seed = seed});
  const auto columns = static_cast<py::ssize_t>(data.table.columns);
  return py::make_tuple(
      array_of<double>(data.table.values).reshape({static_cast<py::ssize_t>(data.table.rows), columns}),
      array_of<std::int32_t>(data.truth->ids));
}

/// How side information comes: as given, or drawn anew for every run, as `comac compare` does.
std::function<SideInformation(std::size_t)> side_of(const SideInformation& known, const Categories& truth,
                                                    const std::string& drawn, double share,
                                                    std::size_t seed) {
  if (drawn.empty()) return [&known](std::size_t) { return known; };
  using Protocol = experiments::Side::Protocol;
  const experiments::Side side{drawn == "pairs" ? Protocol::pairs : Protocol::labels, share};
  return
      [&truth, side, seed](std::size_t run) { return experiments::draw_side(truth, side, seed - 1 + run); };
}

py::list to_list(const std::vector<experiments::Standing>& standings) {
  py::list rows;
  for (const experiments::Standing& standing : standings) {
    py::dict row;
    row["method"] = standing.system;
    row["nmi"] = standing.runs > 0 ? standing.mean : std::numeric_limits<double>::quiet_NaN();
    row["deviation"] = standing.deviation;
    row["milliseconds"] = standing.milliseconds;
    row["violated"] = standing.violated;
    row["runs"] = standing.runs;
    row["refused"] = standing.refused;
    row["refusal"] = standing.refusal;
    rows.append(row);
  }
  return rows;
}

py::list compare(const py::array& rows, const Ids& ids, const std::vector<std::string>& names,
                 const SideInformation& known, const std::string& drawn, double share,
                 const std::vector<std::string>& methods, const GivenOptions& given, std::size_t runs,
                 const py::object& on_progress) {
  Dataset data;
  data.table = copy_of(view_of(rows));
  data.truth = categories(ids, names);
  const Options options = make_options("comac", given, {});
  std::vector<const System*> systems;
  for (const std::string& method : methods) systems.push_back(&find_system(method));
  const auto side = side_of(known, *data.truth, drawn, share, options.seed);
  const auto compared = in_background(on_progress, [&](const Progress& progress) {
    std::atomic<double> fraction = 0;
    std::atomic<bool> stopped = false;
    const auto cancelled = [&] {
      if (!progress({"compare", fraction})) stopped = true;
      return stopped.load();
    };
    return experiments::compare({data, side, systems, options, runs, cancelled},
                                [&](const experiments::CellProgress& cells) {
                                  fraction = static_cast<double>(cells.done) / static_cast<double>(cells.all);
                                  return !cancelled();
                                });
  });
  if (compared.finished == 0) throw Error(ErrorCode::interrupted, "interrupted before a run was finished");
  return to_list(compared.standings);
}

}  // namespace

void add_tools(py::module_& module) {
  module.def("score", score_of);
  module.def("violations", violations);
  module.def("sample_labels", sampled_labels);
  module.def("sample_pairs", sampled_pairs);
  module.def("generate", generated);
  module.def("compare", compare);
}

}  // namespace comac::python
