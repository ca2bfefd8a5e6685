// SPDX-License-Identifier: MIT
#include "data/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "base/memory.hpp"
#include "comac/base/error.hpp"

namespace comac {
namespace {

/// A stream that is ended whatever happens.
class Inflater {
 public:
  explicit Inflater(const std::string& file) : file_(file) {
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_only) != Z_OK) refuse();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  [[noreturn]] void refuse() const {
    throw Error(ErrorCode::data, {file_}, "found a damaged gzip file; pack or copy it again");
  }
  z_stream& stream() { return stream_; }

 private:
  const std::string& file_;
  z_stream stream_{};
};

uInt piece(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

}  // namespace

bool is_gzip(std::string_view content) { return content.starts_with("\x1f\x8b"); }

std::string unpack_gzip(std::string_view content, const std::string& file, std::size_t memory_limit) {
  Inflater inflater(file);
  z_stream& stream = inflater.stream();
  std::string text;
  std::size_t size = 0, at = 0;
  for (;;) {
    if (size == text.size()) {
      const std::size_t larger = size + std::max<std::size_t>({size / 2, 3 * content.size(), 1 << 16});
      require_memory(larger + (memory_limit > 0 ? size + content.size() : 0), memory_limit, file,
                     "bring a smaller file");
      text.resize(larger);
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data() + at));
    stream.avail_in = piece(content.size() - at);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + size);
    stream.avail_out = piece(text.size() - size);
    const uInt before_in = stream.avail_in, before_out = stream.avail_out;
    const int code = inflate(&stream, Z_NO_FLUSH);
    at += before_in - stream.avail_in;
    size += before_out - stream.avail_out;
    if (code == Z_STREAM_END) {
      if (!is_gzip(content.substr(at))) break;  // else another member follows
      if (inflateReset(&stream) != Z_OK) inflater.refuse();
    } else if (code != Z_OK || (at == content.size() && stream.avail_out > 0)) {
      inflater.refuse();
    }
  }
  text.resize(size);
  return text;
}

}  // namespace comac
