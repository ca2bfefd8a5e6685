// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "comac/systems/system.hpp"
#include "process.hpp"

namespace comac::test {
namespace {

const std::string iris = COMAC_SOURCE_DIR "/data/iris.csv";

TEST(Methods, ListsEverySystemOnALineOfItsOwn) {
  const auto lines = lines_of(run_process({"methods"}).output);
  ASSERT_EQ(lines.size(), all_systems().size() + 1);
  for (std::size_t s = 0; s < all_systems().size(); ++s) {
    EXPECT_TRUE(lines[s + 1].starts_with(std::string(all_systems()[s]->info().name) + " ")) << lines[s + 1];
    EXPECT_NE(lines[s + 1].find(all_systems()[s]->info().summary), std::string::npos);
  }
}

TEST(Methods, AnySystemClustersAUsersTable) {
  const Folder folder;
  const std::string labels = folder.write("labels.csv", "row,label\n0,a\n1,a\n60,b\n61,b\n120,c\n121,c\n");
  for (const System* system : all_systems()) {
    if (system->info().uses == Uses::nothing) continue;
    const std::string name(system->info().name), json = folder / (name + ".json");
    const auto run =
        run_process({"cluster", iris, "--clusters", "3", "--ignore", "class", "--labels", labels, "--method",
                     name, "--json", json, "--report", folder / "page.html", "--allow-violations"});
    ASSERT_EQ(run.code, 0) << name << ": " << run.error;
    EXPECT_EQ(lines_of(run.output).size(), 151U) << name;
    const auto report = nlohmann::json::parse(read_text(json));
    EXPECT_EQ(report["options"]["method"], name);
    const auto restarts = system->info().restarts;
    EXPECT_EQ(report["options"]["restarts"], restarts ? nlohmann::json(*restarts) : nlohmann::json("auto"));
    EXPECT_NE(read_text(folder / "page.html").find(name), std::string::npos);
  }
}

TEST(Methods, TishbySaysHowManyStepsItChose) {
  const Folder folder;
  const auto run = run_process({"cluster", iris, "--clusters", "3", "--ignore", "class", "--method", "tishby",
                                "--json", folder / "run.json", "--verbose"});
  ASSERT_EQ(run.code, 0) << run.error;
  EXPECT_NE(run.error.find("steps  4 at a time\n"), std::string::npos) << run.error;
  EXPECT_EQ(nlohmann::json::parse(read_text(folder / "run.json"))["chain"]["steps"], 4);
}

TEST(Methods, OneThatCannotUseWhatIsGivenSaysSo) {
  const Folder folder;
  const std::string links = folder.write("links.csv", "0,1,must\n");
  const auto pairs = run_process(
      {"cluster", iris, "--clusters", "3", "--ignore", "class", "--links", links, "--method", "k-means"});
  EXPECT_EQ(pairs.code, 2);
  EXPECT_NE(pairs.error.find("k-means"), std::string::npos) << pairs.error;
  const auto chain = run_process({"cluster", "--transition", iris, "--clusters", "3", "--method", "k-means"});
  EXPECT_EQ(chain.code, 2);
  EXPECT_NE(chain.error.find("the method k-means works on tables"), std::string::npos) << chain.error;
}

}  // namespace
}  // namespace comac::test
