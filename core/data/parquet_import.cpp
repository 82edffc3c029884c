#include "core/data/parquet_import.h"

#include "core/base/files.h"
#include "core/base/number_in.h"
#include "core/base/python_process.h"
#include "core/data/class_folders.h"
#include "core/data/picture_files.h"

#include <algorithm>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kDiskFailed = 3; // status of the script
constexpr int kBySignal = 128;

struct ImportStopped {};

// What the script says of its work: words with a space between them.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) {}
    std::string_view next() {
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
        return word;
    }
    std::int64_t nextNumber() { return numberIn<std::int64_t>(next()).value_or(0); }
    std::string rest() const { return std::string(rest_); }

private:
    std::string_view rest_;
};

// None for a reason that this program does not know.
std::optional<DataIssue> leftOut(std::string_view why, std::int64_t count, const std::string& first) {
    using enum DataIssue::Kind;
    if (why == "no-split")
        return DataIssue{ForeignFile, count,
                         Text::plural("%n files whose names tell no split were left out; the first: '%1'.",
                                      "%n file whose name tells no split was left out; the first: '%1'.", count,
                                      first)};
    if (why == "empty")
        return DataIssue{BrokenLine, count,
                         Text::plural("%n rows without a picture were left out; the first: %1.",
                                      "%n row without a picture was left out; the first: %1.", count, first)};
    if (why == "no-class")
        return DataIssue{ForeignLabel, count,
                         Text::plural("%n rows without a class were left out; the first: %1.",
                                      "%n row without a class was left out; the first: %1.", count, first)};
    if (why == "no-picture")
        return DataIssue{UnreadableImage, count,
                         Text::plural("%n pictures of no kind that is read here were left out; the first: %1.",
                                      "%n picture of no kind that is read here was left out; the first: %1.", count,
                                      first)};
    if (why == "outside")
        return DataIssue{ForeignFile, count,
                         Text::plural("%n pictures that do not lie below the folder were left out; the first: %1.",
                                      "%n picture that does not lie below the folder was left out; the first: %1.",
                                      count, first)};
    if (why == "missing")
        return DataIssue{MissingFile, count,
                         Text::plural("%n pictures that are not there were left out; the first: %1.",
                                      "%n picture that is not there was left out; the first: %1.", count, first)};
    if (why == "twice")
        return DataIssue{BrokenLine, count,
                         Text::plural("%n rows that name a file again were left out; the first: %1.",
                                      "%n row that names a file again was left out; the first: %1.", count, first)};
    return std::nullopt;
}

// True: the line was one of those.
bool hear(const std::string& line, ParquetImport& found, const ParquetOptions& options) {
    Words words(line);
    const std::string_view what = words.next();
    if (what == "progress") {
        const std::int64_t done = words.nextNumber(), total = words.nextNumber();
        if (options.progress && total > 0)
            options.progress(static_cast<double>(done) / static_cast<double>(total));
    } else if (what == "kind") {
        found.listed = words.next() == "list";
    } else if (what == "classes") {
        found.classes = words.nextNumber();
    } else if (what == "split") {
        const std::optional<SplitKind> split = splitNamed(std::string(words.next()));
        found.hasSplits = found.hasSplits || split.has_value();
        found.images[static_cast<std::size_t>(split.value_or(SplitKind::Train))] = words.nextNumber();
    } else if (what == "left-out") {
        const std::string_view why = words.next();
        const std::int64_t count = words.nextNumber();
        if (auto issue = leftOut(why, count, words.rest()))
            found.issues.push_back(std::move(*issue));
    } else {
        return false;
    }
    return true;
}

void refuseEnd(const PythonEnd& end, const std::string& from) {
    if (end.how == PythonEnd::How::Silent)
        throw dataError(
            Text::tr("The reading of '%1' came to no end, and was given up. Import its files one by one.", from));
    if (end.lacks("pyarrow"))
        throw ioError(Text::tr("'%1' is Parquet, which takes a Python with pyarrow to read: '%2' has none. Run "
                               "packaging/setup.sh --parquet, or set BELFRY_PARQUET_PYTHON to a Python with it (pip "
                               "install pyarrow).",
                               from, end.python));
    if (end.status == kDiskFailed)
        throw ioError(Text::tr("'%1' cannot be imported: %2. Free some space or choose another folder.", from,
                               Text::verbatim(end.lastLine()).withoutFullStop()));
    if (end.status > kBySignal)
        throw dataError(Text::tr("'%1' cannot be imported: the program that reads it was ended by signal %2. It may "
                                 "be damaged, or the memory too small. Get it again, or import its files one by one.",
                                 from, end.status - kBySignal));
    if (end.status != 0)
        throw dataError(
            Text::tr("'%1' cannot be imported: %2.", from, Text::verbatim(end.lastLine()).withoutFullStop()));
}

ParquetImport readInto(const fs::path& from, const fs::path& folder, const ParquetOptions& options) {
    ParquetImport found;
    const PythonEnd end = runPython({.variable = "BELFRY_PARQUET_PYTHON",
                                     .file = fs::path("data") / "parquet_pictures.py",
                                     .arguments = {from.string(), folder.string(), std::to_string(kMaxClasses),
                                                   options.pictureColumn, options.labelColumn},
                                     .limit = options.silence,
                                     .heard = [&](const std::string& line) { return hear(line, found, options); }},
                                    options.stop);
    if (end.how == PythonEnd::How::Stopped)
        throw ImportStopped();
    refuseEnd(end, from.string());
    syncFiles(folder); // thousands of files: one by one takes minutes
    return found;
}

} // namespace

std::optional<ParquetImport> importParquet(const fs::path& from, const fs::path& to, const ParquetOptions& options) {
    const fs::path source = absolutePath(from);
    std::error_code code;
    if (!fs::is_regular_file(source, code) && !fs::is_directory(source, code))
        throw dataError(Text::tr("'%1' does not exist; expected a Parquet file, or a folder with those of one data "
                                 "set. Check the path.",
                                 source.string()));
    ParquetImport found;
    try {
        writeFolderAtomically(
            to, [&](const fs::path& folder) { found = readInto(source, folder, options); });
    } catch (const ImportStopped&) {
        return std::nullopt;
    }
    return found;
}

bool isCalledParquet(const fs::path& path) { return lowerCase(path.extension().string()) == ".parquet"; }

Error parquetIsImported(const fs::path& path) {
    return dataError(Text::tr("'%1' holds pictures as Parquet, which become a folder first. Import it: "
                              "belfry-cli data import '%1' --output FOLDER.",
                              path.string()));
}

} // namespace belfry
