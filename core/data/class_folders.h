// A folder of pictures as people keep them: one sub-folder per class, either at once (FOLDER/cat/1.jpg) or below
// train, validation and test (FOLDER/train/cat/1.jpg; "training", "val" and "valid" are understood). What is found,
// before anything is decoded. Used by folder_set.cpp. No state; any thread; blocks for the disk.
#pragma once

#include "core/data/streamed_store.h"

#include <array>
#include <filesystem>
#include <optional>

namespace belfry {

enum class SplitKind { Train, Validation, Test };

struct ClassFolders {
    std::vector<std::string> classes;              // sorted; index = label
    std::array<std::vector<PictureFile>, 3> files; // by SplitKind; sorted by class, then path
    std::array<bool, 3> given{};                   // whether the folder has that split of its own
    std::vector<Oddity> oddities;
    std::int64_t bytes = 0; // of all picture files
};

// True when some sub-folder, or one below train, holds files or folders: worth findClassFolders().
bool hasClassFolders(const std::filesystem::path& folder);

// Files are told from others by their first bytes. Sub-folders of a class belong to it; hidden files are passed over.
// Throws Error(Data) when there is no class with pictures, or more classes than the 256 that a label can tell apart.
ClassFolders findClassFolders(const std::filesystem::path& folder);

} // namespace belfry
