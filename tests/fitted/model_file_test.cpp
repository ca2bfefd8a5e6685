// SPDX-License-Identifier: MIT
#include "fitted/model_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/random.hpp"
#include "comac/base/error.hpp"
#include "comac/data/generate.hpp"
#include "data/crc32.hpp"
#include "data/file.hpp"
#include "fitted/model_state.hpp"
#include "support/resealed.hpp"

namespace comac {
namespace {

using nlohmann::json;
using test::resealed;

/// A file that goes when the test ends.
class ModelFile : public testing::Test {
 protected:
  std::string path = (std::filesystem::temp_directory_path() /
                      ("model-" + std::to_string(::getpid()) + "-" +
                       testing::UnitTest::GetInstance()->current_test_info()->name()))
                         .string();
  ~ModelFile() override { std::filesystem::remove(path); }

  /// Without waiting for the disk, as write_file() does: it is done thousands of times.
  void put(std::string_view content) const {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  std::string saved(const Model& model, SaveRows rows = SaveRows::all) {
    model.save(path, rows);
    return read_file(path);
  }
  /// What loading says about such a file.
  std::string refusal(std::string_view content) {
    put(content);
    try {
      Model::load(path);
      return "";
    } catch (const Error& error) {
      const std::string sentence = error.what();
      EXPECT_EQ(error.code(), ErrorCode::data);
      EXPECT_TRUE(sentence.starts_with(path)) << sentence;
      return sentence.substr(path.size() + 2);
    }
  }
};

Dataset some_data() { return generate({.shape = Shape::blobs, .rows = 60, .clusters = 3, .dimensions = 3}); }

Model some_model(ChainKind chain) {
  Options options;
  options.clusters = 3;
  options.chain.kind = chain;
  options.prep.scale = Scale::zscore;
  options.prep.pca = 2;
  options.side.trust = 0.9;
  options.seed = 7;
  SideInformation known;
  known.label(0, "first");
  known.label(30, "second", 0.7);
  known.must(1, 2);
  known.cannot(1, 50, 0.6);
  return fit(some_data().table, known, options);
}

TEST_F(ModelFile, BringsEverythingBack) {
  const Table rows = some_data().table;
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    Model model = some_model(chain);
    saved(model);
    Model again = Model::load(path);
    EXPECT_EQ(again.result().cluster, model.result().cluster);
    EXPECT_EQ(again.result().sizes, model.result().sizes);
    EXPECT_EQ(again.result().cost, model.result().cost);
    EXPECT_EQ(again.result().transition, model.result().transition);
    EXPECT_EQ(again.result().chain.transitions, model.result().chain.transitions);
    EXPECT_EQ(again.options().seed, 7U);
    EXPECT_EQ(again.cluster_names(), model.cluster_names());
    EXPECT_EQ(again.known().labels[1].trust, 0.7);
    EXPECT_EQ(again.known().links[1].kind, LinkKind::cannot);
    EXPECT_EQ(again.predict(rows).confidence, model.predict(rows).confidence) << "every bit";
    SideInformation more;
    more.must(4, 44);
    model.improve(more);
    again.improve(more);
    EXPECT_EQ(again.result().cluster, model.result().cluster);
    EXPECT_EQ(again.result().cost, model.result().cost);
  }
}

TEST_F(ModelFile, IsTheSameInMemory) {
  const Dataset data = generate({.shape = Shape::blobs, .rows = 60});
  const Model model = fit(data.table, {}, {.clusters = 3});
  for (const SaveRows rows : {SaveRows::all, SaveRows::none}) {
    EXPECT_EQ(model.to_bytes(rows), saved(model, rows));
    EXPECT_EQ(Model::from_bytes(model.to_bytes(rows)).to_bytes(rows), model.to_bytes(rows));
  }
  try {
    Model::from_bytes("nothing");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the model's bytes: found no comac model; name a file that was saved as one");
  }
}

TEST_F(ModelFile, IsTheSameWhenSavedAgain) {
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    const std::string first = saved(some_model(chain));
    EXPECT_EQ(saved(Model::load(path)), first);
  }
}

TEST_F(ModelFile, KeepsChainsThatWereGiven) {
  const SparseMatrix transition = sparse_matrix(Table{3, 3, {.8, .2, 0, 0, .7, .3, .4, 0, .6}, {}});
  Options options;
  options.clusters = 2;
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    options.chain.kind = chain;
    const Model model = fit(transition, {}, options);
    saved(model);
    const Model again = Model::load(path);
    EXPECT_EQ(solve(again, 2).result().cost, model.result().cost);
    EXPECT_FALSE(again.rows().has_value());
    EXPECT_THROW(again.predict(Table{1, 1, {1}, {}}), Error);
  }
}

TEST_F(ModelFile, LeavesTheRowsOutIfAsked) {
  const Model model = some_model(ChainKind::sparse);
  const std::string a_row(reinterpret_cast<const char*>(model.rows()->row(7).data()), 2 * sizeof(double));
  EXPECT_NE(saved(model).find(a_row), std::string::npos);
  EXPECT_EQ(saved(model, SaveRows::none).find(a_row), std::string::npos);
  Model again = Model::load(path);
  SideInformation more;
  more.must(4, 5);
  EXPECT_NO_THROW(again.improve(more));
  try {
    again.predict(some_data().table);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the model was saved without its rows, so it can't predict; save it with them");
  }
}

TEST_F(ModelFile, IsCborForEveryone) {
  const std::string content = saved(some_model(ChainKind::sparse));
  const json all = json::from_cbor(content, true, true, json::cbor_tag_handler_t::ignore);
  EXPECT_EQ(all.at("format"), "comac model");
  EXPECT_EQ(all.at("version"), 2);
  EXPECT_EQ(all.at("cluster").get_binary().size(), 60 * sizeof(std::uint32_t));
  EXPECT_EQ(all.at("rows").get_binary().size(), 60 * 2 * sizeof(double));
  const json about = json::from_cbor(all.at("about").get_binary());
  EXPECT_EQ(about.at("options").at("clusters"), "3");
  EXPECT_EQ(all.at("crc32").get<std::uint32_t>(),
            crc32(std::string_view(content).substr(0, content.size() - 5)));
}

TEST_F(ModelFile, HoldsNoMoreThanTableAndChainBesideASmallSpectrum) {
  const Table table = generate({.shape = Shape::blobs, .rows = 5000, .clusters = 3, .dimensions = 16}).table;
  Options options;
  options.clusters = 3;
  options.chain.kind = ChainKind::sparse;
  const Model model = fit(table, {}, options);
  const std::size_t needed = table.values.size() * sizeof(double) + 5000 * sizeof(std::uint64_t) +
                             model.result().chain.transitions * (sizeof(double) + sizeof(std::uint32_t));
  const std::size_t spectrum = model.state().kept.spectrum->vectors.size() * sizeof(double);
  EXPECT_LE(saved(model).size(), needed * 12 / 10 + spectrum);
  // Above this many rows there is none in memory or in the file, so the limit is that of table and chain.
  EXPECT_EQ(most_states_at_once, 20000U);
}

TEST_F(ModelFile, RefusesOtherFiles) {
  const std::string sentence = "found no comac model; name a file that was saved as one";
  EXPECT_EQ(refusal(""), sentence);
  EXPECT_EQ(refusal("row,cluster\n0,1\n"), sentence);
  EXPECT_EQ(refusal(std::string("\xd9\xd9\xf7\xa1", 4) + "fformatelse"),
            "found no model that comac can have written; save it again");
}

TEST_F(ModelFile, NamesANewerVersion) {
  std::string content = saved(some_model(ChainKind::dense));
  const std::size_t at = content.find("version") + 7;
  content[at] = 3;
  EXPECT_EQ(refusal(content),
            "found version 3 of the format, newer than this comac, which reads up to 2; use a newer comac");
}

TEST_F(ModelFile, NoticesEveryCutAndEveryDamagedByte) {
  const std::string content = saved(some_model(ChainKind::sparse));
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    EXPECT_NE(refusal(std::string_view(content).substr(0, random.below(content.size()))), "");
    std::string damaged = content;
    damaged[random.below(content.size())] ^= static_cast<char>(1 + random.below(255));
    EXPECT_NE(refusal(damaged), "");
  }
}

TEST_F(ModelFile, SurvivesHostileContentWithARightChecksum) {
  for (const ChainKind chain : {ChainKind::dense, ChainKind::sparse}) {
    const std::string content = saved(some_model(chain));
    Random random(9);
    for (int i = 0; i < 1500; ++i) {
      std::string hostile = content;
      // Heads and names lie close together at the front of each entry: most changes shall hit there.
      const std::size_t reach =
          random.below(2) == 0 ? std::min<std::size_t>(content.size(), 3000) : content.size();
      for (std::uint64_t change = 0; change <= random.below(3); ++change) {
        hostile[random.below(reach - 5)] = static_cast<char>(random.next());
      }
      put(resealed(hostile));
      try {
        Model model = Model::load(path);
        SideInformation more;
        more.must(1, 7);
        model.improve(more);
        if (model.rows()) model.predict(Table{1, model.columns(), std::vector<double>(model.columns()), {}});
      } catch (const Error&) {
      }
    }
  }
}

/// The entry of a file that says what the model is.
std::string about_entry(const json& about) {
  CborWriter file("comac model", 1);
  file.add("about", about);
  const auto pieces = file.finish();
  return std::string(pieces[2]).append(pieces[3]);  // behind the file's head, format and version
}

/// The file with other words about itself and a checksum that is right again.
std::string with_about(std::string content, const std::function<void(json&)>& change) {
  json about = CborReader(content, "", "comac model", 2, "model").value("about");
  const std::string before = about_entry(about);
  change(about);
  return resealed(content.replace(content.find(before), before.size(), about_entry(about)));
}

TEST_F(ModelFile, RefusesNumbersTooLargeToBeTrue) {
  const std::string content = saved(fit(some_data().table, {}, {.clusters = 3}), SaveRows::none);
  const std::string wrong = "found no model that comac can have written: ", again = "; save it again";
  const auto refused = [&](const std::function<void(json&)>& change) {
    return refusal(with_about(content, change));
  };
  EXPECT_EQ(refused([](json&) {}), "");
  // Its square is 0 in 64 bits, and so many sizes are more than any memory.
  EXPECT_EQ(refused([](json& about) { about["options"]["clusters"] = "4294967296"; }),
            wrong + "it has more clusters than rows" + again);
  EXPECT_EQ(refused([](json& about) {
              about["metric"] =
                  json::array({{{"landmarks", {{"rows", UINT64_MAX}, {"values", json::array()}}},
                                {"width", 1},
                                {"centre", {{"rows", 1}, {"values", {0}}}},
                                {"projection", {{"rows", 1}, {"values", {1}}}}}});
            }),
            wrong + "it holds a matrix that is none of numbers" + again);
  EXPECT_EQ(refused([](json& about) { about["chain"]["typical_distance"] = -1; }),
            wrong + "the typical distance of its rows is none" + again);
  EXPECT_EQ(refused([](json& about) { about["chain"].erase("typical_distance"); }), "");  // files of before
  EXPECT_EQ(refused([](json& about) { about["metric"] = json::array(); }),
            wrong + "a learned metric is of other columns than the rows" + again);
}

/// Files that the format has left behind would take the fuzzer nowhere: they have to be made again.
TEST(FuzzedModels, BeginWithThoseThatAreRead) {
  std::size_t read = 0;
  for (const auto& file : std::filesystem::directory_iterator(COMAC_SOURCE_DIR "/fuzz/corpus/model")) {
    const std::string name = file.path().filename().string();
    const auto load = [&] { Model::from_bytes(resealed(read_file(file.path().string())), 1); };
    if (name.starts_with("damaged")) {
      EXPECT_THROW(load(), Error) << name;
    } else {
      EXPECT_NO_THROW(load()) << name;
      ++read;
    }
  }
  EXPECT_GT(read, 5U);
}

TEST_F(ModelFile, RefusesValuesNestedWithoutEnd) {
  std::string nested(500000, '\x81');
  nested += '\0';
  CborWriter file("comac model", 1);
  file.add("cluster", std::span<const std::uint32_t>());
  write_file(path, file.finish());
  std::string content = read_file(path);
  // "about" by hand: its value is an array in an array in an array ...
  const std::string head = std::string("eabout") + "\xd8\x18" + std::string("\x5a\x00\x07\xa1\x21", 5);
  content.insert(content.find("gcluster"), head.substr(0) + nested);
  content[content.find("\xa4")] = '\xa5';
  EXPECT_EQ(refusal(resealed(content)),
            "found no model that comac can have written: about can't be read; save it again");
}

}  // namespace
}  // namespace comac
