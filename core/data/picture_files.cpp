#include "core/data/picture_files.h"

#include "core/formats/image.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace belfry {
namespace {

namespace fs = std::filesystem;

bool isCalledRaw(const fs::path& path) {
    static constexpr std::array<std::string_view, 9> kEndings{".nef", ".nrw", ".dng", ".arw", ".cr2",
                                                              ".pef", ".srw", ".orf", ".rw2"};
    return std::ranges::find(kEndings, lowerCase(path.extension().string())) != kEndings.end();
}

} // namespace

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.') || path.filename() == "Thumbs.db";
}

std::vector<fs::path> filesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, code); !code && entry != fs::recursive_directory_iterator();
         entry.increment(code)) {
        std::error_code ignored;
        if (isHidden(entry->path())) {
            if (entry->is_directory(ignored))
                entry.disable_recursion_pending();
        } else if (entry->is_regular_file(ignored)) {
            files.push_back(entry->path());
        }
    }
    std::ranges::sort(files);
    return files;
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
