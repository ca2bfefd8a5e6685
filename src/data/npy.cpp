// SPDX-License-Identifier: MIT
#include "data/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "comac/base/error.hpp"
#include "data/dataset_builder.hpp"
#include "data/text.hpp"
#include "data/tidy.hpp"

namespace comac {

namespace {

/// What the header of an NPY file says.
struct Head {
  std::string type;  ///< e.g. "<f8"
  bool columns_first = false;
  std::size_t rows = 0;
  std::size_t columns = 1;
  std::string_view data;
};

[[noreturn]] void refuse(const std::string& file, const std::string& sentence) {
  throw Error(ErrorCode::data, {file}, sentence);
}

[[noreturn]] void refuse_header(const std::string& file) {
  refuse(file, "found an NPY header that cannot be read; save the array again with numpy.save");
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The text of the header; `content` loses everything before the data.
std::string_view take_header(std::string_view& content, const std::string& file) {
  constexpr std::size_t magic_and_version = 8;
  if (content.size() < magic_and_version) refuse_header(file);
  const std::size_t length_bytes = content[6] == 1 ? 2 : 4;
  content.remove_prefix(magic_and_version);
  if (content.size() < length_bytes) refuse_header(file);
  const std::size_t length = little_endian(content.substr(0, length_bytes));
  content.remove_prefix(length_bytes);
  if (content.size() < length) refuse_header(file);
  const std::string_view header = content.substr(0, length);
  content.remove_prefix(length);
  return header;
}

/// What follows "'key':" in the header.
std::string_view value_of(std::string_view header, const std::string& key, const std::string& file) {
  const std::size_t found = header.find('\'' + key + "':");
  if (found == std::string_view::npos) refuse_header(file);
  return trim(header.substr(found + key.size() + 3));
}

std::vector<std::size_t> read_shape(std::string_view text, const std::string& file) {
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) refuse_header(file);
  text = text.substr(1, end - 1);
  std::vector<std::size_t> shape;
  while (!(text = trim(text)).empty()) {
    std::size_t extent = 0;
    const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc{}) refuse_header(file);
    shape.push_back(extent);
    text = trim(text.substr(static_cast<std::size_t>(next - text.data())));
    if (text.starts_with(',')) text.remove_prefix(1);
  }
  return shape;
}

Head read_head(std::string_view content, const std::string& file) {
  const std::string_view header = take_header(content, file);
  const std::string_view type = value_of(header, "descr", file);
  if (!type.starts_with('\'')) refuse(file, "found an array of records; save one array of plain numbers");
  const std::vector<std::size_t> shape = read_shape(value_of(header, "shape", file), file);
  if (shape.empty() || shape.size() > 2) {
    refuse(file, "found an array of " + std::to_string(shape.size()) +
                     " dimensions where 1 or 2 are expected; reshape it");
  }
  Head head;
  head.type = type.substr(1, type.find('\'', 1) - 1);
  head.columns_first = value_of(header, "fortran_order", file).starts_with("True");
  head.rows = shape[0];
  if (shape.size() == 2) head.columns = shape[1];
  head.data = content;
  return head;
}

template <class T>
double number_at(const char* bytes, bool swapped) {
  char ordered[sizeof(T)];
  std::memcpy(ordered, bytes, sizeof(T));
  if (swapped) std::reverse(ordered, ordered + sizeof(T));
  T value;
  std::memcpy(&value, ordered, sizeof(T));
  return static_cast<double>(value);
}

struct Element {
  std::string_view name;
  std::size_t size;
  double (*read)(const char* bytes, bool swapped);
};

constexpr Element elements[] = {
    {"f4", 4, number_at<float>},         {"f8", 8, number_at<double>},
    {"i1", 1, number_at<std::int8_t>},   {"i2", 2, number_at<std::int16_t>},
    {"i4", 4, number_at<std::int32_t>},  {"i8", 8, number_at<std::int64_t>},
    {"u1", 1, number_at<std::uint8_t>},  {"u2", 2, number_at<std::uint16_t>},
    {"u4", 4, number_at<std::uint32_t>}, {"u8", 8, number_at<std::uint64_t>},
    {"b1", 1, number_at<std::uint8_t>},
};

const Element& element_of(const Head& head, const std::string& file) {
  const std::string_view name =
      std::string_view(head.type).substr(std::min<std::size_t>(1, head.type.size()));
  const auto found = std::find_if(std::begin(elements), std::end(elements),
                                  [&](const Element& e) { return e.name == name; });
  if (found == std::end(elements)) {
    refuse(file,
           "found numbers of the type " + quoted(head.type) + "; save the array as float64 (astype('f8'))");
  }
  return *found;
}

}  // namespace

NpyRows::NpyRows(std::string_view content, const std::string& file) {
  const Head head = read_head(content, file);
  const Element& element = element_of(head, file);
  rows_ = head.rows, columns_ = head.columns, columns_first_ = head.columns_first;
  data_begins_ = static_cast<std::size_t>(head.data.data() - content.data());
  bytes_ = element.size, read_ = element.read;
  const bool big_endian = head.type[0] == '>';
  swapped_ = big_endian != (std::endian::native == std::endian::big) && head.type[0] != '=';
}

void NpyRows::check_size(std::size_t bytes, const std::string& file) const {
  if (rows_ == 0) refuse(file, "found no rows where a table is expected; check the file");
  // In this order nothing overflows: the bytes of the file bound the product.
  const std::size_t present = bytes / bytes_;
  const bool enough = columns_ == 0 || rows_ <= present / columns_;
  if (enough && rows_ * columns_ == present && bytes % bytes_ == 0) return;
  refuse(file, "found " + std::to_string(bytes) + " bytes of numbers where " + std::to_string(rows_) + " x " +
                   std::to_string(columns_) + " of " + std::to_string(bytes_) +
                   " bytes are expected; save the array again");
}

void NpyRows::read_row(const char* bytes, std::span<double> row) const {
  for (std::size_t c = 0; c < columns_; ++c) row[c] = read_(bytes + c * bytes_, swapped_);
}

void NpyRows::read_row(std::string_view data, std::size_t r, std::span<double> row) const {
  for (std::size_t c = 0; c < columns_; ++c) {
    const std::size_t index = columns_first_ ? c * rows_ + r : r * columns_ + c;
    row[c] = read_(data.data() + index * bytes_, swapped_);
  }
}

void each_npy_row(std::string_view content, const std::string& file,
                  const std::function<void(std::span<const double>)>& visit) {
  const NpyRows npy(content, file);
  const std::string_view data = content.substr(npy.data_begins());
  npy.check_size(data.size(), file);
  std::vector<double> row(npy.columns());
  for (std::size_t r = 0; r < npy.rows(); ++r) {
    npy.read_row(data, r, row);
    visit(row);
  }
}

Dataset parse_npy(std::string_view content, const std::string& file, const ReadOptions& options,
                  Purpose purpose) {
  const NpyRows npy(content, file);
  npy.check_size(content.size() - npy.data_begins(), file);
  const Columns columns{
      .file = file, .count = npy.columns(), .purpose = purpose, .of_model = !options.features.empty()};
  ReadPlan plan = plan_reading(columns, options);
  plan.judged = true;
  DatasetBuilder builder(columns, plan, options);
  builder.reserve(npy.rows(), content.size());
  each_npy_row(content, file, [&](std::span<const double> row) { builder.add(row); });
  Dataset dataset = builder.finish();
  tidy(dataset, columns, plan, options);
  return dataset;
}

}  // namespace comac
