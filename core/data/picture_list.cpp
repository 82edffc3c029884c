#include "core/data/picture_list.h"

#include "core/base/counted.h"
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"
#include "core/data/picture_files.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxListBytes = std::uint64_t{1} << 30;
constexpr std::string_view kByteOrderMark("\xEF\xBB\xBF");

struct Entry {
    std::string file, label, split, group;
    std::int64_t line = 0;
};

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

// Which column each part is in; -1: none.
class Columns {
public:
    Columns(const fs::path& list, const std::vector<std::string>& names) {
        file_ = fileIn(names);
        label_ = labelIn(names);
        split_ = find(names, {"split"});
        group_ = find(names, {"group"});
        if (file_ < 0 || label_ < 0)
            throw dataError(Text::tr(
                "The first line of '%1' is '%2'; expected names of columns, with one for the files ('file') and one "
                "for their classes ('label'), and, if wanted, 'split' and 'group'. Name its columns.",
                list.string(), joined(names, ", ").substr(0, 200)));
    }
    Entry entry(std::int64_t line, const std::vector<std::string>& fields) const {
        return {at(fields, file_), at(fields, label_), at(fields, split_), at(fields, group_), line};
    }

    static bool areIn(const std::vector<std::string>& names) { return fileIn(names) >= 0 && labelIn(names) >= 0; }

private:
    static int fileIn(const std::vector<std::string>& names) {
        return find(names, {"file", "file_name", "filename", "path", "image"});
    }
    static int labelIn(const std::vector<std::string>& names) { return find(names, {"label", "class", "category"}); }
    static int find(const std::vector<std::string>& names, std::initializer_list<const char*> known) {
        for (const char* name : known)
            for (std::size_t i = 0; i < names.size(); ++i)
                if (lowerCase(trimmed(names[i])) == name)
                    return static_cast<int>(i);
        return -1;
    }
    static std::string at(const std::vector<std::string>& fields, int column) {
        return column >= 0 && column < std::ssize(fields) ? fields[static_cast<std::size_t>(column)] : std::string();
    }
    int file_ = -1, label_ = -1, split_ = -1, group_ = -1;
};

// The one that the column names are separated by.
char separatorOf(std::string_view text) {
    const std::string_view names = text.substr(0, text.find('\n'));
    for (const char separator : {'\t', ';'})
        if (names.find(separator) != std::string_view::npos && names.find(',') == std::string_view::npos)
            return separator;
    return ',';
}

bool hasColumns(const fs::path& list) {
    std::string line;
    std::ifstream file(list, std::ios::binary);
    std::getline(file, line);
    if (line.starts_with(kByteOrderMark))
        line.erase(0, kByteOrderMark.size());
    bool found = false;
    readCsv(line, separatorOf(line),
            [&](std::int64_t, const std::vector<std::string>& names) { found = Columns::areIn(names); });
    return found;
}

std::vector<Entry> entriesOfTable(const fs::path& list, std::string_view text) {
    std::vector<Entry> entries;
    std::optional<Columns> columns;
    const auto open = readCsv(text, separatorOf(text), [&](std::int64_t line, const std::vector<std::string>& fields) {
        if (columns)
            entries.push_back(columns->entry(line, fields));
        else
            columns.emplace(list, fields);
    });
    if (open)
        throw dataError(Text::tr("'%1', line %2: a quote is not closed, so that all that follows would be one field. "
                                 "Close it, or write it twice where it belongs to a name.",
                                 list.string(), *open));
    return entries;
}

// Lines of a file and a class; a file's name may have spaces.
std::vector<Entry> entriesOfLines(std::string_view text) {
    std::vector<Entry> entries;
    for (std::int64_t line = 1; !text.empty(); ++line) {
        std::string_view one = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        while (!one.empty() && std::string_view(" \t\r").find(one.back()) != std::string_view::npos)
            one.remove_suffix(1);
        if (one.empty())
            continue;
        const std::size_t gap = one.find_last_of(" \t");
        const std::string_view file = one.substr(0, gap == std::string_view::npos ? one.size() : gap);
        entries.push_back({std::string(file.substr(0, file.find_last_not_of(" \t") + 1)),
                           gap == std::string_view::npos ? std::string() : std::string(one.substr(gap + 1)),
                           {},
                           {},
                           line});
    }
    return entries;
}

std::vector<Entry> listed(const fs::path& list) {
    const std::string whole = readFile(list, kMaxListBytes);
    std::string_view text = whole;
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    return lowerCase(list.extension().string()) == ".txt" ? entriesOfLines(text) : entriesOfTable(list, text);
}

SplitKind splitOf(const fs::path& list, const Entry& entry) {
    if (entry.split.empty())
        return SplitKind::Train;
    if (const std::optional<SplitKind> split = splitNamed(lowerCase(entry.split)))
        return *split;
    throw dataError(Text::tr("'%1', line %2: the split is '%3'; expected train, validation or test. Correct the line.",
                             list.string(), entry.line, entry.split));
}

bool isBelow(const fs::path& file) {
    const fs::path plain = file.lexically_normal();
    return plain.is_relative() && !plain.empty() && *plain.begin() != "..";
}

// 2 before 10, where all are numbers.
std::vector<std::string> sortedClasses(const std::set<std::string>& names) {
    std::vector<std::string> sorted(names.begin(), names.end());
    const auto number = [](const std::string& name) { return numberIn<std::int64_t>(name); };
    if (std::ranges::all_of(sorted, [&](const std::string& name) { return number(name).has_value(); }))
        std::ranges::stable_sort(sorted, {}, [&](const std::string& name) { return *number(name); });
    return sorted;
}

class ListReader {
public:
    explicit ListReader(const fs::path& list) : list_(list), folder_(list.parent_path()) {}

    ClassFolders run() {
        found_.depth = 0;
        for (const Entry& entry : listed(list_))
            take(entry);
        nameClasses();
        report();
        return std::move(found_);
    }

private:
    struct Placed {
        Entry entry;
        SplitKind split = SplitKind::Train;
    };

    void take(const Entry& entry) {
        ++lines_;
        if (entry.file.empty() || entry.label.empty())
            return broken_.add(std::to_string(entry.line));
        if (!isBelow(entry.file))
            return outside_.add(entry.file);
        const std::string file = fs::path(entry.file).lexically_normal().string();
        const SplitKind split = splitOf(list_, entry);
        if (!seen_.insert(file).second)
            return twice_.add(file);
        std::error_code code;
        if (!fs::is_regular_file(folder_ / file, code))
            return missing_.add(file);
        if (!startsLikeAPicture(folder_ / file))
            return unreadable_.add(file);
        found_.given[static_cast<std::size_t>(split)] = true;
        found_.bytes += static_cast<std::int64_t>(fs::file_size(folder_ / file, code));
        if (split == SplitKind::Train)
            classes_.insert(entry.label);
        placed_.push_back({{file, entry.label, {}, entry.group, entry.line}, split});
    }

    void nameClasses() {
        if (classes_.empty() && missing_.count > 0)
            throw dataError(Text::tr("'%1' names no training picture that is there: %2 files are missing, the first: "
                                     "'%3'. Names are from the folder of the list on.",
                                     list_.string(), missing_.count, missing_.first));
        if (classes_.empty())
            throw dataError(Text::tr("'%1' names no training picture: of %2 lines, none is of the split 'train' with a "
                                     "picture and a class. Correct the list.",
                                     list_.string(), lines_));
        if (classes_.size() > kMaxClasses)
            throw dataError(Text::tr("'%1' has %2 classes; expected at most %3. Choose a list with fewer.",
                                     list_.string(), classes_.size(), kMaxClasses));
        found_.classes = sortedClasses(classes_);
        std::map<std::string, std::uint8_t> labels;
        for (const std::string& name : found_.classes)
            labels.emplace(name, static_cast<std::uint8_t>(labels.size()));
        for (Placed& placed : placed_) {
            const auto label = labels.find(placed.entry.label);
            if (label == labels.end()) {
                unknown_.add(placed.entry.file);
                continue;
            }
            found_.files[static_cast<std::size_t>(placed.split)].push_back({.path = std::move(placed.entry.file),
                                                                            .label = label->second,
                                                                            .folder = label->second,
                                                                            .leftOut = false,
                                                                            .group = std::move(placed.entry.group)});
        }
        for (std::vector<PictureFile>& files : found_.files)
            std::ranges::sort(files, {}, [](const PictureFile& file) { return std::tie(file.folder, file.path); });
    }

    void add(DataIssue::Kind kind, const Counted<std::string>& what, Text sentence) {
        if (what.count > 0)
            found_.issues.push_back({kind, what.count, std::move(sentence)});
    }

    void report() {
        const std::string list = list_.string();
        add(DataIssue::Kind::MissingFile, missing_,
            Text::plural("%n pictures that '%1' names are not there: left out; the first: '%2'.",
                         "%n picture that '%1' names is not there: left out; the first: '%2'.", missing_.count, list,
                         missing_.first));
        add(DataIssue::Kind::ForeignFile, outside_,
            Text::plural("%n pictures that '%1' names are not below its folder: left out; the first: '%2'.",
                         "%n picture that '%1' names is not below its folder: left out; the first: '%2'.",
                         outside_.count, list, outside_.first));
        add(DataIssue::Kind::UnreadableImage, unreadable_,
            Text::plural("%n files that '%1' names are no pictures that are read here: left out; the first: '%2'.",
                         "%n file that '%1' names is no picture that is read here: left out; the first: '%2'.",
                         unreadable_.count, list, unreadable_.first));
        add(DataIssue::Kind::BrokenLine, broken_,
            Text::plural("%n lines of '%1' have no file or no class: left out; the first: line %2.",
                         "%n line of '%1' has no file or no class: left out; the first: line %2.", broken_.count, list,
                         broken_.first));
        add(DataIssue::Kind::BrokenLine, twice_,
            Text::plural("%n lines of '%1' name a file again: the first line of a file counts; the first: '%2'.",
                         "%n line of '%1' names a file again: the first line of a file counts; the first: '%2'.",
                         twice_.count, list, twice_.first));
        add(DataIssue::Kind::ForeignLabel, unknown_,
            Text::plural("%n pictures of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         "%n picture of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         unknown_.count, list, unknown_.first));
    }

    fs::path list_, folder_;
    ClassFolders found_;
    std::vector<Placed> placed_;
    std::int64_t lines_ = 0;
    std::set<std::string> seen_, classes_;
    Counted<std::string> missing_, outside_, unreadable_, broken_, twice_, unknown_;
};

} // namespace

std::optional<fs::path> pictureListAt(const fs::path& path) {
    std::error_code code;
    if (fs::is_regular_file(path, code)) {
        const std::string ending = lowerCase(path.extension().string());
        return ending == ".csv" || ending == ".tsv" || ending == ".txt" ? std::optional(path) : std::nullopt;
    }
    for (const char* name : {"labels.csv", "labels.tsv"})
        if (fs::is_regular_file(path / name, code) && (!hasClassFolders(path) || hasColumns(path / name)))
            return path / name;
    return std::nullopt;
}

ClassFolders readPictureList(const fs::path& list) { return ListReader(list).run(); }

} // namespace belfry
