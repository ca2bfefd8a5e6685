// SPDX-License-Identifier: MIT
#include "reproduce.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "report/markup.hpp"

namespace comac::experiments {
namespace {

namespace fs = std::filesystem;

/// A tiny reproduction in a folder that is gone when the test ends.
class Tiny : public testing::Test {
 protected:
  Tiny() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    what_.out =
        (fs::temp_directory_path() / (std::string("comac-") + info->name() + std::to_string(::getpid())))
            .string();
    fs::remove_all(what_.out);
    what_.scope = {2, true, {"iris", "circles"}};
    what_.threads = 2;
  }
  ~Tiny() override { fs::remove_all(what_.out); }

  std::string text(const std::string& name) const { return read_file((fs::path(what_.out) / name).string()); }

  Reproduction what_;
};

TEST_F(Tiny, GivesTheStoredNumbers) {
  what_.figures = {"comparison", "propagation"};
  reproduce(what_, {});
  const std::string comparison = text("comparison.csv"), propagation = text("propagation.csv");
  for (const std::string line :
       {R"("Iris","comac-seq",0,0.8057,0.0000,2)", R"("Iris","comac-seq",30,0.9004,0.0010,2)",
        R"("Iris","comac-ann",30,0.9011,0.0000,2)", R"("Iris","k-means",30,0.8235,0.0012,2)",
        R"("Iris","cec-ib-1",30,0.7950,0.0000,0)"}) {
    EXPECT_NE(comparison.find(line), std::string::npos) << line << "\n" << comparison;
  }
  for (const std::string line :
       {R"("With cannot-links","Iris","with propagation",150,0.9595,0.0151,2)",
        R"("Without cannot-links","Iris","without propagation",150,0.9355,0.0070,2)"}) {
    EXPECT_NE(propagation.find(line), std::string::npos) << line << "\n" << propagation;
  }
}

TEST_F(Tiny, GoesOnWhereItWas) {
  what_.figures = {"beyond"};
  std::size_t seen = 0;
  EXPECT_THROW(reproduce(what_, [&](const CellProgress&) { return ++seen < 5; }), Error);
  const Reproduced rest = reproduce(what_, {});
  const std::string cells = text("cells.csv"), page = text("index.html");
  const auto lines = static_cast<std::size_t>(std::ranges::count(cells, '\n'));
  EXPECT_GT(rest.computed, 0U);
  EXPECT_LE(rest.computed + 5, lines - 1);
  EXPECT_EQ(reproduce(what_, {}).computed, 0U);
  EXPECT_EQ(text("index.html"), page);

  write_file((fs::path(what_.out) / "cells.csv").string(), cells.substr(0, cells.size() - 3));  // cut off
  what_.threads = 1;
  EXPECT_EQ(reproduce(what_, {}).computed, 1U);
  EXPECT_EQ(text("index.html"), page);
}

TEST_F(Tiny, RunsAMethodAgain) {
  what_.figures = {"circles"};
  const std::size_t all = reproduce(what_, {}).computed;
  const std::string page = text("index.html");
  what_.again = {"comac-ann"};
  EXPECT_EQ(reproduce(what_, {}).computed, all / 3);
  EXPECT_EQ(text("index.html"), page);
  what_.again = {};
  EXPECT_EQ(reproduce(what_, {}).computed, 0U);
  what_.scope.runs = 3;
  what_.scope.only_systems = {"comac-seq"};
  EXPECT_EQ(reproduce(what_, {}).computed, all / 6);  // one more draw of one of three
}

TEST_F(Tiny, DoesNotMixWithRunsOfAnotherVersion) {
  what_.figures = {"circles"};
  reproduce(what_, {});
  const std::string old = "set,system,draw,nmi,ms\niris,comac,0,1,2\n";
  write_file((fs::path(what_.out) / "cells.csv").string(), old);
  EXPECT_THROW(reproduce(what_, {}), Error);
  EXPECT_EQ(text("cells.csv"), old);
}

TEST_F(Tiny, ShowsEveryFigureOnAWellFormedPage) {
  reproduce(what_, {});
  const std::string page = text("index.html");
  EXPECT_EQ(test::markup_fault(page), "");
  for (const FigureEntry& figure : all_figures()) {
    const std::string name(figure.name);
    EXPECT_NE(page.find("id=\"" + name + "\""), std::string::npos) << name;
    EXPECT_GT(text(name + ".csv").size(), 30U) << name;
  }
  EXPECT_NE(text("scale.md").find("| same result over ten seeds"), std::string::npos);
  const std::string against_before = "worst cell against 0.1.0 | 0 | -.02 | ";
  ASSERT_NE(text("scale.md").find(against_before), std::string::npos);
  EXPECT_EQ(text("scale.md").find(against_before + "- |"), std::string::npos);  // it names a gain and a cell
  EXPECT_NE(text("beyond.md").find("| labels of all classes, 0 / 10 / 20 / 30 %, seven sets |"),
            std::string::npos);
}

TEST_F(Tiny, NamesWhatIsMissing) {
  what_.figures = {"propagation", "data-sets"};
  what_.scope.only_sets = {"iris", "user"};
  const Reproduced done = reproduce(what_, {});
  EXPECT_EQ(done.missing, std::vector<std::string>{"User"});
  EXPECT_NE(text("index.html").find("Missing: User."), std::string::npos);
  EXPECT_NE(text("propagation.csv").find("Iris"), std::string::npos);
}

TEST(Figures, UnknownNamesAreRefusedWithTheKnownOnes) {
  EXPECT_EQ(choose_figures({}).size(), all_figures().size());
  EXPECT_EQ(choose_figures({"beyond", "circles"}).front().name, "circles");
  try {
    choose_figures({"cirlces"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("sensitivity-k"), std::string::npos);
  }
}

}  // namespace
}  // namespace comac::experiments
