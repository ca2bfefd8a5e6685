// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "chain/arrivals.hpp"
#include "chain/gaussian_chain.hpp"
#include "comac/base/error.hpp"
#include "constraints/trust.hpp"
#include "evidence/evidence.hpp"
#include "fitted/equal_rows.hpp"
#include "fitted/joining_cost.hpp"
#include "fitted/model_state.hpp"
#include "fitted/predict_blocks.hpp"
#include "neighbours/distances.hpp"
#include "neighbours/nearest_known.hpp"
#include "prep/check.hpp"
#include "prep/units.hpp"
#include "select/learned.hpp"
#include "select/plan.hpp"

namespace comac {
namespace {

constexpr std::size_t rows_at_once = 64;

void check_has_rows(const ModelState& state) {
  if (!state.ground->rows) {
    throw Error(ErrorCode::data,
                state.ground->map.columns_in() == 0
                    ? "the model is of a chain that was given as a matrix; only models of tables can predict"
                    : "the model was saved without its rows, so it can't predict; save it with them");
  }
}

/// `first` is the number of the first of these rows among all.
void check_rows_to_predict(const ModelState& state, const TableView& rows, std::size_t first) {
  if (rows.columns != state.ground->map.columns_in()) {
    throw Error(ErrorCode::data, fmt::format("found rows of {} columns; expected {}, as the model has them",
                                             rows.columns, state.ground->map.columns_in()));
  }
  if (rows.rows > 0) check_table(rows, first);
  if (state.ground->map.encoding() != nullptr || rows.rows == 0) return;
  for (std::size_t r = 0; r < rows.rows && !rows.about.empty(); ++r) {
    for (std::size_t c = 0; c < rows.columns; ++c) {
      if (rows.about[c].kind == ColumnKind::category) {
        throw Error(ErrorCode::data,
                    fmt::format("{} holds text; the model was made of plain numbers", column_title(rows, c)));
      }
      if (!std::isnan(rows.at(r, c))) continue;
      throw Error(ErrorCode::data,
                  fmt::format("row {} misses a value in {}; the model was made of plain numbers and doesn't "
                              "know what to fill in",
                              first + r, column_title(rows, c)));
    }
  }
}

/// Known rows beside a new one: which, and how far. All of them for a dense chain, the nearest for a sparse
/// one.
struct Near {
  std::vector<std::uint32_t> row;
  std::vector<double> distance;
};

/// How rows go on that new ones come to, where the chain takes several steps at a time as factors: those that
/// were kept, or found again.
std::vector<float> arrivals_of(const ModelState& state, ProgressGate& progress) {
  const std::size_t steps = state.result.chain.steps, clusters = state.result.sizes.size();
  if (!is_own_engine(state.options) || steps <= 1 || !state.kept.arrivals.empty()) return state.kept.arrivals;
  const auto after = [&](const Spectrum& spectrum) {
    return arrival_chances(spectrum, static_cast<double>(steps - 1), state.result.cluster, clusters);
  };
  if (state.kept.spectrum != nullptr) return after(*state.kept.spectrum);
  const ReversibleView view = reversible_view(state.ground->chain);
  return after(spectrum_for(view.chain(), enough_pairs(clusters), state.options, progress));
}

/// How the chain of the model was made.
NeighbourChainOptions chain_options_of(const ModelState& state) {
  const std::size_t rows = state.result.cluster.size();
  return state.ground->metric ? learned_chain_options(state.options) : chain_options(state.options, rows);
}

double squared_length(std::span<const double> row) {
  return std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
}

class Predictor {
 public:
  Predictor(const ModelState& state, ProgressGate& progress)
      : ground_(*state.ground),
        result_(state.result),
        kernel_(chain_options_of(state).kernel),
        relaxed_(ground_.summary.steps > 1),
        clusters_(result_.sizes.size()),
        mass_(1 / static_cast<double>(result_.cluster.size())),
        masses_(std::visit([](const auto& chain) { return chain.masses(); }, ground_.chain)),
        arrivals_(arrivals_of(state, progress)),
        evidence_(state.kept.evidence) {
    // The flows of several steps are known between the clusters, not from each row.
    const double beta = result_.chain.steps > 1 && !relaxed_ ? 0.5 : state.options.search.beta;
    if (relaxed_ || beta != 0.5) row_flows_ = flows_of_rows(ground_.chain, result_.cluster, clusters_);
    cost_.emplace(flows_between(ground_.chain, result_), row_flows_, clusters_, beta);
  }

  std::size_t clusters() const { return clusters_; }

  /// The clusters of rows that lie side by side; `shares` becomes how sure each cluster of each row is, a row
  /// after the other. `prepared` and `compared` are their columns as evidence and as distances see them.
  void join(std::vector<Near> near, const TableView& prepared, const TableView& compared,
            std::span<std::uint32_t> cluster, std::span<double> shares) const {
    AskedRows asked{prepared};
    std::vector<std::optional<std::uint32_t>> known;
    for (std::size_t i = 0; i < near.size(); ++i) {
      known.push_back(same_row(near[i], squared_length(compared.row(i))));
      const NewRow row = transitions(std::move(near[i]));
      cost_->rises(row, shares.subspan(i * clusters_, clusters_));
      for (std::size_t e = 0; e < row.row.size() && !evidence_.kinds.empty(); ++e)
        asked.add_step(row.row[e], row.to_row[e] / mass_);
      asked.end_row();
    }
    evidence_.add_bits(asked, shares);
    for (std::size_t i = 0; i < near.size(); ++i)
      cluster[i] = share_out(known[i], shares.subspan(i * clusters_, clusters_));
  }

  /// The largest cluster, for a row of which nothing is known, unless the model knows such a row; `shares`
  /// become those of the clusters.
  std::uint32_t join_blindly(const Near& near, double size, std::span<double> shares) const {
    for (std::size_t c = 0; c < clusters_; ++c) shares[c] = mass_ * static_cast<double>(result_.sizes[c]);
    const auto largest = std::ranges::max_element(shares) - shares.begin();
    return same_row(near, size).value_or(static_cast<std::uint32_t>(largest));
  }

 private:
  /// The cluster of a known row that is the same but for rounding; of several, the first, see EqualRows.
  /// `size` is the squared length of the new row.
  std::optional<std::uint32_t> same_row(const Near& near, double size) const {
    const auto nearest = std::ranges::min_element(near.distance);
    if (nearest == near.distance.end() || *nearest > 1e-24 * size) return std::nullopt;
    return result_.cluster[near.row[static_cast<std::size_t>(nearest - near.distance.begin())]];
  }

  /// Chances to go to the known rows, made of distances as those between known rows were. The nearest has
  /// weight 1, so that no row is too far from all of them.
  NewRow transitions(Near near) const {
    std::vector<double>& weight = near.distance;
    if (kernel_ == Kernel::binary) {
      std::ranges::fill(weight, 1.0);
    } else {
      const double nearest = *std::ranges::min_element(weight);
      if (!std::isfinite(nearest)) {
        throw Error(ErrorCode::data,
                    "a row is too far from all that the model knows for a number; correct it");
      }
      for (double& distance : weight) distance -= nearest;
      gaussian_kernel(weight.data(), weight.size(), width(weight));
    }
    const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
    for (double& value : weight) value *= mass_ / total;
    NewRow row{std::move(near.row), std::move(weight), std::vector<double>(clusters_)};
    if (relaxed_) return relaxed(std::move(row));
    for (std::size_t i = 0; i < row.row.size(); ++i) {
      if (arrivals_.empty()) row.to_cluster[result_.cluster[row.row[i]]] += row.to_row[i];
      for (std::size_t c = 0; c < clusters_ && !arrivals_.empty(); ++c)
        row.to_cluster[c] += row.to_row[i] * double{arrivals_[row.row[i] * clusters_ + c]};
    }
    return row;
  }

  /// Makes shares of bits; returns the cluster.
  std::uint32_t share_out(std::optional<std::uint32_t> known, std::span<double> shares) const {
    const auto least = std::ranges::min_element(shares);
    const auto chosen = known ? *known : static_cast<std::uint32_t>(least - shares.begin());
    const double fewest = *least;
    double sum = 0;
    for (double& bits : shares)
      sum += bits = std::isfinite(bits) ? std::exp2(evidence_.sharpness * (fewest - bits)) : 0;
    for (double& share : shares) share = sum > 0 ? share / sum : 0;
    return chosen;
  }

  /// Rows that lie alone look further, see Kernel::adaptive; `distance` is what remains of the squared
  /// distances once the least of them is taken away.
  double width(std::vector<double> distance) const {
    if (kernel_ != Kernel::adaptive) return ground_.sigma;
    const auto seventh =
        distance.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(7, distance.size()) - 1);
    std::ranges::nth_element(distance, seventh);
    return std::max(ground_.sigma, *seventh);
  }

  /// After its first step a new row goes on as the row that it has come to.
  NewRow relaxed(NewRow first) const {
    NewRow row{{}, {}, std::vector<double>(clusters_)};
    const auto& chain = std::get<DenseChain>(ground_.chain);
    row.row.resize(chain.states());
    std::iota(row.row.begin(), row.row.end(), 0U);
    row.to_row.resize(chain.states());
    for (std::size_t i = 0; i < first.row.size(); ++i) {
      const std::uint32_t from = first.row[i];
      const double share = first.to_row[i] / masses_[from];
      for (std::size_t c = 0; c < clusters_; ++c)
        row.to_cluster[c] += share * row_flows_[from * clusters_ + c];
      if (cost_->uses_rows()) {
        for (std::size_t j = 0; j < row.to_row.size(); ++j) row.to_row[j] += share * chain.from(from)[j];
      }
    }
    return row;
  }

  const PreparedData& ground_;
  const Result& result_;
  Kernel kernel_;
  bool relaxed_;
  std::size_t clusters_;
  double mass_;  // of a new row: that of an average one
  std::span<const double> masses_;
  std::vector<float> arrivals_;
  const EvidenceList& evidence_;
  std::vector<double> row_flows_;
  std::optional<JoiningCost> cost_;
};

/// Whether every cell of a row is missing.
bool says_nothing(const TableView& rows, std::size_t row) {
  for (std::size_t c = 0; c < rows.columns; ++c) {
    if (!std::isnan(rows.at(row, c))) return false;
  }
  return true;
}

/// What is to be predicted.
struct Asked {
  const ModelState& state;
  const TableView& given;     ///< as the caller has them
  const TableView& prepared;  ///< as a model of the rows sees them
  const TableView& rows;      ///< as they are compared
  Shares shares;
};

/// The cluster of each row that equals rows of several clusters.
std::vector<std::optional<std::uint32_t>> clusters_of_equal_rows(EqualRows& equal, const TableView& rows) {
  std::vector<std::optional<std::uint32_t>> clusters;
  for (std::size_t i = 0; i < rows.rows; ++i) clusters.push_back(equal.next(rows.row(i)));
  return clusters;
}

TableView part_of(const TableView& table, std::size_t begin, std::size_t end) {
  return {table.values + static_cast<std::ptrdiff_t>(begin) * table.row_stride, end - begin, table.columns,
          table.row_stride, table.column_stride};
}

/// near_of(i) is what is near row i.
template <class NearOf>
Prediction predict_by(const Predictor& predictor, EqualRows& equal, const Asked& asked,
                      ProgressGate& progress, NearOf near_of) {
  const auto& [state, given, prepared, rows, wanted] = asked;
  const std::size_t clusters = predictor.clusters();
  Prediction prediction{std::vector<std::uint32_t>(rows.rows), std::vector<double>(rows.rows)};
  const std::vector<std::optional<std::uint32_t>> own_cluster = clusters_of_equal_rows(equal, rows);
  if (wanted == Shares::all) prediction.shares.resize(rows.rows * clusters);
  std::atomic<std::size_t> done = 0;
  parallel_for(rows.rows, rows_at_once, state.options.threads, [&](std::size_t begin, std::size_t end) {
    std::vector<double> own((end - begin) * clusters);
    std::vector<Near> near;
    for (std::size_t i = begin; i < end; ++i) near.push_back(near_of(i));
    const std::span<double> shares =
        wanted == Shares::all
            ? std::span(prediction.shares).subspan(begin * clusters, (end - begin) * clusters)
            : own;
    const std::span clusters_of = std::span(prediction.cluster).subspan(begin, end - begin);
    predictor.join(std::move(near), part_of(prepared, begin, end), part_of(rows, begin, end), clusters_of,
                   shares);
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<double> of_row = shares.subspan((i - begin) * clusters, clusters);
      std::uint32_t& cluster = prediction.cluster[i];
      if (says_nothing(given, i))
        cluster = predictor.join_blindly(near_of(i), squared_length(rows.row(i)), of_row);
      if (own_cluster[i]) cluster = *own_cluster[i];
      prediction.confidence[i] = of_row[cluster];
    }
    done += end - begin;
    if (progress.report({"predict", static_cast<double>(done) / static_cast<double>(rows.rows)})) {
      throw Error(ErrorCode::interrupted, "interrupted before all rows had their cluster");
    }
  });
  return prediction;
}

/// What finds known rows near new ones: all distances on a dense chain, a search on a sparse one.
struct Surroundings {
  std::optional<Distances> distances = std::nullopt;
  std::optional<NearestKnown> nearest = std::nullopt;
};

Surroundings surroundings_of(const ModelState& state, std::size_t rows) {
  Surroundings around;
  const TableView known = *compared_rows(*state.ground);
  const auto* chain = std::get_if<SparseChain>(&state.ground->chain);
  if (chain == nullptr) {
    around.distances.emplace(known);
    return around;
  }
  const NearestOptions options{chain_options_of(state).neighbours - 1, state.options.chain.neighbour_search,
                               state.options.seed, state.options.threads};
  around.nearest.emplace(
      known, [chain](std::size_t row) { return chain->from(row).state; }, options, rows);
  return around;
}

Prediction predict_near(const Predictor& predictor, EqualRows& equal, const Surroundings& around,
                        const Asked& asked, ProgressGate& progress) {
  if (around.nearest) {
    const NearestLists lists = [&] {
      const ProgressGate::Part part(progress, 0, 0.8);
      return around.nearest->of(asked.rows, progress);
    }();
    const ProgressGate::Part part(progress, 0.8, 1);
    return predict_by(predictor, equal, asked, progress, [&](std::size_t i) {
      const auto row = lists.rows_of(i);
      const auto distance = lists.distances_of(i);
      return Near{{row.begin(), row.end()}, {distance.begin(), distance.end()}};
    });
  }
  const std::size_t known = asked.state.result.cluster.size();
  Near all{std::vector<std::uint32_t>(known), std::vector<double>(known)};
  std::iota(all.row.begin(), all.row.end(), 0U);
  return predict_by(predictor, equal, asked, progress, [&](std::size_t i) {
    Near near = all;
    around.distances->from(asked.rows.row(i), 0, near.distance);
    return near;
  });
}

TableView some_rows(const TableView& table, std::size_t first, std::size_t count) {
  TableView part = table;
  part.values += static_cast<std::ptrdiff_t>(first) * table.row_stride;
  part.rows = count;
  return part;
}

}  // namespace

std::size_t rows_of_block(std::size_t columns) {
  constexpr std::size_t most_numbers = 1 << 22, most_rows = 4096, group = 1024;
  const std::size_t rows =
      std::clamp(most_numbers / std::max<std::size_t>(columns, 1), rows_at_once, most_rows);
  return rows >= group ? rows / group * group : rows / rows_at_once * rows_at_once;
}

struct BlockPredictor::Parts {
  Parts(const Model& of, std::size_t rows, Progress told)
      : model(of),
        state(model.state()),
        progress(std::move(told)),
        gate(progress),
        predictor(state, gate),
        around(surroundings_of(state, rows)),
        equal(*compared_rows(*state.ground), state.result.cluster),
        total(rows) {}

  Model model;
  const ModelState& state;
  Progress progress;
  ProgressGate gate;
  Predictor predictor;
  Surroundings around;
  EqualRows equal;
  EncodingCounts counts = {};
  std::vector<std::string> names = {};  // of the columns
  std::size_t total, done = 0;
};

BlockPredictor::BlockPredictor(const Model& model, std::size_t rows, const Progress& progress) {
  check_has_rows(model.state());
  parts_ = std::make_unique<Parts>(model, rows, progress);
}
BlockPredictor::~BlockPredictor() = default;

Prediction BlockPredictor::predict(const TableView& rows, Shares shares) {
  Parts& parts = *parts_;
  check_rows_to_predict(parts.state, rows, parts.done);
  const auto total = static_cast<double>(std::max<std::size_t>(parts.total, 1));
  const ProgressGate::Part part(parts.gate, static_cast<double>(parts.done) / total,
                                static_cast<double>(parts.done + rows.rows) / total);
  const ColumnMap& map = parts.state.ground->map;
  parts.names.assign(rows.column_names.begin(), rows.column_names.end());
  const bool as_they_are = map.changes_nothing() && rows.has_whole_rows();
  const std::optional<Table> mapped =
      as_they_are ? std::nullopt : std::optional(map.apply(rows, parts.counts));
  const TableView prepared = as_they_are ? rows : TableView(*mapped);
  if (mapped && mapped->rows > 0) check_table(*mapped, parts.done);
  const std::optional<LearnedMap>& metric = parts.state.ground->metric;
  const std::optional<Table> seen = metric ? std::optional(metric->apply(prepared)) : std::nullopt;
  const TableView compared = seen ? TableView(*seen) : prepared;
  parts.done += rows.rows;
  return predict_near(parts.predictor, parts.equal, parts.around,
                      {parts.state, rows, prepared, compared, shares}, parts.gate);
}

std::vector<std::string> BlockPredictor::notes() const {
  const Encoding* encoding = parts_->state.ground->map.encoding();
  if (encoding == nullptr) return {};
  const TableView titles(nullptr, 0, encoding->columns_in(), 0, 1, parts_->names);
  return notes_on(titles, *encoding, parts_->counts);
}

Prediction Model::predict(const TableView& rows, const Progress& progress, Shares shares) const {
  check_has_rows(*state_);
  check_rows_to_predict(*state_, rows, 0);
  BlockPredictor predictor(*this, rows.rows, progress);
  Prediction all;
  const std::size_t at_once = rows_of_block(rows.columns);
  for (std::size_t first = 0; first < rows.rows; first += at_once) {
    const Prediction some =
        predictor.predict(some_rows(rows, first, std::min(at_once, rows.rows - first)), shares);
    all.cluster.insert(all.cluster.end(), some.cluster.begin(), some.cluster.end());
    all.confidence.insert(all.confidence.end(), some.confidence.begin(), some.confidence.end());
    all.shares.insert(all.shares.end(), some.shares.begin(), some.shares.end());
  }
  all.notes = predictor.notes();
  return all;
}

}  // namespace comac
