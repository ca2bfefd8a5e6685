// SPDX-License-Identifier: MIT
#include "data/text_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "comac/base/error.hpp"
#include "data/file.hpp"
#include "data/gzip.hpp"
#include "data/unicode.hpp"

namespace comac {
namespace {

constexpr std::size_t piece = 1 << 16;

[[noreturn]] void cannot_read(const std::string& path, int number) {
  throw Error(ErrorCode::no_input, {path}, "cannot be read: " + std::generic_category().message(number));
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

/// Packed bytes on their way through zlib.
struct TextSource::Unpacker {
  Unpacker() {
    constexpr int gzip_only = 16 + MAX_WBITS;
    ready = inflateInit2(&stream, gzip_only) == Z_OK;
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { inflateEnd(&stream); }

  z_stream stream{};
  std::array<char, piece> packed{};
  bool ready = false, ended = false;
};

TextSource::TextSource(const std::string& path) : path_(path), name_(shown_name(path)) {
  if (is_regular(path)) {
    file_ = std::make_unique<Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file_->number() < 0) cannot_read(path, errno);
  } else {
    kept_ = read_file(path);
  }
  std::array<char, 2> start{};
  std::size_t size = 0;
  for (std::size_t n = 1; size < start.size() && n > 0; size += n)
    n = read_file_bytes(start.data() + size, start.size() - size);
  if (is_gzip({start.data(), size})) unpacker_ = std::make_unique<Unpacker>();
  rewind();
}

TextSource::~TextSource() = default;

void TextSource::rewind() {
  at_ = 0;
  recoded_.clear();
  if (file_ && ::lseek(file_->number(), 0, SEEK_SET) < 0) cannot_read(path_, errno);
  if (unpacker_) unpacker_ = std::make_unique<Unpacker>();
}

std::size_t TextSource::read_file_bytes(char* into, std::size_t size) {
  if (!file_) {
    size = std::min(size, kept_.size() - at_);
    std::copy_n(kept_.data() + at_, size, into);
    at_ += size;
    return size;
  }
  for (;;) {
    const ssize_t count = ::read(file_->number(), into, size);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) cannot_read(path_, errno);
  }
}

std::size_t TextSource::read_packed(char* into, std::size_t size) {
  if (!unpacker_) return read_file_bytes(into, size);
  const auto refuse = [&]() {
    throw Error(ErrorCode::data, {name_}, "found a damaged gzip file; pack or copy it again");
  };
  Unpacker& unpacker = *unpacker_;
  z_stream& stream = unpacker.stream;
  if (!unpacker.ready) refuse();
  stream.next_out = reinterpret_cast<Bytef*>(into);
  stream.avail_out = static_cast<uInt>(std::min(size, piece));
  const uInt room = stream.avail_out;
  while (stream.avail_out == room) {
    if (stream.avail_in == 0) {
      stream.next_in = reinterpret_cast<Bytef*>(unpacker.packed.data());
      stream.avail_in = static_cast<uInt>(read_file_bytes(unpacker.packed.data(), unpacker.packed.size()));
    }
    if (unpacker.ended) {  // another member may follow; anything else behind is left alone
      if (stream.avail_in == 0 || stream.next_in[0] != 0x1F || inflateReset(&stream) != Z_OK) return 0;
      unpacker.ended = false;
    }
    if (stream.avail_in == 0) refuse();
    const int code = inflate(&stream, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END) refuse();
    unpacker.ended = code == Z_STREAM_END;
  }
  return room - stream.avail_out;
}

std::size_t TextSource::read_recoded(char* into, std::size_t size) {
  if (recoded_.empty()) {
    std::string raw(piece, '\0');
    raw.resize(read_packed(raw.data(), raw.size()));
    recoded_ = from_windows_1252(raw);
  }
  size = std::min(size, recoded_.size());
  std::copy_n(recoded_.data(), size, into);
  recoded_.erase(0, size);
  return size;
}

std::size_t TextSource::read(char* into, std::size_t size) {
  return recodes_ ? read_recoded(into, size) : read_packed(into, size);
}

}  // namespace comac
