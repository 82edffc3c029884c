// A data set made of a user's own pictures, one sub-folder per class (class_folders.h).
#pragma once

#include "core/data/dataset.h"
#include "core/data/picture_size.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace belfry {

struct FolderOptions {
    std::optional<StatedSize> size{}; // none: the pictures' own when they share one of at most 128, else 64 x 64
    std::uint64_t splitSeed = 1;       // for the parts that the folder does not have of its own
    // Sets whose files and decoded pictures both fit below these are decoded when opened; others while they are read.
    std::int64_t decodeNowBytes = std::int64_t{256} << 20; // of files
    std::int64_t memoryBytes = std::int64_t{1} << 30;      // of decoded pictures, also kept at most while streaming
};

// A tenth of each class's training pictures, at least one, becomes the validation split and another the test split
// where the folder has none, by splitSeed. Blocks: reads every file's first bytes, and decodes them all where they fit.
// Throws Error(Data) as findClassFolders() does, and for too few pictures to split.
std::shared_ptr<const DataSet> openFolderSet(const std::filesystem::path& folder, const FolderOptions& options = {});

} // namespace belfry
