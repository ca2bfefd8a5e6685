// SPDX-License-Identifier: MIT
#include "cli_options.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace comac::app {
namespace {

const OptionInfo shared[] = {
    {.name = "label-column",
     .value = "COLUMN",
     .meaning = "column of known labels; empty, ?, NA and -1 mean unknown"},
    {.name = "labels", .value = "FILE...", .meaning = "known labels, one \"row,label\" a line"},
    {.name = "links",
     .value = "FILE...",
     .meaning = "pairs, one \"i,j,must\" or \"i,j,cannot\" (+1, -1) a line"},
    {.name = "must-link", .value = "FILE...", .meaning = "pairs that belong together, one \"i,j\" a line"},
    {.name = "cannot-link", .value = "FILE...", .meaning = "pairs that belong apart, one \"i,j\" a line"},
    {.name = "one-based",
     .meaning = "rows count from 1 in files and in the output, not from 0",
     .why = "rows count from 0 as in most programming languages; spreadsheets and R count from 1"},
    {.name = "id-column",
     .value = "COLUMN",
     .meaning = "column that names the rows in files and in the output"},
    {.name = "ignore", .value = "COLUMNS...", .meaning = "columns to leave out, as a,b,c"},
    {.name = "columns",
     .value = "COLUMNS...",
     .fallback = "all",
     .meaning = "the columns to cluster by, as a,b,c",
     .why = "row numbers, free text and columns that are mostly missing are left out anyway, and named"},
    {.name = "category",
     .value = "COLUMNS...",
     .meaning = "columns of categories though they hold numbers or very many values",
     .why = "text of few different values is taken as categories anyway"},
    {.name = "ordinal",
     .value = "COLUMN=A,B,C...",
     .meaning = "a column whose values have an order, from low to high; they become 0, 1, 2, ..."},
    {.name = "missing",
     .value = "fill|drop|refuse",
     .fallback = "fill",
     .meaning = "missing values: fill them in, leave such rows out, or end",
     .why = "a few empty cells are no reason to lose the rows; the median or commonest value of the column "
            "changes it least"},
    {.name = "truth-column",
     .value = "COLUMN",
     .meaning = "column of true classes, for scores only; never used to cluster"},
    {.name = "transition",
     .value = "FILE",
     .meaning = "a chain instead of DATA: transitions, similarities or edges"},
    {.name = "data-dir",
     .value = "DIR",
     .fallback = "$COMAC_DATA",
     .meaning = "where DATA is looked for if not found as given"},
    {.name = "config", .value = "FILE", .meaning = "options from a TOML file, flat or under [cluster]"},
    {.name = "output",
     .value = "FILE",
     .fallback = "-",
     .meaning = "where the result goes; - is standard output"},
    {.name = "append", .meaning = "the output is the input table with cluster and confidence added"},
    {.name = "confidence",
     .meaning = "a column in the output that says how sure each row's cluster is, from 0 to 1"},
    {.name = "json", .value = "FILE", .meaning = "everything about the run as JSON"},
    {.name = "report", .value = "FILE", .meaning = "the run as one self-contained HTML page"},
    {.name = "save",
     .value = "FILE",
     .meaning = "the model: for comac predict, and to go on with --continue"},
    {.name = "continue",
     .value = "FILE",
     .meaning = "go on from a saved model instead of DATA, with more labels and links"},
    {.name = "save-rows",
     .value = "all|none",
     .fallback = "all",
     .meaning = "none leaves the rows out of the saved model, which then can't predict",
     .why = "a model that can predict; a model that leaves the house may have to keep its rows secret"},
    {.name = "plot-columns",
     .value = "A,B",
     .fallback = "principal components",
     .meaning = "the two columns that the report's picture shows",
     .why = "the first two principal components show most of the spread"},
    {.name = "allow-violations",
     .meaning = "end with exit code 0 even if a constraint is not honoured",
     .why = "a constraint is a promise: scripts must notice when it is broken"},
    {.name = "quiet", .meaning = "no summary and no progress; warnings and errors stay"},
    {.name = "verbose", .meaning = "the summary even if standard error is not a terminal"},
    {.name = "help", .meaning = "this text"},
};

const OptionInfo generating[] = {
    {.name = "rows",
     .value = "N",
     .fallback = "circles 180, others 300",
     .range = "1 or more",
     .meaning = "rows in all, dealt evenly to the clusters",
     .why = "3 x 60 are the paper's Circles"},
    {.name = "clusters",
     .value = "K",
     .fallback = "moons 2, others 3",
     .range = "1 or more",
     .meaning = "classes"},
    {.name = "sizes",
     .value = "N,N,...",
     .range = "1 or more for each class",
     .meaning = "rows of each class, instead of --rows and --clusters"},
    {.name = "distance",
     .value = "D",
     .fallback = "6",
     .range = "0 to 1e100",
     .meaning = "between the centres of neighbouring clouds or blobs"},
    {.name = "dimensions",
     .value = "D",
     .fallback = "2",
     .range = "2 or more",
     .meaning = "columns; those that a shape does not use hold noise"},
    {.name = "spread",
     .value = "S",
     .fallback = "circles 0.3, moons 0.1, others 1",
     .range = "0 to 1e100",
     .meaning = "standard deviation of the noise"},
    {.name = "seed",
     .value = "N",
     .fallback = "1",
     .range = "any whole number",
     .meaning = "seed of the random numbers"},
};

const OptionInfo sampling[] = {
    {.name = "truth-column", .value = "COLUMN", .meaning = "column of true classes; must be given"},
    {.name = "labelled",
     .value = "P",
     .range = "0 to 1",
     .meaning = "label ceil(P N) rows, drawn uniformly",
     .symbol = "p"},
    {.name = "classes",
     .value = "all|2",
     .fallback = "all",
     .meaning = "2: only rows of two random classes that hold at least 30 % of the rows"},
    {.name = "pairs",
     .value = "P",
     .range = "0 or more",
     .meaning = "draw round(P N) pairs instead of labels",
     .symbol = "p"},
    {.name = "wrong",
     .value = "Q",
     .fallback = "0",
     .range = "0 to 1",
     .meaning = "make this share of the labels or pairs wrong",
     .symbol = "q"},
    {.name = "seed",
     .value = "N",
     .fallback = "1",
     .range = "any whole number",
     .meaning = "seed; the same rows and classes are drawn first whatever P"},
};

const OptionInfo scoring[] = {
    {.name = "truth-column",
     .value = "COLUMN",
     .fallback = "class",
     .meaning = "column of TRUTH that holds the classes"},
    {.name = "label-column",
     .value = "COLUMN",
     .meaning = "the same for known labels, where -1 means unknown, too"},
    {.name = "id-column",
     .value = "COLUMN",
     .fallback = "row",
     .meaning = "column of TRUTH that names the rows"},
    {.name = "json", .meaning = "the scores as JSON"},
};

const OptionInfo explaining[] = {
    {.name = "row", .value = "ROW", .meaning = "say how near this row is to each cluster, and what holds it"},
    {.name = "top",
     .value = "N",
     .fallback = "20",
     .range = "0 or more",
     .meaning = "how many labels and links to list; the JSON has them all"},
};

const OptionInfo describing[] = {
    {.name = "top",
     .value = "N",
     .fallback = "5",
     .range = "0 or more",
     .meaning = "how many columns, and how many rows at the border, to name for each cluster"},
};

const OptionInfo experimenting[] = {
    {.name = "out",
     .value = "DIR",
     .fallback = "reproduction",
     .meaning = "folder of index.html, a CSV file for each figure, and cells.csv with every run"},
    {.name = "quick", .meaning = "fewer draws, levels and systems: seconds instead of minutes"},
    {.name = "runs",
     .value = "R",
     .fallback = "10",
     .range = "1 or more",
     .meaning = "draws of side information; means are taken over them",
     .why = "the paper's choice"},
    {.name = "threads",
     .value = "N",
     .fallback = "0",
     .range = "0 or more",
     .meaning = "runs at the same time, 0 for as many as cores; never changes the numbers"},
    {.name = "data-dir",
     .value = "DIR",
     .fallback = "$COMAC_DATA",
     .meaning =
         "where ecoli.csv, user.csv, shapes/ and links/ are; sets that are not found are named and left out"},
    {.name = "again",
     .value = "A,B,...",
     .meaning = "forget the stored runs of these methods and run them again: after a change of the code"},
    {.name = "methods",
     .value = "A,B,...",
     .fallback = "all",
     .meaning = "the methods to run; comac methods lists them"},
    {.name = "csv", .value = "FILE", .meaning = "the table as CSV"},
    {.name = "json", .value = "FILE", .meaning = "the table as JSON"},
    {.name = "report", .value = "FILE", .meaning = "the table as one HTML page with a chart"},
};

const OptionInfo& find(std::span<const OptionInfo> table, std::string_view name) {
  const auto found =
      std::ranges::find(table, name, [](const OptionInfo& info) { return std::string_view(info.name); });
  if (found == table.end()) throw std::out_of_range(std::string("no option ").append(name));
  return *found;
}

}  // namespace

const OptionInfo& shared_option(std::string_view name) { return find(shared, name); }
const OptionInfo& generate_option(std::string_view name) { return find(generating, name); }
const OptionInfo& sample_option(std::string_view name) { return find(sampling, name); }

const OptionInfo& score_option(std::string_view name) { return find(scoring, name); }
const OptionInfo& explain_option(std::string_view name) { return find(explaining, name); }
const OptionInfo& describe_option(std::string_view name) { return find(describing, name); }

const OptionInfo& experiment_option(std::string_view name) { return find(experimenting, name); }

}  // namespace comac::app
