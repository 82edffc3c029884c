// Atomic file writes, and the standard folders. All functions throw Error(Io or Data) with the path and the system's
// reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// Writes `content` to a temporary file in the same folder, fsyncs it, renames it over `path` and fsyncs the folder.
// After a crash at any moment `path` has the old content or the new one, never a mixture. Blocks for the disk.
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);
// The same for the concatenation of `parts`, without a copy.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::string_view> parts);

// Removes temporary files that writeFileAtomically() left in `folder` when its process was killed. Their process must
// not exist, and they must not have been written to for ten minutes: the process may be on another machine. Never
// throws; a file that cannot be removed stays.
void sweepTemporaries(const std::filesystem::path& folder);

// The whole file. Throws for files larger than `limit` bytes, so that a wrong file does not fill the memory.
std::string readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{4} << 30);

// Creates the folder and its parents, and checks that a file can be created in it.
void makeWritableFolder(const std::filesystem::path& path);

// The folder of the resources (presets, data sets, the bundled network): $BELFRY_RESOURCES, else ../share/belfry
// relative to the program (installed), else the source tree it was built from. Throws Error(Io) with the folders
// searched.
std::filesystem::path resourceFolder();

// Weights file (runs/weights_file.h) of the bundled network, so that drawings are classified before any training.
std::filesystem::path readyNetworkFile();

// The user's data folder: $XDG_DATA_HOME/belfry or ~/.local/share/belfry. Not created.
std::filesystem::path userDataFolder();

} // namespace belfry
