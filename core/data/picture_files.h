// Which files are pictures. No state; any thread; blocks for the disk.
#pragma once

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

// The files of a folder and its sub-folders that are not hidden, sorted; those that could be read.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder);

std::string lowerCase(std::string text); // of ASCII letters

} // namespace belfry
