// Folders that are whole or absent. Throws Error(Io or Usage) with the path and the system's reason.
#pragma once

#include <filesystem>
#include <functional>

namespace belfry {

// Calls fill() with a fresh folder beside `path` and gives that the name `path` when all is written: `path` is absent
// or has everything, also after a crash. When fill() throws, nothing is left. A folder that exists must be empty: Error
// (Usage) says so before fill() is called. fill() writes its files durably (files.h). Blocks for the disk.
void writeFolderAtomically(const std::filesystem::path& path,
                           const std::function<void(const std::filesystem::path& folder)>& fill);

} // namespace belfry
