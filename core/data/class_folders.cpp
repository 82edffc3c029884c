#include "core/data/class_folders.h"

#include "core/base/counted.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/parquet_import.h"
#include "core/data/picture_files.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::array<std::string_view, 3>, 3> kSplitFolders{
    {{"train", "training", "train"}, {"validation", "val", "valid"}, {"test", "testing", "test"}}};

std::vector<fs::path> subFolders(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const fs::path& entry : entriesOf(folder, ignored))
        if (fs::is_directory(entry, ignored) && !isHidden(entry))
            found.push_back(entry);
    return found;
}

using SplitFolders = std::array<std::optional<fs::path>, 3>; // by SplitKind

// In any case of letters, as in lists; of several for one split the one whose name is first in the table. A folder
// "train" without classes is none: trains may be a class. All are none without the one of the training split.
SplitFolders splitFolders(const fs::path& folder) {
    SplitFolders found;
    std::array<std::size_t, 3> ranks;
    ranks.fill(2 * kSplitFolders.size());
    for (const fs::path& sub : subFolders(folder)) {
        const std::string name = sub.filename().string(), lower = lowerCase(name);
        const std::optional<SplitKind> split = splitNamed(lower);
        if (!split || (*split == SplitKind::Train && subFolders(sub).empty()))
            continue;
        const auto index = static_cast<std::size_t>(*split);
        const auto place =
            static_cast<std::size_t>(std::ranges::find(kSplitFolders[index], lower) - kSplitFolders[index].begin());
        if (const std::size_t rank = 2 * place + (name == lower ? 0 : 1); rank < ranks[index]) {
            ranks[index] = rank;
            found[index] = sub;
        }
    }
    return found[0] ? found : SplitFolders();
}

class Search {
public:
    explicit Search(fs::path folder) : folder_(std::move(folder)) {}

    ClassFolders run() {
        const SplitFolders splits = splitFolders(folder_);
        if (splits[0]) {
            found_.depth = 2;
            for (const SplitKind split : {SplitKind::Train, SplitKind::Validation, SplitKind::Test})
                readSplit(splits[static_cast<std::size_t>(split)], split);
            for (const fs::path& sub : subFolders(folder_))
                if (std::ranges::find(splits, sub) == splits.end())
                    besideSplits_.add(below(sub));
            findLoosePictures(folder_);
        } else {
            readSplit(folder_, SplitKind::Train);
        }
        nameClasses();
        reportClasses();
        reportFiles();
        return std::move(found_);
    }

private:
    using Files = std::vector<std::string>; // paths below folder_

    void readSplit(const std::optional<fs::path>& folder, SplitKind split) {
        if (!folder)
            return;
        const auto index = static_cast<std::size_t>(split);
        found_.given[index] = true;
        if (errorOfOpening(*folder) != 0)
            addNotOpened(*folder);
        for (const fs::path& classFolder : subFolders(*folder)) {
            const std::string name = classFolder.filename().string();
            const auto [known, fresh] = names_.emplace(lowerCase(name), name);
            if (!fresh && known->second != name)
                sameNames_.push_back({known->second, name});
            readClass(classFolder, classes_[known->second][index]);
        }
        findLoosePictures(*folder);
    }

    void readClass(const fs::path& folder, Files& files) {
        const FilesBelow found = filesBelow(folder);
        for (const fs::path& file : found.files)
            readFile(file, files);
        for (const fs::path& path : found.pipes)
            foreign_.add(below(path));
        for (const fs::path& path : found.notOpened)
            addNotOpened(path);
        for (const fs::path& link : found.links)
            links_.add(below(link));
    }

    void readFile(const fs::path& path, Files& files) {
        std::error_code ignored;
        if (startsLikeAPicture(path)) {
            files.push_back(below(path));
            found_.bytes += static_cast<std::int64_t>(fs::file_size(path, ignored));
        } else if (errorOfOpening(path) != 0) {
            addNotOpened(path);
        } else if (isCalledAPicture(path)) {
            unreadable_.add(below(path));
        } else {
            foreign_.add(below(path));
        }
    }

    void findLoosePictures(const fs::path& folder) {
        std::error_code ignored;
        for (const fs::path& path : entriesOf(folder, ignored))
            if (fs::is_regular_file(path, ignored) && !isHidden(path) && startsLikeAPicture(path))
                loose_.add(below(path));
    }

    void addNotOpened(const fs::path& path) {
        if (notOpened_.count == 0)
            reason_ = reasonOfNotOpening(path);
        notOpened_.add(below(path));
    }

    std::string below(const fs::path& path) const { return path.lexically_relative(folder_).string(); }

    // Only classes with training images get a label. The others are reported.
    void nameClasses() {
        for (auto& [name, splits] : classes_) {
            if (splits[0].empty()) {
                empty_.add(name);
                for (const Files& files : splits)
                    for (const std::string& file : files)
                        unknown_.add(file);
                continue;
            }
            if (found_.classes.size() == kMaxClasses)
                throw dataError(Text::tr("'%1' has more than %2 class folders, the maximum number of classes. "
                                         "Choose a folder with fewer.",
                                         folder_.string(), kMaxClasses));
            const auto label = static_cast<std::uint8_t>(found_.classes.size());
            found_.classes.push_back(name);
            for (std::size_t split = 0; split < splits.size(); ++split)
                for (std::string& file : splits[split])
                    found_.files[split].push_back({std::move(file), label, label});
        }
        if (found_.classes.empty() && isCalledParquet(foreign_.first))
            throw parquetIsImported(folder_);
        if (found_.classes.empty())
            throw dataError(Text::tr("'%1' holds no pictures in class folders; expected one sub-folder per class with "
                                     "PNG, JPEG, WebP, TIFF, HEIF or BMP files. Choose the folder above the "
                                     "classes.",
                                     folder_.string()));
    }

    void add(DataIssue::Kind kind, const CountedFiles& what, Text sentence) {
        if (what.count > 0)
            found_.issues.push_back({kind, what.count, std::move(sentence), what.names});
    }

    void reportClasses() {
        const std::string where = folder_.string();
        if (found_.classes.size() == 1) {
            const std::string& one = found_.classes[0];
            const bool hasFolders = found_.depth == 1 && hasClassFolders(folder_ / one);
            found_.issues.push_back(oneClassIssue(where, one, hasFolders ? folder_ / one : fs::path()));
        }
        add(DataIssue::Kind::EmptyClass, empty_,
            Text::plural(
                "%n class folders of '%1' have no training pictures and do not become classes; the first: '%2'.",
                "%n class folder of '%1' has no training pictures and does not become a class; the first: '%2'.",
                empty_.count, where, empty_.first));
        add(DataIssue::Kind::ForeignLabel, unknown_,
            Text::plural("%n pictures of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         "%n picture of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         unknown_.count, where, unknown_.first));
        for (const auto& [first, second] : sameNames_)
            found_.issues.push_back(
                {DataIssue::Kind::SameName, 1,
                 Text::tr("The folders '%1' and '%2' of '%3' differ in case only: they are one class, '%1'.", first,
                          second, where)});
        add(DataIssue::Kind::OutsideClasses, besideSplits_,
            Text::plural("%n folders of '%1' are beside those of its splits: left out; the first: '%2'. Folders of "
                         "splits are called train, validation and test.",
                         "%n folder of '%1' is beside those of its splits: left out: '%2'. Folders of splits are "
                         "called train, validation and test.",
                         besideSplits_.count, where, besideSplits_.first));
        add(DataIssue::Kind::OutsideClasses, loose_,
            Text::plural("%n pictures of '%1' are in the folder of no class: left out; the first: '%2'.",
                         "%n picture of '%1' is in the folder of no class: left out: '%2'.", loose_.count, where,
                         loose_.first));
    }

    void reportFiles() {
        const std::string where = folder_.string();
        add(DataIssue::Kind::NotOpened, notOpened_,
            notOpenedSentence(notOpened_.count, where, notOpened_.first, reason_));
        add(DataIssue::Kind::LinkNotFollowed, links_,
            Text::plural("%n links of '%1' lead nowhere, or to a folder that is read already: left out; the first: "
                         "'%2'.",
                         "%n link of '%1' leads nowhere, or to a folder that is read already: left out: '%2'.",
                         links_.count, where, links_.first));
        add(DataIssue::Kind::UnreadableImage, unreadable_,
            Text::plural(
                "%n files of '%1' are named like pictures but are of no kind that is read, and were left out; "
                "'data show --damaged' names all; the first: '%2'.",
                "%n file of '%1' is named like a picture but is of no kind that is read, and was left out; the "
                "first: '%2'.",
                unreadable_.count, where, unreadable_.first));
        add(DataIssue::Kind::ForeignFile, foreign_,
            Text::plural("%n other files of '%1' were ignored; the first: '%2'.",
                         "%n other file of '%1' was ignored; the first: '%2'.", foreign_.count, where, foreign_.first));
    }

    fs::path folder_;
    ClassFolders found_;
    std::map<std::string, std::string> names_;            // lower case -> as first seen
    std::map<std::string, std::array<Files, 3>> classes_; // by name
    std::vector<std::pair<std::string, std::string>> sameNames_;
    CountedFiles empty_, unknown_, besideSplits_, loose_, notOpened_, links_, unreadable_, foreign_;
    Text reason_; // of the first of notOpened_
};

} // namespace

std::optional<SplitKind> splitNamed(const std::string& name) {
    for (std::size_t split = 0; split < kSplitFolders.size(); ++split)
        if (std::ranges::find(kSplitFolders[split], name) != kSplitFolders[split].end())
            return static_cast<SplitKind>(split);
    return std::nullopt;
}

std::optional<fs::path> trainFolder(const fs::path& folder) { return splitFolders(folder)[0]; }

DataIssue oneClassIssue(const std::string& where, const std::string& name, const fs::path& instead) {
    return {DataIssue::Kind::OneClass, 1,
            instead.empty()
                ? Text::tr("'%1' has one class only, '%2': there is nothing to tell apart. Add pictures of a "
                           "second class.",
                           where, name)
                : Text::tr("'%1' has one class only, '%2': there is nothing to tell apart. Expected the "
                           "folder above those of the classes. Is it '%3' that you mean? Then name that one.",
                           where, name, instead.string())};
}

bool hasClassFolders(const fs::path& folder) { return !subFolders(folder).empty(); }

ClassFolders findClassFolders(const fs::path& folder) { return Search(folder).run(); }

} // namespace belfry
