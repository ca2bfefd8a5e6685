// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>

#include "comac/base/error.hpp"
#include "comac/constraints/side_information.hpp"
#include "data/delimited.hpp"
#include "data/file.hpp"
#include "data/file_kind.hpp"
#include "data/text.hpp"
#include "data/unicode.hpp"

namespace comac {

namespace {

constexpr char comment = '#';

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint32_t file_number(const std::string& path, SideInformation& into) {
  const auto found = std::find(into.files.begin(), into.files.end(), path);
  const auto number = static_cast<std::uint32_t>(found - into.files.begin());
  if (found == into.files.end()) into.files.push_back(path);
  return number;
}

std::string_view checked(std::string_view content, const std::string& file) {
  // Nothing known is no error.
  if (content.find_first_not_of(" \t\r\n") == std::string_view::npos) return content;
  if (file_kind(content, file) != FileKind::delimited) {
    throw Error(ErrorCode::data, {file},
                "found a table or matrix of another format; write one label or link a line as text");
  }
  return without_byte_order_mark(content);
}

/// What stands on a line, and what to do about files of the other usual width.
struct Format {
  std::size_t width;
  const char* fields;
  std::size_t other_width;
  std::string advice;
  bool confidence_needs_header;
};

const Format label_format{2, "row,label", 0, "", false};
const Format link_format{
    3, "i,j,+1|-1|must|cannot", 2,
    "give pairs without a third field as " + setting("must-link") + " or " + setting("cannot-link"), false};
// A third field without a header might be the kind of the link.
const Format pair_format{2, "i,j", 3, "give links with a third field as " + setting("links"), true};

/// The rows of fields of a file of side information, all of one width.
class SideFile {
 public:
  SideFile(std::string_view content, const std::string& name, const Format& format, const RowNames& rows,
           std::size_t limit)
      : name_(name),
        format_(format),
        rows_(rows),
        text_(as_utf8(checked(content, name), recoded_, name, limit)),
        reader_(text_, name,
                {.delimiter = detect_delimiter(text_, comment, limit),
                 .comment = comment,
                 .memory_limit = limit}) {}

  bool next() {
    const bool first = fields_.empty();
    if (!reader_.next(fields_)) return false;
    const std::size_t count = fields_.size();
    if (first)
      has_confidence_ =
          count == format_.width + 1 && (!format_.confidence_needs_header || names_confidence());
    if (count == format_.width + (has_confidence_ ? 1 : 0)) return true;
    throw Error(ErrorCode::data, {name_, reader_.line()},
                "found " + std::to_string(count) + (count == 1 ? " field" : " fields") + " where '" +
                    format_.fields + (has_confidence_ ? ",confidence" : "") + "' is expected; " +
                    (count == format_.other_width ? format_.advice : "write exactly these fields"));
  }

  /// Refuses a heading over the last column that is not "confidence".
  void check_heading() const {
    if (!has_confidence_ || names_confidence()) return;
    refuse(format_.width, "found column " + quoted(fields_.back().text) +
                              " where 'confidence' is expected; rename it or leave it out");
  }

  bool has_confidence() const { return has_confidence_; }

  /// The last field, or 1 if the file has no confidences.
  double confidence() const {
    if (!has_confidence_) return 1;
    const Number number = parse_number(fields_.back().text);
    if (number.kind == NumberKind::finite && number.value >= 0 && number.value <= 1) return number.value;
    refuse(format_.width,
           "found " + quoted(fields_.back().text) +
               " where a confidence from 0 to 1 is expected; correct it or leave the column out");
  }

  std::string_view operator[](std::size_t i) const { return without_apostrophe(fields_[i].text); }
  std::uint32_t line() const { return static_cast<std::uint32_t>(reader_.line()); }

  /// The row that field `i` names.
  std::uint32_t row(std::size_t i) const {
    if (const auto found = rows_.find((*this)[i])) return *found;
    refuse(i, "found row " + quoted(fields_[i].text) + " where " + rows_.expected() + " is expected; " +
                  rows_.advice(fields_[i].text));
  }

  [[noreturn]] void refuse(std::size_t i, const std::string& sentence) const {
    throw Error(ErrorCode::data, {name_, fields_[i].line, i + 1}, sentence);
  }

 private:
  bool names_confidence() const { return lower(fields_.back().text) == "confidence"; }

  const std::string& name_;
  const Format& format_;
  const RowNames& rows_;
  std::string recoded_;
  std::string_view text_;
  DelimitedReader reader_;
  std::vector<Field> fields_;
  bool has_confidence_ = false;
};

std::optional<LinkKind> link_kind(std::string_view text) {
  // The two that large files are made of come first, without a copy.
  if (text == "1" || text == "+1") return LinkKind::must;
  if (text == "-1") return LinkKind::cannot;
  const std::string word = lower(text);
  if (word == "must" || word == "must-link" || word == "ml") return LinkKind::must;
  if (word == "cannot" || word == "cannot-link" || word == "cl") return LinkKind::cannot;
  return std::nullopt;
}

LinkKind link_kind_of(const SideFile& file) {
  if (const auto found = link_kind(file[2])) return *found;
  file.refuse(2, "found " + quoted(file[2]) + " where +1, -1, must or cannot is expected; correct the link");
}

}  // namespace

RowNames::RowNames(const std::vector<std::string>& ids) : rows_(ids.size()), has_ids_(true) {
  by_id_.reserve(ids.size());
  for (std::size_t row = 0; row < ids.size(); ++row)
    by_id_.emplace(ids[row], static_cast<std::uint32_t>(row));
}

std::optional<std::uint32_t> RowNames::find(std::string_view text) const {
  if (has_ids_) {
    const auto found = by_id_.find(std::string(text));
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto number = whole_number(text);
  if (!number || *number < first_ || *number - first_ >= rows_) return std::nullopt;
  return static_cast<std::uint32_t>(*number - first_);
}

std::string RowNames::expected() const {
  if (has_ids_) return "an id of the table";
  return "a row number from " + std::to_string(first_) + " to " + std::to_string(rows_ + first_ - 1);
}

std::string RowNames::advice(std::string_view text) const {
  if (has_ids_) return "correct it, or leave out " + setting("id-column") + " to number the rows";
  const auto number = whole_number(text);
  if (number && first_ == 0 && *number == rows_)
    return "give " + setting("one-based") + " if the file counts rows from 1";
  if (number && first_ == 1 && *number == 0)
    return "leave out " + setting("one-based") + " if the file counts rows from 0";
  return number ? "correct it" : "correct it, or name the column of ids with " + setting("id-column");
}

bool RowNames::is_heading(std::string_view text) const {
  if (has_ids_) {
    // Any text could be a misspelt id: only words that are usual over such a column count.
    static constexpr std::string_view usual[] = {"row",    "id",   "i",  "j",     "first",
                                                 "second", "from", "to", "index", "name"};
    return !find(text) && std::find(std::begin(usual), std::end(usual), lower(text)) != std::end(usual);
  }
  return !text.empty() && text.find_first_of("+-.0123456789") != 0;
}

void parse_labels(std::string_view content, const std::string& name, const RowNames& rows,
                  SideInformation& into, std::size_t memory_limit) {
  SideFile file(content, name, label_format, rows, memory_limit);
  const std::uint32_t number = file_number(name, into);
  NameIndex names(into.label_names);
  for (bool first = true; file.next(); first = false) {
    if (first && rows.is_heading(file[0])) {
      file.check_heading();
      continue;
    }
    if (rows.is_left_out(file[0])) {
      ++into.passed_over;
      continue;
    }
    const std::uint32_t row = file.row(0);
    if (is_unknown_label(file[1])) continue;
    into.labels.push_back({row, names.number(file[1]), {number, file.line()}, file.confidence()});
  }
  into.label_names = names.take();
  into.has_confidences = into.has_confidences || file.has_confidence();
}

void parse_links(std::string_view content, const std::string& name, const RowNames& rows,
                 std::optional<LinkKind> kind, SideInformation& into, std::size_t memory_limit) {
  SideFile file(content, name, kind ? pair_format : link_format, rows, memory_limit);
  const std::uint32_t number = file_number(name, into);
  for (bool first = true; file.next(); first = false) {
    const bool heading = first && rows.is_heading(file[0]) && rows.is_heading(file[1]);
    if (heading && (kind || !link_kind(file[2]))) {
      file.check_heading();
      continue;
    }
    if (rows.is_left_out(file[0]) || rows.is_left_out(file[1])) {
      ++into.passed_over;
      continue;
    }
    into.links.push_back({file.row(0),
                          file.row(1),
                          kind ? *kind : link_kind_of(file),
                          {number, file.line()},
                          file.confidence()});
  }
  into.has_confidences = into.has_confidences || file.has_confidence();
}

void read_labels(const std::string& path, const RowNames& rows, SideInformation& into,
                 std::size_t memory_limit) {
  parse_labels(read_file(path, memory_limit), shown_name(path), rows, into, memory_limit);
}

void read_links(const std::string& path, const RowNames& rows, std::optional<LinkKind> kind,
                SideInformation& into, std::size_t memory_limit) {
  parse_links(read_file(path, memory_limit), shown_name(path), rows, kind, into, memory_limit);
}

void add_labels(const Dataset& dataset, const std::string& path, SideInformation& into) {
  if (!dataset.labels) return;
  const std::uint32_t file = file_number(path, into);
  NameIndex names(into.label_names);
  const Categories& labels = *dataset.labels;
  for (std::size_t row = 0; row < labels.ids.size(); ++row) {
    if (labels.ids[row] == unknown_category) continue;
    const std::size_t line = dataset.lines.empty() ? 0 : dataset.lines[row];
    into.labels.push_back({static_cast<std::uint32_t>(row),
                           names.number(labels.names[labels.ids[row]]),
                           {file, static_cast<std::uint32_t>(line)}});
  }
  into.label_names = names.take();
}

}  // namespace comac
