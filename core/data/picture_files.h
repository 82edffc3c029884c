// Which files are pictures. No state; any thread; blocks for the disk.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

// By its first bytes, and of a kind that is read here. Raw files of cameras are none: they begin like TIFF and hold a
// small preview first.
bool startsLikeAPicture(const std::filesystem::path& path);

// By the end of its name, also of kinds that are not read.
bool isCalledAPicture(const std::filesystem::path& path);

// Of file managers and version control: no user's pictures.
bool isHidden(const std::filesystem::path& path);

// What is below a folder, without what is hidden. Links are followed.
struct FilesBelow {
    std::vector<std::filesystem::path> files;     // sorted
    std::vector<std::filesystem::path> pipes;     // and devices, which are not opened
    std::vector<std::filesystem::path> notOpened; // files and folders of which the system says nothing
    std::vector<std::filesystem::path>
        links; // to nowhere, to a folder that was read already, or to one that they are in
};
FilesBelow filesBelow(const std::filesystem::path& folder);

// errno of opening a file or folder; 0: it can be read.
int errorOfOpening(const std::filesystem::path& path);
Text reasonOfNotOpening(const std::filesystem::path& path); // "Permission denied"
// Of `count` files and folders of `where` that were left out; `reason`: of the first.
Text notOpenedSentence(std::int64_t count, const std::string& where, const std::string& first, const Text& reason);

std::string lowerCase(std::string text); // of ASCII letters

} // namespace belfry
