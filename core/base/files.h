// Files that are whole or absent. All functions throw Error(Io or Data) with the path and the system's reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// Writes `content` to a temporary sibling, fsyncs it, renames it over `path` and fsyncs the folder: after a crash at
// any moment `path` holds the old bytes or the new ones, never a mixture. Blocks for the disk.
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);
// The same of several parts, one after another: who has them apart needs no whole.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::string_view> parts);

// Removes the temporary siblings that writeFileAtomically() left in `folder` when its process was killed: those of
// processes that are gone and that have not been written to for ten minutes, as another machine's process cannot be
// asked. Never throws: what cannot be removed stays.
void sweepTemporaries(const std::filesystem::path& folder);

// The whole file; refuses files larger than `limit` bytes (a foreign file is no reason to fill the memory).
std::string readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{4} << 30);

// Creates the folder (and its parents) and checks that a file can be created in it.
void makeWritableFolder(const std::filesystem::path& path);

// Where resources (presets, data sets, the ready network) are: $BELFRY_RESOURCES, beside the program
// (../share/belfry, as installed), or the source tree it was built from. Throws Error(Io) naming the places searched.
std::filesystem::path resourceFolder();

// The network that ships with Belfry, so that drawing works before any training (a weights file, runs/weights_file.h).
std::filesystem::path readyNetworkFile();

// The user's data folder: $XDG_DATA_HOME/belfry or ~/.local/share/belfry. Not created.
std::filesystem::path userDataFolder();

} // namespace belfry
