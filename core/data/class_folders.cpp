#include "core/data/class_folders.h"

#include "core/base/error.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxClasses = 256;
constexpr std::array<std::array<const char*, 3>, 3> kSplitNames{
    {{"train", "training", "train"}, {"validation", "val", "valid"}, {"test", "testing", "test"}}};

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.') || path.filename() == "Thumbs.db";
}

std::vector<fs::path> subFolders(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code); !code && entry != fs::directory_iterator(); entry.increment(code))
        if (std::error_code ignored; entry->is_directory(ignored) && !isHidden(entry->path()))
            found.push_back(entry->path());
    std::ranges::sort(found);
    return found;
}

std::optional<fs::path> splitFolder(const fs::path& folder, SplitKind split) {
    std::error_code code;
    for (const char* name : kSplitNames[static_cast<std::size_t>(split)])
        if (fs::is_directory(folder / name, code))
            return folder / name;
    return std::nullopt;
}

std::string lowerCase(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

bool startsLikeAPicture(const fs::path& path) {
    std::array<char, 4> bytes{};
    std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
    const std::string_view start(bytes.data(), bytes.size());
    return start == "\x89PNG" || start.starts_with("\xff\xd8\xff") || start.starts_with("BM");
}

bool isCalledAPicture(const fs::path& path) {
    static constexpr std::array<std::string_view, 8> kEndings{".png", ".jpg",  ".jpeg", ".bmp",
                                                              ".gif", ".webp", ".tif",  ".tiff"};
    return std::ranges::find(kEndings, lowerCase(path.extension().string())) != kEndings.end();
}

// Counts issues of one kind; the message names the first.
struct Count {
    std::int64_t count = 0;
    std::string first;
    void add(const fs::path& path) {
        if (count++ == 0)
            first = path.string();
    }
};

class Search {
public:
    explicit Search(fs::path folder) : folder_(std::move(folder)) {}

    ClassFolders run() {
        if (const auto train = splitFolder(folder_, SplitKind::Train); train && !subFolders(*train).empty())
            for (const SplitKind split : {SplitKind::Train, SplitKind::Validation, SplitKind::Test})
                readSplit(splitFolder(folder_, split), split);
        else
            readSplit(folder_, SplitKind::Train);
        nameClasses();
        tell();
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
        std::error_code code;
        for (fs::recursive_directory_iterator entry(folder, code); !code && entry != fs::recursive_directory_iterator();
             entry.increment(code)) {
            std::error_code ignored;
            if (isHidden(entry->path())) {
                if (entry->is_directory(ignored))
                    entry.disable_recursion_pending();
            } else if (entry->is_regular_file(ignored)) {
                readFile(entry->path(), files);
            }
        }
        std::ranges::sort(files);
    }

    void readFile(const fs::path& path, Files& files) {
        std::error_code ignored;
        if (startsLikeAPicture(path)) {
            files.push_back(path.lexically_relative(folder_).string());
            found_.bytes += static_cast<std::int64_t>(fs::file_size(path, ignored));
        } else if (isCalledAPicture(path)) {
            unreadable_.add(path);
        } else {
            foreign_.add(path);
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
                throw Error(ErrorCategory::Data, "'" + folder_.string() + "' has more than " +
                                                     std::to_string(kMaxClasses) +
                                                     " class folders, which is all that a label can tell apart. Choose "
                                                     "a folder with fewer.");
            const auto label = static_cast<std::uint8_t>(found_.classes.size());
            found_.classes.push_back(name);
            for (std::size_t split = 0; split < splits.size(); ++split)
                for (std::string& file : splits[split])
                    found_.files[split].push_back({std::move(file), label});
        }
        if (found_.classes.empty())
            throw Error(ErrorCategory::Data, "'" + folder_.string() +
                                                 "' holds no pictures in class folders; expected one sub-folder per "
                                                 "class with PNG, JPEG or BMP files. Choose the folder above the "
                                                 "classes.");
    }

    void add(DataIssue::Kind kind, std::int64_t count, std::string sentence) {
        if (count > 0)
            found_.issues.push_back({kind, count, std::move(sentence)});
    }

    void tell() {
        const std::string where = " of '" + folder_.string() + "' ";
        const auto number = [](const Count& count, const std::string& one, const std::string& many) {
            return count.count == 1 ? "1 " + one : std::to_string(count.count) + " " + many;
        };
        add(DataIssue::Kind::EmptyClass, empty_.count,
            number(empty_, "class folder", "class folders") + where +
                "without a training picture: no class is made of it; the first: '" + empty_.first + "'.");
        add(DataIssue::Kind::ForeignLabel, unknown_.count,
            number(unknown_, "picture", "pictures") + where +
                "of a class that has no training pictures: left out; the first: '" + unknown_.first + "'.");
        for (const auto& [first, second] : sameNames_)
            add(DataIssue::Kind::SameName, 1,
                "The folders '" + first + "' and '" + second + "'" + where +
                    "differ in case only: they are one class, '" + first + "'.");
        add(DataIssue::Kind::UnreadableImage, unreadable_.count,
            number(unreadable_, "file", "files") + where +
                "called a picture but no PNG, JPEG or BMP: left out; the first: '" + unreadable_.first + "'.");
        add(DataIssue::Kind::ForeignFile, foreign_.count,
            number(foreign_, "other file", "other files") + where + "passed over; the first: '" + foreign_.first +
                "'.");
    }

    fs::path folder_;
    ClassFolders found_;
    std::map<std::string, std::string> names_;            // lower case -> as first seen
    std::map<std::string, std::array<Files, 3>> classes_; // by name
    std::vector<std::pair<std::string, std::string>> sameNames_;
    Count empty_, unknown_, unreadable_, foreign_;
};

} // namespace

bool hasClassFolders(const fs::path& folder) {
    return !subFolders(folder).empty();
}

ClassFolders findClassFolders(const fs::path& folder) {
    return Search(folder).run();
}

} // namespace belfry
