// SPDX-License-Identifier: MIT
// Random instances on each path of the engine and for each system that promises it: what can be honoured is,
// and where something can't the proof names the lines that make it so, and no other. scripts/test --hard
// takes ten thousand of each.
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "comac/base/error.hpp"
#include "comac/cluster.hpp"
#include "comac/evaluate/certificate.hpp"
#include "comac/model.hpp"
#include "comac/systems/system.hpp"
#include "support/said_instances.hpp"

#ifndef COMAC_INSTANCES
#define COMAC_INSTANCES 200
#endif

namespace comac {
namespace {

using Run = std::function<Result(const test::SaidInstance&, const Progress&)>;

Result run_engine(const test::SaidInstance& instance, const Progress& progress) {
  return cluster(instance.table, instance.known, instance.options, progress);
}

Run system_named(const std::string& name) {
  return [name](const test::SaidInstance& instance, const Progress& progress) {
    return find_system(name).run({instance.table, instance.known, instance.options, progress});
  };
}

/// What is said without some of it.
SideInformation rest_of(SideInformation known, const SideInformation& first) {
  known.labels.erase(known.labels.begin(), known.labels.begin() + std::ssize(first.labels));
  known.links.erase(known.links.begin(), known.links.begin() + std::ssize(first.links));
  return known;
}

SideInformation first_half(SideInformation known) {
  known.labels.resize(known.labels.size() / 2), known.links.resize(known.links.size() / 2);
  return known;
}

/// Half of what is known first, then a model that is kept goes on with the rest.
Result run_continued(const test::SaidInstance& instance, const Progress& progress) {
  const SideInformation first = first_half(instance.known);
  Model model = Model::from_bytes(fit(instance.table, first, instance.options, progress).to_bytes(), 1);
  model.improve(rest_of(instance.known, first), progress);
  return model.result();
}

/// The same for one more cluster first.
Result run_recounted(const test::SaidInstance& instance, const Progress& progress) {
  const SideInformation first = first_half(instance.known);
  Options options = instance.options;
  const std::size_t clusters = *std::exchange(options.clusters, *options.clusters + 1);
  const Model more = fit(instance.table, first, options, progress);
  return solve(more, {.clusters = clusters, .more = rest_of(instance.known, first)}, progress).result();
}

struct Path {
  std::string name;
  std::function<void(Options&)> set = [](Options&) {};
  Run run = run_engine;
  bool soft = false;       ///< every third item is doubted
  bool cancelled = false;  ///< somewhere on the way
  std::size_t more_rows = 0;
  std::size_t one_in = 1;  ///< of so many instances is taken, where each takes long
};

std::ostream& operator<<(std::ostream& out, const Path& path) { return out << path.name; }

test::SaidInstance instance_for(const Path& path, std::uint64_t seed) {
  test::SaidInstance instance = test::said_instance(seed, path.more_rows);
  path.set(instance.options);
  SideInformation& known = instance.known;
  if (path.soft) {
    for (std::size_t i = 0; i < known.labels.size(); i += 3) known.labels[i].trust = 0.8;
    for (std::size_t i = 0; i < known.links.size(); i += 3) known.links[i].trust = 0.8;
  }
  const SideInformation first = first_half(known);
  const auto has = [&](LinkKind kind) {
    return std::ranges::any_of(first.links, [&](const Link& link) { return link.kind == kind; });
  };
  if (!has(LinkKind::must) || !has(LinkKind::cannot))
    instance.options.search.metric = MetricUse::automatic;  // there is nothing to learn from
  return instance;
}

/// What is said without the items that were made soft or dropped.
SideInformation hard_items(SideInformation known, const Certificate& certificate) {
  for (const ItemId id : certificate.items.ids()) {
    if (!certificate.items[id].status.is_hard()) known.trust(id) = 0.5;
  }
  return known;
}

class Honoured : public testing::TestWithParam<Path> {
 protected:
  /// Looks at one instance.
  void look(std::uint64_t seed) {
    const Path& path = GetParam();
    const test::SaidInstance instance = instance_for(path, seed);
    const std::size_t early = seed * 7 % 300, late = seed * 997 % 20'000;
    std::size_t calls_left = !path.cancelled ? SIZE_MAX : seed % 2 == 0 ? early : late;
    try {
      const Result result = path.run(instance, [&](const ProgressEvent&) { return calls_left-- > 0; });
      judge(instance, result);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted) return;
      // A contradiction, whatever the number of clusters.
      ASSERT_EQ(error.code(), ErrorCode::data) << error.what();
      ASSERT_NE(instance.options.side.trust, automatic_trust) << error.what();
      ASSERT_FALSE(instance.is_feasible(instance.known)) << error.what();
    }
  }

  void judge(test::SaidInstance instance, const Result& result) {
    if (!instance.options.clusters && GetParam().name.ends_with("Continued")) {
      instance.options.clusters = result.sizes.size();  // found when half of it was known
      if (!instance.can_be_solved() && result.sizes.size() < instance.true_clusters) return;
    }
    const Trust& trust = result.certificate.trust;
    const bool may_doubt = trust.labels < 1 || trust.links < 1 || !instance.is_feasible(instance.known);
    const bool doubts = instance.options.side.trust == automatic_trust && may_doubt;
    const SideInformation hard = doubts ? hard_items(instance.known, result.certificate) : instance.known;
    cancelled_ += result.cancelled ? 1 : 0;
    learned_ += result.chosen && result.chosen->metric && result.chosen->metric->used ? 1 : 0;
    if (instance.is_feasible(hard)) {
      ++feasible_;
      ASSERT_TRUE(verify(hard, result.cluster).empty());
      ASSERT_TRUE(result.certificate.violated().empty());
      ASSERT_TRUE(result.certificate.warnings.empty()) << result.certificate.warnings[0];
      return;
    }
    ++infeasible_;
    ASSERT_FALSE(result.certificate.violated().empty());
    ASSERT_EQ(result.certificate.warnings.size(), 1U);
    const std::string& proof = result.certificate.warnings[0];
    judge_proof(instance, test::cited(hard, proof), proof);
  }

  /// The items cited can't all be honoured, but can without any one of them.
  static void judge_proof(const test::SaidInstance& instance, SideInformation cited,
                          const std::string& proof) {
    ASSERT_FALSE(instance.is_feasible(cited)) << proof;
    for (const ItemId item : cited.per_item(0).ids()) {
      const double trust = std::exchange(cited.trust(item), 0);
      ASSERT_TRUE(trust < 1 || instance.is_feasible(cited)) << proof;
      cited.trust(item) = trust;
    }
  }

  std::size_t feasible_ = 0, infeasible_ = 0, cancelled_ = 0, learned_ = 0;
};

TEST_P(Honoured, WhereThatIsPossible) {
  const std::size_t instances = COMAC_INSTANCES / GetParam().one_in;
  for (std::uint64_t seed = 0; seed < instances; ++seed) {
    look(seed);
    ASSERT_FALSE(HasFailure()) << "instance " << seed;
  }
  EXPECT_GT(feasible_, instances / 4);
  if (instances >= 100 && !GetParam().name.starts_with("Counted")) {
    EXPECT_GT(infeasible_, instances / 200);
  }
  EXPECT_EQ(cancelled_ > 0, GetParam().cancelled);
  if (GetParam().name.starts_with("Learning")) {
    EXPECT_GT(learned_, instances / 20);
  }
}

void dense(Options& options) { options.chain.kind = ChainKind::dense; }
void one_step(Options& options) { options.chain.kind = ChainKind::sparse, options.chain.relaxation = 1; }
void eight_steps(Options& options) { options.chain.relaxation = 8; }
void doubting(Options& options) { options.side.trust = automatic_trust; }
void learning(Options& options) { options.search.metric = MetricUse::learned; }
void modelling(Options& options) { options.search.row_model = RowModelUse::on; }
void learning_in_doubt(Options& options) { learning(options), doubting(options); }
void dense_in_doubt(Options& options) { dense(options), doubting(options); }
void one_step_in_doubt(Options& options) { one_step(options), doubting(options); }
void sequential(Options& options) { dense(options), options.search.method = Method::comac_seq; }
void sequential_sparse(Options& options) { one_step(options), options.search.method = Method::comac_seq; }
void annealed(Options& options) { dense(options), options.search.method = Method::comac_ann; }
void annealed_sparse(Options& options) { one_step(options), options.search.method = Method::comac_ann; }
void as_it_is(Options&) {}
void counting(Options& options) { options.clusters.reset(); }
void counting_in_doubt(Options& options) { counting(options), doubting(options); }
void counting_and_learning(Options& options) { counting(options), learning(options); }

constexpr bool soft = true, cancelled = true;
constexpr std::size_t enough_for_levels = 2100;  // multilevel.cpp begins to coarsen at 2000

INSTANTIATE_TEST_SUITE_P(
    OnEveryPath, Honoured,
    testing::Values(
        Path{"Default"}, Path{"DefaultSoft", as_it_is, run_engine, soft},
        Path{"DefaultCancelled", as_it_is, run_engine, false, cancelled},
        Path{"DefaultSoftCancelled", as_it_is, run_engine, soft, cancelled}, Path{"DefaultInDoubt", doubting},
        Path{"DefaultInDoubtContinued", doubting, run_continued},
        Path{"DefaultContinued", as_it_is, run_continued},
        Path{"DefaultContinuedSoft", as_it_is, run_continued, soft},
        Path{"DefaultRecounted", as_it_is, run_recounted}, Path{"Counted", counting},
        Path{"CountedSoft", counting, run_engine, soft}, Path{"CountedInDoubt", counting_in_doubt},
        Path{"CountedLearning", counting_and_learning}, Path{"CountedContinued", counting, run_continued},
        Path{"CountedLearningContinued", counting_and_learning, run_continued},
        Path{"DefaultLarge", as_it_is, run_engine, false, false, enough_for_levels, 50},
        Path{"EightSteps", eight_steps}, Path{"Modelling", modelling},
        Path{"Learning", learning, run_engine, false, false},
        Path{"LearningSoft", learning, run_engine, soft, false},
        Path{"LearningCancelled", learning, run_engine, false, cancelled},
        Path{"LearningInDoubt", learning_in_doubt, run_engine, false, false},
        Path{"ContinuedLearning", learning, run_continued, false, false},
        Path{"ContinuedLearningSoft", learning, run_continued, soft, false},
        Path{"ContinuedLearningInDoubt", learning_in_doubt, run_continued, false, false},
        Path{"Dense", dense}, Path{"DenseSoft", dense, run_engine, soft},
        Path{"DenseCancelled", dense, run_engine, false, cancelled}, Path{"DenseInDoubt", dense_in_doubt},
        Path{"DenseContinued", dense, run_continued}, Path{"DenseContinuedSoft", dense, run_continued, soft},
        Path{"Sparse", one_step}, Path{"SparseSoft", one_step, run_engine, soft},
        Path{"SparseCancelled", one_step, run_engine, false, cancelled},
        Path{"SparseSoftCancelled", one_step, run_engine, soft, cancelled},
        Path{"SparseInDoubt", one_step_in_doubt},
        Path{"Multilevel", one_step, run_engine, false, false, enough_for_levels},
        Path{"MultilevelSoft", one_step, run_engine, soft, false, enough_for_levels},
        Path{"MultilevelCancelled", one_step, run_engine, false, cancelled, enough_for_levels},
        Path{"Sequential", sequential}, Path{"SequentialSparse", sequential_sparse},
        Path{"SequentialContinued", sequential, run_continued},
        Path{"AnnealedSparseContinued", annealed_sparse, run_continued},
        Path{"SequentialCancelled", sequential, run_engine, false, cancelled}, Path{"Annealed", annealed},
        Path{"AnnealedSparse", annealed_sparse}, Path{"AnnealedSoft", annealed, run_engine, soft},
        Path{"AnnealedCancelled", annealed_sparse, run_engine, false, cancelled},
        Path{"CopKMeans", as_it_is, system_named("cop-k-means")},
        Path{"Alush", as_it_is, system_named("alush")}, Path{"Tishby", as_it_is, system_named("tishby")}),
    [](const auto& found) { return found.param.name; });

}  // namespace
}  // namespace comac
