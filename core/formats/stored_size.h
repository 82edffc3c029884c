// Width and height of a picture file, from its header alone. No state; any thread; blocks for the disk.
#pragma once

#include <filesystem>
#include <optional>

namespace belfry {

struct StoredSize {
    int width = 0, height = 0; // as it is stored: before it is turned upright
    bool operator==(const StoredSize&) const = default;
};

// None: a file that cannot be read, or of a kind whose header is not read here (TIFF, HEIF).
std::optional<StoredSize> storedSize(const std::filesystem::path& file);

} // namespace belfry
