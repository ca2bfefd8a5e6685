// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comac/constraints/side_information.hpp"
#include "comac/model.hpp"
#include "fitted/cbor_file.hpp"
#include "fitted/model_state.hpp"

namespace comac {

/// The parts of a model file, which docs/formats.md describes.

/// Arrays that must live until the file is written.
struct SavedItems {
  std::vector<std::uint32_t> label_row, label_class, label_source, link_first, link_second, link_source;
  std::vector<std::uint8_t> link_kind;
  std::vector<double> label_trust, link_trust;
};
SavedItems save_items(const SideInformation& known, CborWriter& file);
SideInformation load_items(std::size_t rows, const CborReader& file);

struct SavedChain {
  std::vector<std::uint64_t> offsets;
  std::vector<double> triangle;
};
/// Of a sparse chain all entries, of a dense one the lower triangle or, where it is not symmetric, all.
SavedChain save_chain(const AnyChain& chain, CborWriter& file);
AnyChain load_chain(const nlohmann::json& about, std::size_t states, const CborReader& file);
ChainSummary load_summary(const nlohmann::json& about, const AnyChain& chain, const CborReader& file);

/// What is kept beside the chain: all evidence. Without rows, what evidence that reads columns charges takes
/// their place.
struct SavedKept {
  nlohmann::json evidence;
  std::vector<RowBits> bits;
};
SavedKept save_kept(const ModelState& state, SaveRows rows, CborWriter& file);
/// All else of the state is there.
WarmStart load_kept(const nlohmann::json& about, const ModelState& state, const CborReader& file);

/// Gives what belongs into the file of a model to `use`, piece by piece and without a copy.
void with_pieces_of(const Model& model, SaveRows rows,
                    const std::function<void(std::span<const std::string_view>)>& use);

Table load_rows(std::size_t columns, std::size_t rows, const CborReader& file);

}  // namespace comac
