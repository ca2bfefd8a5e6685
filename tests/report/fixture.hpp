// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/random.hpp"
#include "comac/evaluate/scores.hpp"
#include "comac/report/report.hpp"
#include "evaluate/certify.hpp"

namespace comac::test {

/// Two clouds of three rows each, one row of each cloud labelled, one link of each kind; all honoured.
struct SmallRun {
  Table table{6, 2, {0, 0, 1, 0, 0, 1, 9, 9, 8, 9, 9, 8}, {"width", "height"}};
  RunReport report;
  ReportView view;

  SmallRun() {
    report.version = "1.2.3";
    report.input = "clouds.csv";
    report.rows = 6;
    report.columns = 2;
    report.options.seed = 42;
    report.known.label_names = {"near", "far"};
    report.known.files = {"labels.csv", "links.csv"};
    report.known.labels = {{0, 0, {0, 1}}, {3, 1, {0, 2}}};
    report.known.links = {{0, 1, LinkKind::must, {1, 1}}, {2, 4, LinkKind::cannot, {1, 2}}};
    report.cluster_names = {"near", "far"};
    report.truth = Categories{{"a", "b"}, {0, 0, 0, 1, 1, 1}};
    report.read_ms = 0.25;
    fill_result(report.result);
    report.description =
        Description{{{{{"width", TraitKind::below, {}, 0, 1, {}, 1, 0, 0, 9}}, 0, {{2, 0.55, 1}}, 0.7833},
                     {{{"height", TraitKind::above, {}, 8, 9, {}, 1, 0, 9, 0}}, 3, {}, 0.9}}};
    recheck();
    view.command = "comac cluster clouds.csv --clusters 2";
  }
  SmallRun(const SmallRun&) = delete;

  /// The view must not outlive the table.
  const ReportView& with_table() {
    view.table = &table;
    return view;
  }

  void drop(ItemId item, const std::string& reason) {
    report.result.certificate.items[item].status = {
        Status::Kind::dropped, 1, std::make_shared<const Conflict>(Conflict{item, reason, {}})};
  }
  void outvote(ItemId item) {
    report.result.certificate.items[item] = {{Status::Kind::soft, 0.7, nullptr}, false, {}};
  }

  /// Makes certificate and scores follow the clusters.
  void recheck() {
    report.result.certificate.items = judge_hard(Belief(report.known), report.result.cluster);
    report.scores = score(report.truth->ids, report.result.cluster);
  }

 private:
  static void fill_result(Result& result) {
    result.cluster = {0, 0, 0, 1, 1, 1};
    result.confidence = {0.9, 0.9, 0.55, 0.9, 0.9, 0.9};
    result.runner_up = {1, 1, 1, 0, 0, 0};
    result.sizes = {3, 3};
    result.clusters_found = 2;
    result.sigma = 0.5;
    result.terms = {0.5, 1, 0.9};
    result.cost = result.terms.cost();
    result.restarts = {{-0.4, 3, true}, {-0.45, 2, true}};
    result.best_restart = 1;
    result.trace = {{0.6, -0.1}, {0.6, -0.3}, {0.5, -0.45}};
    result.transition = {0.9, 0.1, 0.25, 0.75};
    result.times = {1, 2, 3.5};
    result.certificate.labels = 2;
    result.certificate.must_links = 1;
    result.certificate.cannot_links = 1;
    result.certificate.groups = 5;
  }
};

}  // namespace comac::test
