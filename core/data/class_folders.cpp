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

std::optional<fs::path> splitFolder(const fs::path& folder, SplitKind split) {
    std::error_code code;
    for (const std::string_view name : kSplitFolders[static_cast<std::size_t>(split)])
        if (fs::is_directory(folder / name, code))
            return folder / name;
    return std::nullopt;
}

class Search {
public:
    explicit Search(fs::path folder) : folder_(std::move(folder)) {}

    ClassFolders run() {
        if (const auto train = splitFolder(folder_, SplitKind::Train); train && !subFolders(*train).empty())
            for (const SplitKind split : {SplitKind::Train, SplitKind::Validation, SplitKind::Test}) {
                readSplit(splitFolder(folder_, split), split);
                found_.depth = 2;
            }
        else
            readSplit(folder_, SplitKind::Train);
        nameClasses();
        reportProgress();
        return std::move(found_);
    }

private:
    using Files = std::vector<std::string>; // paths below folder_

    void readSplit(const std::optional<fs::path>& folder, SplitKind split) {
        if (!folder)
            return;
        const auto index = static_cast<std::size_t>(split);
        found_.given[index] = true;
        for (const fs::path& classFolder : subFolders(*folder)) {
            const std::string name = classFolder.filename().string();
            const auto [known, fresh] = names_.emplace(lowerCase(name), name);
            if (!fresh && known->second != name)
                sameNames_.push_back({known->second, name});
            readClass(classFolder, classes_[known->second][index]);
        }
    }

    void readClass(const fs::path& folder, Files& files) {
        for (const fs::path& file : filesBelow(folder))
            readFile(file, files);
    }

    void readFile(const fs::path& path, Files& files) {
        std::error_code ignored;
        if (startsLikeAPicture(path)) {
            files.push_back(path.lexically_relative(folder_).string());
            found_.bytes += static_cast<std::int64_t>(fs::file_size(path, ignored));
        } else if (isCalledAPicture(path)) {
            unreadable_.add(path.string());
        } else {
            foreign_.add(path.string());
        }
    }

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

    void add(DataIssue::Kind kind, std::int64_t count, Text sentence) {
        if (count > 0)
            found_.issues.push_back({kind, count, std::move(sentence)});
    }

    void reportProgress() {
        const std::string where = folder_.string();
        add(DataIssue::Kind::EmptyClass, empty_.count,
            Text::plural(
                "%n class folders of '%1' have no training pictures and do not become classes; the first: '%2'.",
                "%n class folder of '%1' has no training pictures and does not become a class; the first: '%2'.",
                empty_.count, where, empty_.first));
        add(DataIssue::Kind::ForeignLabel, unknown_.count,
            Text::plural("%n pictures of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         "%n picture of '%1' of a class that has no training pictures: left out; the first: '%2'.",
                         unknown_.count, where, unknown_.first));
        for (const auto& [first, second] : sameNames_)
            add(DataIssue::Kind::SameName, 1,
                Text::tr("The folders '%1' and '%2' of '%3' differ in case only: they are one class, '%1'.", first,
                         second, where));
        add(DataIssue::Kind::UnreadableImage, unreadable_.count,
            Text::plural(
                "%n files of '%1' are named like pictures but are of no kind that is read, and were left out; "
                "the first: '%2'.",
                "%n file of '%1' is named like a picture but is of no kind that is read, and was left out; the "
                "first: '%2'.",
                unreadable_.count, where, unreadable_.first));
        add(DataIssue::Kind::ForeignFile, foreign_.count,
            Text::plural("%n other files of '%1' were ignored; the first: '%2'.",
                         "%n other file of '%1' was ignored; the first: '%2'.", foreign_.count, where, foreign_.first));
    }

    fs::path folder_;
    ClassFolders found_;
    std::map<std::string, std::string> names_;            // lower case -> as first seen
    std::map<std::string, std::array<Files, 3>> classes_; // by name
    std::vector<std::pair<std::string, std::string>> sameNames_;
    Counted<std::string> empty_, unknown_, unreadable_, foreign_;
};

} // namespace

std::optional<SplitKind> splitNamed(const std::string& name) {
    for (std::size_t split = 0; split < kSplitFolders.size(); ++split)
        if (std::ranges::find(kSplitFolders[split], name) != kSplitFolders[split].end())
            return static_cast<SplitKind>(split);
    return std::nullopt;
}

bool hasClassFolders(const fs::path& folder) { return !subFolders(folder).empty(); }

ClassFolders findClassFolders(const fs::path& folder) { return Search(folder).run(); }

} // namespace belfry
