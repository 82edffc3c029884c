// What the header of a picture file alone says: width and height, and whether it is damaged. No state; any thread;
// blocks for the disk.
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

// False: its header is none that its decoder takes, or promises more than the file can hold; by its first bytes and its
// size. So are files that cannot be opened. True for kinds whose header is not read here: a damaged file may still have
// a likely header.
bool hasLikelyHeader(const std::filesystem::path& file);

} // namespace belfry
