// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>

#include "comac/report/report.hpp"
#include "report/fixture.hpp"
#include "report/options_json.hpp"
#include "report/schema.hpp"

namespace comac {
namespace {

using test::Json;
using test::schema_fault;

Json schema() {
  std::ifstream file(COMAC_SOURCE_DIR "/docs/result.schema.json");
  return Json::parse(file);
}

/// A run in which every list has an entry.
void make_everything_happen(test::SmallRun& run) {
  run.report.known.labels.push_back({5, 1, {0, 9}});
  run.report.result.cluster = {0, 1, 0, 0, 0, 1};
  run.recheck();
  run.drop(ItemId::label(1), "first");
  run.outvote(ItemId::link(1));
  run.report.result.certificate.warnings = {"warning"};
  run.report.messages = {"message"};
  run.report.reading = {"reading"};
}

TEST(Json, TheSchemaKnowsEveryOption) {
  EXPECT_EQ(Json::parse(options_schema().dump()), schema()["properties"]["options"])
      << options_schema().dump(2);
}

TEST(Json, FollowsTheSchema) {
  test::SmallRun run;
  EXPECT_EQ(schema_fault(Json::parse(to_json(run.report)), schema()), "");
  make_everything_happen(run);
  EXPECT_EQ(schema_fault(Json::parse(to_json(run.report)), schema()), "");
  run.report.scores.reset();
  EXPECT_EQ(schema_fault(Json::parse(to_json(run.report)), schema()), "");
  EXPECT_EQ(schema_fault(Json::parse(to_json(RunReport{})), schema()), "");
}

TEST(Json, BreaksTheSchemaWhenAnyPartIsMissingOrWrong) {
  test::SmallRun run;
  make_everything_happen(run);
  const Json json = Json::parse(to_json(run.report));
  const Json flat = json.flatten();
  for (const auto& [path, ignored] : flat.items()) {
    Json changed = json;
    changed[Json::json_pointer(path)] = Json::object();
    EXPECT_NE(schema_fault(changed, schema()), "") << path;
    const Json::json_pointer pointer(path);
    if (!json[pointer.parent_pointer()].is_object()) continue;
    changed = json;
    changed[pointer.parent_pointer()].erase(pointer.back());
    EXPECT_NE(schema_fault(changed, schema()), "") << path;
    changed = json;
    changed[pointer.parent_pointer()]["surprise"] = 1;
    EXPECT_NE(schema_fault(changed, schema()), "") << path;
  }
}

TEST(Json, FollowsTheSchemaWithEveryMethod) {
  test::SmallRun run;
  for (const Method method : {Method::comac, Method::comac_seq, Method::comac_ann}) {
    run.report.options.search.method = method;
    EXPECT_EQ(schema_fault(Json::parse(to_json(run.report)), schema()), "") << to_string(method);
  }
  run.report.options.side.trust = automatic_trust;
  EXPECT_EQ(Json::parse(to_json(run.report))["options"]["trust"], "auto");
}

TEST(Json, HoldsTheNumbersOfTheRun) {
  test::SmallRun run;
  const Json json = Json::parse(to_json(run.report));
  EXPECT_EQ(json["version"], "1.2.3");
  EXPECT_EQ(json["input"], (Json{{"name", "clouds.csv"}, {"rows", 6}, {"columns", 2}}));
  EXPECT_EQ(json["seed"], 42);
  EXPECT_EQ(json["options"]["method"], "comac");
  EXPECT_EQ(json["sigma"], 0.5);
  EXPECT_DOUBLE_EQ(json["cost"].get<double>(), -0.45);
  EXPECT_EQ(json["trace"].size(), 3U);
  EXPECT_EQ(json["restarts"][1]["sweeps"], 2);
  EXPECT_EQ(json["best_restart"], 1);
  EXPECT_EQ(json["sizes"], Json({3, 3}));
  EXPECT_EQ(json["cluster_names"], Json({"near", "far"}));
  EXPECT_EQ(json["scores"]["nmi"], 1.0);
  EXPECT_EQ(json["times_ms"], (Json{{"read", 0.25}, {"chain", 1.0}, {"optimise", 2.0}, {"total", 3.75}}));
  EXPECT_EQ(json["constraints"]["must_link"], 1);
  EXPECT_EQ(json["constraints"]["violated"], 0);
}

TEST(Json, NamesViolationsWithTheirLines) {
  test::SmallRun run;
  make_everything_happen(run);
  const Json constraints = Json::parse(to_json(run.report))["constraints"];
  EXPECT_EQ(constraints["violated"], 2);
  const Json& findings = constraints["findings"];
  ASSERT_EQ(findings.size(), 4U);
  EXPECT_EQ(findings[0]["verdict"], "violated");
  EXPECT_EQ(findings[0]["places"], Json::array({"links.csv:1"}));
  EXPECT_EQ(findings[0]["rows"], Json({0, 1}));
  EXPECT_EQ(findings[1]["kind"], "split_class");
  EXPECT_EQ(findings[2]["verdict"], "outvoted");
  EXPECT_EQ(findings[3]["verdict"], "dropped");
  EXPECT_EQ(findings[3]["sentence"], "first");
  EXPECT_EQ(constraints["warnings"], Json::array({"warning"}));
}

TEST(Json, KeepsItsKeysInOrderAndItsBytes) {
  test::SmallRun run;
  const std::string text = to_json(run.report);
  EXPECT_EQ(text, to_json(run.report));
  EXPECT_LT(text.find("\"version\""), text.find("\"input\""));
  EXPECT_LT(text.find("\"input\""), text.find("\"messages\""));
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(Json, SurvivesNamesThatAreNotUtf8) {
  test::SmallRun run;
  run.report.input = "caf\xE9.csv";
  EXPECT_EQ(Json::parse(to_json(run.report))["input"]["name"], "caf\xEF\xBF\xBD.csv");
}

}  // namespace
}  // namespace comac
