// SPDX-License-Identifier: MIT
#include "data/table_stream.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "comac/base/error.hpp"
#include "data/csv.hpp"
#include "data/dataset_builder.hpp"
#include "data/file.hpp"
#include "data/file_kind.hpp"
#include "data/npy.hpp"
#include "data/row_reader.hpp"
#include "data/survey.hpp"
#include "data/tidy.hpp"
#include "data/unicode.hpp"

namespace comac {

/// One way to read blocks.
class TableStream::Reader {
 public:
  virtual ~Reader() = default;
  virtual std::size_t rows() const = 0;
  virtual bool next(TableBlock& block) = 0;
};

namespace {

/// A table that fits in one block.
class WholeTable : public TableStream::Reader {
 public:
  WholeTable(TextSource& source, const ReadOptions& options) {
    source.rewind();
    constexpr std::size_t piece = 1 << 20;
    RowReader all(source, piece);
    std::string_view text = all.begin();
    while (!all.all_there()) text = all.more();
    block_.data = parse_dataset(text, source.name(), options);
    block_.is_first = block_.is_whole = true;
    block_.text = text;
  }
  std::size_t rows() const override { return block_.data.table.rows; }
  bool next(TableBlock& block) override {
    if (given_) return false;
    block = std::move(block_);
    return given_ = true;
  }

 private:
  TableBlock block_;
  bool given_ = false;
};

/// Texts that come twice in a column, in memory that does not grow with the rows: marks of a part of them are
/// compared at a time, and where two are equal the texts.
class Repeats {
 public:
  struct Found {
    std::string text;
    std::size_t line = 0, first_line = 0;
  };
  /// each(visit) calls visit(text, line) for every row.
  template <class Each>
  static std::optional<Found> find(std::size_t rows, Each each) {
    constexpr std::size_t most_at_once = 1 << 20;
    const std::size_t parts = 1 + rows / most_at_once;
    std::unordered_set<std::size_t> suspects;
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<std::size_t> marks;
      marks.reserve(2 * (rows / parts));
      each([&](std::string_view text, std::size_t) {
        const std::size_t mark = TextHash{}(text);
        if (mark % parts == part) marks.push_back(mark);
      });
      std::ranges::sort(marks);
      for (std::size_t i = 1; i < marks.size() && suspects.size() < most_at_once; ++i) {
        if (marks[i] == marks[i - 1]) suspects.insert(marks[i]);
      }
    }
    std::optional<Found> found;
    TextMap<std::size_t> lines;
    if (suspects.empty()) return found;
    each([&](std::string_view text, std::size_t line) {
      if (found || !suspects.contains(TextHash{}(text))) return;
      const auto [first, is_new] = lines.emplace(text, line);
      if (!is_new) found = Found{std::string(text), line, first->second};
    });
    return found;
  }
};

class DelimitedTable : public TableStream::Reader {
 public:
  DelimitedTable(TextSource& source, const ReadOptions& options, std::size_t rows, bool keeps_text,
                 std::size_t piece)
      : source_(source), options_(options), reader_(source, piece), most_(rows), keeps_text_(keeps_text) {
    settle_letters(piece);
    start();
    settle();
    rewind(keeps_text);
  }

  std::size_t rows() const override { return rows_; }

  bool next(TableBlock& block) override {
    if (ended_) return false;
    block = TableBlock();
    block.is_first = first_;
    block.line = first_ ? 1 : reader_.next_line();
    block.delimiter = start_->dialect.delimiter;
    DatasetBuilder builder(start_->columns, start_->plan, options_);
    add_rows(reader_, builder, start_->columns.count, most_);
    ended_ = builder.rows() < most_;
    if (keeps_text_) block.text = reader_.take_text();
    if (builder.rows() == 0) return !block.text.empty();
    block.data = builder.finish();
    finish(block.data);
    first_ = false;
    return true;
  }

 private:
  void rewind(bool keeps_text = false) {
    reader_.start(start_->dialect, start_->offset, start_->line, keeps_text);
  }

  /// Whether the text is UTF-8 can't be told before its end.
  void settle_letters(std::size_t piece) {
    Utf8Check check;
    std::string text(piece, '\0');
    source_.rewind();
    for (std::size_t size = source_.read(text.data(), piece); size > 0;
         size = source_.read(text.data(), piece)) {
      const std::string_view part(text.data(), size);
      if (part.find('\0') != std::string_view::npos)
        file_kind(part.substr(part.find('\0'), 1), source_.name());
      check.add(part);
    }
    if (!check.done()) source_.recode();
  }

  /// Looks at the first rows: a dozen of them must be there.
  void start() {
    constexpr int enough = 12;
    for (std::string_view text = reader_.begin();; text = reader_.more()) {
      const bool goes_on = !reader_.all_there();
      DelimitedReader rows(text, source_.name(), {.delimiter = detect_delimiter(text), .goes_on = goes_on});
      std::vector<Field> row;
      int found = 0;
      while (goes_on && found < enough && rows.next(row)) ++found;
      if (goes_on && found < enough) continue;
      start_ = start_csv(text, source_.name(), options_, Purpose::features, goes_on);
      return;
    }
  }

  /// Reads all rows until it is known what the columns hold, as read_rows() does.
  void settle() {
    ReadPlan& plan = start_->plan;
    for (;;) {
      rewind();
      rows_ = 0;
      std::vector<std::size_t> failed;
      const bool fits = add_all(failed);
      if (!fits) {
        rewind();
        judge(start_->columns, survey<RowReader&>(reader_, start_->columns, plan), plan);
        continue;
      }
      for (std::size_t c = 0; c < start_->columns.count; ++c) {
        if (plan.roles[c] == candidate_role && std::ranges::find(failed, c) == failed.end() && repeat_in(c))
          failed.push_back(c);
      }
      if (failed.empty()) break;
      give_up_candidates(failed, options_, plan);
    }
    check_ids();
  }

  bool add_all(std::vector<std::size_t>& failed) {
    for (;;) {
      DatasetBuilder builder(start_->columns, start_->plan, options_);
      if (!add_rows(reader_, builder, start_->columns.count, most_)) return false;
      rows_ += builder.rows();
      for (const std::size_t column : builder.failed_candidates()) {
        if (std::ranges::find(failed, column) == failed.end()) failed.push_back(column);
      }
      if (builder.rows() < most_) {
        if (rows_ == 0) builder.finish();  // throws
        return true;
      }
    }
  }

  std::optional<Repeats::Found> repeat_in(std::size_t column) {
    return Repeats::find(rows_, [&](const auto& visit) {
      rewind();
      std::vector<Field> row;
      while (reader_.next(row)) visit(row[column].text, reader_.line());
    });
  }

  void check_ids() {
    for (std::size_t c = 0; c < start_->columns.count; ++c) {
      if ((start_->plan.roles[c] & id_role) == 0) continue;
      if (const auto found = repeat_in(c))
        throw repeated_id(source_.name(), found->text, found->line,
                          "on line " + std::to_string(found->first_line));
    }
  }

  void finish(Dataset& data) const {
    data.decimal_comma = std::ranges::any_of(start_->plan.forms, &Form::decimal_comma);
    if (!first_) return;
    data.notes = start_->plan.notes;
    tidy(data, start_->columns, start_->plan, options_);
    if (source_.recodes()) data.notes.insert(data.notes.begin(), recoded_note(source_.name()));
  }

  TextSource& source_;
  const ReadOptions& options_;
  RowReader reader_;
  std::size_t most_;
  bool keeps_text_;
  std::optional<CsvStart> start_;
  std::size_t rows_ = 0;
  bool first_ = true, ended_ = false;
};

class NpyTable : public TableStream::Reader {
 public:
  NpyTable(TextSource& source, const ReadOptions& options, std::size_t rows, bool keeps_numbers, NpyRows npy)
      : source_(source),
        options_(options),
        npy_(std::move(npy)),
        columns_{.file = source.name(), .count = npy_.columns(), .of_model = true},
        plan_(plan_reading(columns_, options)),
        most_(rows),
        keeps_numbers_(keeps_numbers) {
    plan_.judged = true;
    check_size();
    start();
    for (std::size_t at = 0; at < npy_.rows(); at += most_) read(std::min(most_, npy_.rows() - at), nullptr);
    start();
  }

  std::size_t rows() const override { return npy_.rows(); }

  bool next(TableBlock& block) override {
    if (given_ == npy_.rows()) return false;
    const std::size_t count = std::min(most_, npy_.rows() - given_);
    block = TableBlock();
    block.is_first = given_ == 0;
    block.data = read(count, keeps_numbers_ ? &block.numbers : nullptr);
    if (given_ == 0) tidy(block.data, columns_, plan_, options_);
    given_ += count;
    return true;
  }

 private:
  void check_size() {
    std::string bytes(1 << 16, '\0');
    std::size_t all = 0;
    source_.rewind();
    for (std::size_t size = 1; size > 0; all += size) size = source_.read(bytes.data(), bytes.size());
    npy_.check_size(all - npy_.data_begins(), source_.name());
  }

  void start() {
    source_.rewind();
    take(npy_.data_begins());
    done_ = 0;
  }

  /// The next so many bytes.
  std::string_view take(std::size_t count) {
    bytes_.resize(count);
    for (std::size_t size = 0; size < count;) {
      const std::size_t more = source_.read(bytes_.data() + size, count - size);
      if (more == 0) throw Error(ErrorCode::data, {source_.name()}, "ended while it was read; try again");
      size += more;
    }
    return bytes_;
  }

  Dataset read(std::size_t count, std::vector<double>* numbers) {
    DatasetBuilder builder(columns_, plan_, options_);
    builder.number_rows_from(done_);
    std::vector<double> row(npy_.columns());
    const std::string_view bytes = take(count * npy_.bytes_of_row());
    for (std::size_t r = 0; r < count; ++r) {
      npy_.read_row(bytes.data() + r * npy_.bytes_of_row(), row);
      builder.add(row);
      if (numbers != nullptr) numbers->insert(numbers->end(), row.begin(), row.end());
    }
    done_ += count;
    return builder.finish();
  }

  TextSource& source_;
  const ReadOptions& options_;
  NpyRows npy_;
  Columns columns_;
  ReadPlan plan_;
  std::size_t most_;
  bool keeps_numbers_;
  std::string bytes_;
  std::size_t done_ = 0, given_ = 0;
};

/// Keeps what the others refer to.
class Stream : public TableStream::Reader {
 public:
  Stream(const std::string& path, ReadOptions options, std::size_t rows, bool keeps_text, std::size_t piece)
      : source_(path), options_(std::move(options)) {
    RowReader beginning(source_, std::max<std::size_t>(piece, 1 << 16));
    const std::string_view text = beginning.begin();
    const FileKind kind = file_kind(text, source_.name());
    if (kind == FileKind::delimited) {
      reader_ = std::make_unique<DelimitedTable>(source_, options_, rows, keeps_text, piece);
      return;
    }
    if (kind == FileKind::npy && options_.id_column.empty()) {
      NpyRows npy(text, source_.name());
      if (npy.rows_first()) {
        reader_ = std::make_unique<NpyTable>(source_, options_, rows, keeps_text, std::move(npy));
        return;
      }
    }
    reader_ = std::make_unique<WholeTable>(source_, options_);
  }
  std::size_t rows() const override { return reader_->rows(); }
  bool next(TableBlock& block) override { return reader_->next(block); }

 private:
  TextSource source_;
  ReadOptions options_;
  std::unique_ptr<TableStream::Reader> reader_;
};

}  // namespace

TableStream::TableStream(const std::string& path, const ReadOptions& options, std::size_t rows,
                         bool keeps_text, std::size_t piece)
    : reader_(std::make_unique<Stream>(path, options, rows, keeps_text, piece)) {}
TableStream::~TableStream() = default;
std::size_t TableStream::rows() const { return reader_->rows(); }
bool TableStream::next(TableBlock& block) { return reader_->next(block); }

}  // namespace comac
