// Pictures that stay on the disk and are decoded when they are read.
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
};

// Decodes as it reads, on all cores, and brings every picture to `shape`. The first `cacheBytes` of decoded pictures
// are kept, so a set that fits is decoded once; nothing kept is given up again, as each epoch reads every picture once.
// A picture that cannot be read is a plain grey one from then on, and an Oddity. Any thread may read; blocks for the
// disk.
std::shared_ptr<const ImageStore> streamedStore(std::filesystem::path folder, std::vector<PictureFile> files,
                                                ImageShape shape, std::int64_t cacheBytes);

// Decodes all pictures now. Those that cannot be read are left out of `files` and the store, and told in `oddities`.
std::shared_ptr<const ImageStore> decodedStore(const std::filesystem::path& folder, std::vector<PictureFile>& files,
                                               ImageShape shape, std::vector<Oddity>& oddities);

} // namespace belfry
