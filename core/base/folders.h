// Atomic creation of folders. Throws Error(Io or Usage) with the path and the system's reason.
#pragma once

#include <filesystem>
#include <functional>

namespace belfry {

// Calls fill() with a new temporary folder beside `path`, and renames it to `path` afterwards: `path` is complete or
// absent, also after a crash. If fill() throws, nothing is left. If `path` exists, it must be an empty folder;
// otherwise Error(Usage) is thrown before fill() is called. fill() writes its files with files.h. Blocks for the disk.
void writeFolderAtomically(const std::filesystem::path& path,
                           const std::function<void(const std::filesystem::path& folder)>& fill);

} // namespace belfry
