// Image stores of picture files: decoded lazily, or at once.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct PictureFile {
    std::string path; // below the store's folder
    std::uint8_t label = 0;
    std::uint8_t folder = 0; // the class in whose folder it lies; a version of the pictures may give it another label
    bool leftOut = false;    // by the version
    std::string group{};     // pictures of one group stay in one split; "": it is in none
};

// Decodes on read, on all cores, and resizes every picture to `shape`. The first `cacheBytes` of decoded pictures are
// cached, so a set that fits is decoded once. Nothing is evicted, as each epoch reads every picture once. A picture
// that cannot be decoded is not readable() from then on, and is a DataIssue. Any thread may read; blocks for the disk.
// folder: "" for files that are named by whole paths.
std::shared_ptr<const ImageStore> streamedStore(std::filesystem::path folder, std::vector<PictureFile> files,
                                                ImageShape shape, std::int64_t cacheBytes);

// Decodes all pictures now. Those that cannot be read are removed from `files`, and reported in `issues`.
std::shared_ptr<const ImageStore> decodedStore(const std::filesystem::path& folder, std::vector<PictureFile>& files,
                                               ImageShape shape, std::vector<DataIssue>& issues);

// For pictures that are decoded later: removes those from `files` whose header shows already that they cannot be
// (formats/stored_size.h), and reports them in `issues`. Reads the first bytes of all, on all cores.
void leaveOutDamagedHeaders(const std::filesystem::path& folder, std::vector<PictureFile>& files,
                            const ImageShape& shape, std::vector<DataIssue>& issues);

} // namespace belfry
