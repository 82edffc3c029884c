// A data set of a user's own pictures: one sub-folder per class (class_folders.h), or a list (picture_list.h).
#pragma once

#include "core/data/dataset.h"
#include "core/data/picture_size.h"
#include "core/data/split_pictures.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace belfry {

struct FolderOptions {
    std::optional<StatedSize> size{}; // none: the pictures' common size up to 128, else 64 x 64
    std::uint64_t splitSeed = 1;      // for the splits that the folder does not have
    std::string version{};            // of the pictures (data/data_version.h); "": as the folder has them
    Grouping grouping = Grouping::Listed;
    SplitRule rule = SplitRule::ByName;
    // Sets within both limits are decoded when they are opened; others while they are read.
    std::int64_t decodeNowBytes = std::int64_t{256} << 20; // of files
    std::int64_t memoryBytes = std::int64_t{1} << 30;      // of decoded pictures; also the cache limit while streaming
};

// If the folder has no validation or test split, about a tenth of the training pictures of each class, at least one, is
// used for it, chosen by splitSeed and rule. Blocks: reads the first bytes of every file, and decodes all that are
// within the limits. A version changes no other picture's split. Throws Error(Data) like findClassFolders(), for too
// few pictures to split and for a version with classes that the folder lacks, and what loadDataVersion() throws.
// Pictures of one group (split_pictures.h) come into the same split; where the folder has the splits, groups in several
// of them are a DataIssue.
std::shared_ptr<const DataSet> openFolderSet(const std::filesystem::path& folder, const FolderOptions& options = {});
// The same for a list, which names the classes. Throws what readPictureList() throws, too.
std::shared_ptr<const DataSet> openListedSet(const std::filesystem::path& list, const FolderOptions& options = {});

} // namespace belfry
