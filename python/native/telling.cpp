// SPDX-License-Identifier: MIT
#include "background.hpp"
#include "comac/report/report.hpp"
#include "evaluate/name_clusters.hpp"
#include "fitted.hpp"
#include "fitted/model_state.hpp"
#include "prep/prepare.hpp"
#include "report/description_json.hpp"
#include "report/explanation_json.hpp"
#include "report/messages.hpp"
#include "report/sentences.hpp"

namespace comac::python {
namespace {

/// Whether a Markov chain was given, which has no columns.
bool is_chain(const Fitted& fitted) {
  return fitted.model && fitted.model->state().ground->map.columns_in() == 0;
}

/// Where the result isn't whole, what it was is found again.
void make_whole(Fitted& fitted) {
  if (!fitted.is_whole()) fitted.result = explained(fitted, {}, py::none()).result();
}

std::string json(Fitted& fitted) {
  if (fitted.told.empty()) {
    make_whole(fitted);
    fitted.told = to_json(described(fitted, "X"));
  }
  return fitted.told;
}

/// The page points at suspicious items; to judge very many would take longer than the clustering.
bool explains(const Fitted& fitted) {
  constexpr std::size_t most_items = 20'000;
  const std::size_t items = fitted.known.labels.size() + fitted.known.links.size();
  return fitted.model && fitted.options.search.propagation && items > 0 && items <= most_items &&
         !fitted.result.cancelled;
}

std::string html(Fitted& fitted, const std::string& title, bool brief) {
  if (fitted.was_unpickled && !fitted.model) {
    throw Error(ErrorCode::usage,
                "what " + fitted.method + " found was pickled without its rows; fit again for a report");
  }
  make_whole(fitted);
  RunReport report = described(fitted, title);
  if (explains(fitted) && !report.result.explanation) {
    report.result.explanation = explained(fitted, {}, py::none()).result().explanation;
  }
  ReportView view;
  const std::optional<TableView> own = own_rows(fitted);
  const std::optional<Table> table = own ? std::optional(copy_of(*own)) : std::nullopt;
  if (table) view.table = &*table;
  if (fitted.model) view.prepared = fitted.model->rows();
  view.brief = brief;
  return to_html(report, view);
}

/// What each cluster is, as JSON; `rows`, if they are given, are those that were fitted.
std::string describe_clusters(Fitted& fitted, const py::object& rows, const GivenAbout& columns) {
  if (!rows.is_none() && fitted.model) {
    std::vector<ColumnAbout> about = about_of(columns);
    TableView view = view_of(rows);
    view.about = about;
    if (!has_rows(fitted, view)) {
      throw Error(ErrorCode::usage, "X has other rows than those that were fitted; expected the same");
    }
    fitted.rows = rows;
    fitted.about = std::move(about);
    fitted.told.clear();
  }
  if (!own_rows(fitted) && fitted.columns > 0 && !is_chain(fitted)) {
    throw Error(ErrorCode::usage,
                "the rows in their own units are gone: the model was loaded, or X was changed; give the rows "
                "that were fitted, describe(X)");
  }
  make_whole(fitted);
  return description_json(described(fitted, "X"))
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string explain(const Fitted& fitted, const std::vector<std::uint32_t>& rows,
                    const py::object& on_progress) {
  const Model model = explained(fitted, rows, on_progress);
  if (model.result().cluster != fitted.result.cluster) {
    throw Error(ErrorCode::usage, "the search was stopped before its end; call improve() and explain then");
  }
  return explanation_json(*model.result().explanation, model.known(), model.result());
}

/// What the user should hear about even if nobody asks.
py::list warnings(const Fitted& fitted) {
  py::list sentences;
  const RunReport report = report_of(fitted, "X");
  for (const std::string& message : messages_of(report)) sentences.append(message);
  if (const auto broken = report.result.certificate.violated(); !broken.empty()) {
    std::string lines = violation_lines(report);
    lines.pop_back();
    sentences.append((broken.size() == 1 ? "a constraint is" : "constraints are") +
                     (" not honoured:\n" + lines));
  }
  return sentences;
}

}  // namespace

std::optional<TableView> own_rows(const Fitted& fitted) {
  if (fitted.table) return TableView(*fitted.table);
  if (fitted.rows.is_none()) return std::nullopt;
  TableView view = view_of(fitted.rows, fitted.names);
  view.about = fitted.about;
  return has_rows(fitted, view) ? std::optional(view) : std::nullopt;
}

RunReport described(const Fitted& fitted, const std::string& title) {
  RunReport report = report_of(fitted, title);
  DescribeInput about;
  about.threads = fitted.options.threads;
  const std::optional<TableView> rows = own_rows(fitted);
  if (rows) about.columns = rows->columns, about.column = columns_of(*rows);
  std::optional<Prepared> prepared;
  if (fitted.model) {
    about.compared = fitted.model->rows();
  } else if (rows) {
    prepared.emplace(prepare(*rows, fitted.options.prep.scale, 0));
    about.compared = prepared->rows.view();
  }
  report.description = describe(report.result, about);
  return report;
}

RunReport report_of(const Fitted& fitted, const std::string& title) {
  RunReport report;
  report.version = COMAC_VERSION;
  report.input = title;
  report.rows = fitted.result.cluster.size();
  report.columns = fitted.columns;
  report.options = fitted.options;
  if (!is_engine(fitted.method)) report.system = fitted.method;
  report.result = fitted.result;
  report.known = fitted.known;
  report.cluster_names = name_clusters(fitted.known, fitted.result.certificate.class_of_cluster);
  report.messages = messages_of(report);
  return report;
}

Model explained(const Fitted& fitted, const std::vector<std::uint32_t>& rows, const py::object& on_progress) {
  const Model& model = model_of(fitted);
  const Again again{.start = fitted.result.cluster, .explain = true, .explain_rows = rows};
  return in_background(on_progress, [&](const Progress& progress) { return solve(model, again, progress); });
}

void add_telling(py::class_<Fitted>& type) {
  type.def("json", json)
      .def("html", html)
      .def("explain", explain)
      .def("describe", describe_clusters)
      .def("confidence", [](const Fitted& f) { return array_of<double>(f.result.confidence); })
      .def("warnings", warnings)
      .def("headline", [](Fitted& fitted) { return make_whole(fitted), headline(report_of(fitted, "X")); })
      .def_property_readonly("method", [](const Fitted& f) { return f.method; })
      .def_property_readonly("interrupted", [](const Fitted& f) { return f.interrupted; })
      .def_property_readonly("cost", [](const Fitted& f) { return f.result.cost; })
      .def_property_readonly("clusters", [](const Fitted& f) { return f.result.sizes.size(); })
      .def_property_readonly("strength",
                             [](const Fitted& f) -> std::optional<double> {
                               if (!f.result.chosen || !f.result.chosen->count) return std::nullopt;
                               return f.result.chosen->count->strength;
                             })
      .def_property_readonly("columns", [](const Fitted& f) { return f.columns; })
      .def_property_readonly("label_names", [](const Fitted& f) { return f.known.label_names; })
      .def("labels", [](const Fitted& f) { return array_of<std::int32_t>(f.result.cluster); })
      .def("class_of_cluster",
           [](const Fitted& f) { return array_of<std::int32_t>(f.result.certificate.class_of_cluster); })
      .def("transition", [](const Fitted& f) {
        const auto clusters = static_cast<py::ssize_t>(f.result.sizes.size());
        if (f.result.transition.empty()) return py::array_t<double>(std::vector<py::ssize_t>{0, 0});
        return py::array_t<double>(array_of<double>(f.result.transition).reshape({clusters, clusters}));
      });
}

}  // namespace comac::python
