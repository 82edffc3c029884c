#include "core/data/picture_list.h"

#include "core/base/counted.h"
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"
#include "core/base/utf8.h"
#include "core/data/list_folder.h"
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
        return {at(fields, file_), trimmed(at(fields, label_)), trimmed(at(fields, split_)),
                trimmed(at(fields, group_)), line};
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

void requireUtf8(const fs::path& list, std::string_view text) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || text.find('\0') != std::string_view::npos)
        throw dataError(
            Text::tr("'%1' is UTF-16, or no text; expected UTF-8. Save it as UTF-8, which spreadsheets call "
                     "'CSV UTF-8'.",
                     list.string()));
    if (isUtf8(text))
        return;
    std::int64_t line = 1;
    for (std::string_view one = text.substr(0, text.find('\n')); isUtf8(one); one = text.substr(0, text.find('\n'))) {
        text.remove_prefix(one.size() + 1);
        ++line;
    }
    throw dataError(Text::tr("'%1', line %2 is not UTF-8. Save the list as UTF-8, which spreadsheets call 'CSV UTF-8'.",
                             list.string(), line));
}

std::vector<Entry> listed(const fs::path& list) {
    const std::string whole = readFile(list, kMaxListBytes);
    std::string_view text = whole;
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    requireUtf8(list, text);
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
    explicit ListReader(const fs::path& list) : list_(list), folder_(list.parent_path()), places_(list) {}

    ClassFolders run() {
        found_.depth = 0;
        for (const Entry& entry : listed(list_))
            take(entry);
        nameClasses();
        reportClasses();
        reportLines();
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
        const auto [answer, file] = places_.find(entry.file);
        if (answer == ListFolder::Answer::Outside)
            return outside_.add(entry.file);
        const SplitKind split = splitOf(list_, entry);
        if (!seen_.insert(file).second)
            return twice_.add(file);
        if (answer == ListFolder::Answer::Missing)
            return missing_.add(file);
        if (!startsLikeAPicture(folder_ / file) && errorOfOpening(folder_ / file) != 0)
            return addNotOpened(file);
        if (!startsLikeAPicture(folder_ / file))
            return unreadable_.add(file);
        std::error_code code;
        found_.given[static_cast<std::size_t>(split)] = true;
        found_.bytes += static_cast<std::int64_t>(fs::file_size(folder_ / file, code));
        if (split == SplitKind::Train)
            classes_.insert(entry.label);
        placed_.push_back({{file, entry.label, {}, entry.group, entry.line}, split});
    }

    void addNotOpened(const std::string& file) {
        if (notOpened_.count == 0)
            reason_ = reasonOfNotOpening(folder_ / file);
        notOpened_.add(file);
    }

    void requireTrainingPictures() const {
        if (!classes_.empty())
            return;
        if (missing_.count > 0 && missing_.count >= outside_.count)
            throw dataError(Text::tr("'%1' names no training picture that is there: %2 files are missing, the first: "
                                     "'%3'. Names are from the folder of the list on.",
                                     list_.string(), missing_.count, missing_.first));
        if (outside_.count > 0)
            throw dataError(Text::tr("'%1' names no training picture below its folder: %2 files are elsewhere, the "
                                     "first: '%3'. Put the list into a folder above the pictures.",
                                     list_.string(), outside_.count, outside_.first));
        throw dataError(Text::tr("'%1' names no training picture: of %2 lines, none is of the split 'train' with a "
                                 "picture and a class. Correct the list.",
                                 list_.string(), lines_));
    }

    // Names that differ in case only are one class, as folders are.
    void nameClasses() {
        requireTrainingPictures();
        std::map<std::string, std::string> names; // lower case -> the first in order
        for (const std::string& name : classes_)
            names.emplace(lowerCase(name), name);
        if (names.size() > kMaxClasses)
            throw dataError(Text::tr("'%1' has %2 classes; expected at most %3. Choose a list with fewer.",
                                     list_.string(), names.size(), kMaxClasses));
        std::set<std::string> kept;
        for (const auto& [lower, name] : names)
            kept.insert(name);
        found_.classes = sortedClasses(kept);
        std::map<std::string, std::uint8_t> labels;
        for (const std::string& name : found_.classes)
            labels.emplace(lowerCase(name), static_cast<std::uint8_t>(labels.size()));
        for (Placed& placed : placed_) {
            const auto label = labels.find(lowerCase(placed.entry.label));
            if (label == labels.end()) {
                unknown_.add(placed.entry.file);
                continue;
            }
            if (const std::string& name = found_.classes[label->second]; name != placed.entry.label)
                sameNames_.emplace(name, placed.entry.label);
            found_.files[static_cast<std::size_t>(placed.split)].push_back({.path = std::move(placed.entry.file),
                                                                            .label = label->second,
                                                                            .folder = label->second,
                                                                            .leftOut = false,
                                                                            .group = std::move(placed.entry.group)});
        }
        for (std::vector<PictureFile>& files : found_.files)
            std::ranges::sort(files, {}, [](const PictureFile& file) { return std::tie(file.folder, file.path); });
    }

    void add(DataIssue::Kind kind, const CountedFiles& what, Text sentence) {
        if (what.count > 0)
            found_.issues.push_back({kind, what.count, std::move(sentence), what.names});
    }

    void reportClasses() {
        const std::string list = list_.string();
        if (found_.classes.size() == 1)
            found_.issues.push_back(oneClassIssue(list, found_.classes[0], {}));
        for (const auto& [first, second] : sameNames_)
            found_.issues.push_back(
                {DataIssue::Kind::SameName, 1,
                 Text::tr("The classes '%1' and '%2' of '%3' differ in case only: they are one class, '%1'.", first,
                          second, list)});
        add(DataIssue::Kind::ForeignLabel, unknown_,
            Text::plural("%n pictures of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         "%n picture of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         unknown_.count, list, unknown_.first));
    }

    void reportLines() {
        const std::string list = list_.string();
        add(DataIssue::Kind::MissingFile, missing_,
            Text::plural("%n pictures that '%1' names are not there: left out; the first: '%2'.",
                         "%n picture that '%1' names is not there: left out; the first: '%2'.", missing_.count, list,
                         missing_.first));
        add(DataIssue::Kind::NotOpened, notOpened_,
            notOpenedSentence(notOpened_.count, list, notOpened_.first, reason_));
        add(DataIssue::Kind::ForeignFile, outside_,
            Text::plural("%n pictures that '%1' names are not below its folder: left out; the first: '%2'.",
                         "%n picture that '%1' names is not below its folder: left out; the first: '%2'.",
                         outside_.count, list, outside_.first));
        add(DataIssue::Kind::UnreadableImage, unreadable_,
            Text::plural("%n files that '%1' names are no pictures that are read here: left out; 'data show --damaged' "
                         "names all; the first: '%2'.",
                         "%n file that '%1' names is no picture that is read here: left out; the first: '%2'.",
                         unreadable_.count, list, unreadable_.first));
        if (broken_.count > 0)
            found_.issues.push_back(
                {DataIssue::Kind::BrokenLine, broken_.count,
                 Text::plural("%n lines of '%1' have no file or no class: left out; the first: line %2.",
                              "%n line of '%1' has no file or no class: left out; the first: line %2.", broken_.count,
                              list, broken_.first)});
        add(DataIssue::Kind::BrokenLine, twice_,
            Text::plural("%n lines of '%1' name a file again: the first line of a file counts; the first: '%2'.",
                         "%n line of '%1' names a file again: the first line of a file counts; the first: '%2'.",
                         twice_.count, list, twice_.first));
    }

    fs::path list_, folder_;
    ClassFolders found_;
    std::vector<Placed> placed_;
    std::int64_t lines_ = 0;
    ListFolder places_;
    std::set<std::string> seen_, classes_;
    std::set<std::pair<std::string, std::string>> sameNames_;
    Counted<std::string> broken_; // numbers of lines
    CountedFiles missing_, outside_, notOpened_, unreadable_, twice_, unknown_;
    Text reason_; // of the first of notOpened_
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
