// Lists an image folder with one sub-folder per class, either directly (FOLDER/cat/1.jpg) or below train, validation
// and test (FOLDER/train/cat/1.jpg; "training", "val", "valid" and "testing" are accepted, and any case of letters).
// Decodes nothing. Used by folder_set.cpp. No state; any thread; blocks for the disk.
#pragma once

#include "core/data/streamed_store.h"

#include <array>
#include <filesystem>
#include <optional>

namespace belfry {

enum class SplitKind { Train, Validation, Test };

inline constexpr std::size_t kMaxClasses = 256; // the range of a label

struct ClassFolders {
    std::vector<std::string> classes;              // sorted; index = label
    std::array<std::vector<PictureFile>, 3> files; // by SplitKind; sorted by class, then path
    std::array<bool, 3> given{};                   // whether the folder has this split
    std::vector<DataIssue> issues;
    std::int64_t bytes = 0; // of all picture files
    int depth = 1;          // of a class's folder: 1, or 2 below the folder of a split; 0: there are none
};

// "train", "val" ...: the names of folders of splits, in small letters; none for others.
std::optional<SplitKind> splitNamed(const std::string& name);

// The folder of the training split, where there are folders of splits.
std::optional<std::filesystem::path> trainFolder(const std::filesystem::path& folder);

// Where all pictures are of the class `name`. instead: a folder that may be meant; or "".
DataIssue oneClassIssue(const std::string& where, const std::string& name, const std::filesystem::path& instead);

// True if a sub-folder, or one below train, contains files or folders. If so, call findClassFolders().
bool hasClassFolders(const std::filesystem::path& folder);

// Pictures are recognised by their first bytes. Sub-folders of a class belong to the class, and so do folders that
// links in it lead to. Hidden files are ignored. What else is left out is among the issues. Throws Error(Data) if no
// class has pictures, or if there are more than 256 classes, the range of a label.
ClassFolders findClassFolders(const std::filesystem::path& folder);

} // namespace belfry
