#include "core/data/picture_files.h"

#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/formats/image.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <set>
#include <string_view>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;

bool isCalledRaw(const fs::path& path) {
    static constexpr std::array<std::string_view, 9> kEndings{".nef", ".nrw", ".dng", ".arw", ".cr2",
                                                              ".pef", ".srw", ".orf", ".rw2"};
    return std::ranges::find(kEndings, lowerCase(path.extension().string())) != kEndings.end();
}

// The standard library's walk ends at the first folder that it may not read, and follows no links.
class Walk {
public:
    explicit Walk(fs::path folder) : folder_(std::move(folder)) {}

    FilesBelow run() {
        // A link to a folder above would make all of its classes part of this one.
        std::error_code code;
        for (const fs::path& start : {absolutePath(folder_), fs::canonical(folder_, code)})
            for (fs::path above = start; above.has_relative_path();) {
                above = above.parent_path();
                if (struct stat status{}; ::stat(above.c_str(), &status) == 0)
                    seen_.emplace(status.st_dev, status.st_ino);
            }
        take(folder_);
        for (std::size_t i = 0; i < links_.size(); ++i) // grows; files keep the names that they have without links
            take(fs::path(links_[i]));
        std::ranges::sort(found_.files);
        return std::move(found_);
    }

private:
    void take(const fs::path& path) {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0)
            (errno == ENOENT || errno == ELOOP ? found_.links : found_.notOpened).push_back(path);
        else if (S_ISREG(status.st_mode))
            found_.files.push_back(path);
        else if (S_ISDIR(status.st_mode) && !seen_.emplace(status.st_dev, status.st_ino).second)
            found_.links.push_back(path);
        else if (S_ISDIR(status.st_mode))
            enter(path);
        else
            found_.pipes.push_back(path);
    }

    void enter(const fs::path& folder) {
        std::error_code code, ignored;
        for (const fs::path& entry : entriesOf(folder, code))
            if (!isHidden(entry))
                fs::is_symlink(entry, ignored) ? links_.push_back(entry) : take(entry);
        if (code)
            found_.notOpened.push_back(folder);
    }

    fs::path folder_;
    FilesBelow found_;
    std::vector<fs::path> links_;
    std::set<std::pair<dev_t, ino_t>> seen_; // folders
};

} // namespace

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.') || path.filename() == "Thumbs.db";
}

FilesBelow filesBelow(const fs::path& folder) { return Walk(folder).run(); }

int errorOfOpening(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno;
    ::close(file);
    return 0;
}

Text reasonOfNotOpening(const fs::path& path) {
    const int error = errorOfOpening(path);
    return systemText(error != 0 ? error : EIO); // the permission is there, and the disk fails
}

Text notOpenedSentence(std::int64_t count, const std::string& where, const std::string& first, const Text& reason) {
    return Text::plural("%n files and folders of '%1' could not be opened: left out; the first: '%2' (%3).",
                        "%n file or folder of '%1' could not be opened: left out: '%2' (%3).", count, where, first,
                        reason);
}

std::string lowerCase(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

bool startsLikeAPicture(const fs::path& path) {
    if (isCalledRaw(path))
        return false;
    std::array<char, kPictureStart> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    const auto* start = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const PictureKind kind = pictureKind({start, static_cast<std::size_t>(file.gcount())});
    return kind != PictureKind::Unknown && (kind != PictureKind::Heif || readsHeif());
}

bool isCalledAPicture(const fs::path& path) {
    static constexpr std::array<std::string_view, 11> kEndings{".png", ".jpg",  ".jpeg", ".bmp",  ".gif", ".webp",
                                                               ".tif", ".tiff", ".heic", ".heif", ".avif"};
    return std::ranges::find(kEndings, lowerCase(path.extension().string())) != kEndings.end();
}

} // namespace belfry
