// Atomic file writes, and the standard folders. All functions throw Error(Io or Data) with the path and the system's
// reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace belfry {

// Writes `content` to a temporary file in the same folder, fsyncs it, renames it over `path` and fsyncs the folder.
// After a crash at any moment `path` has the old content or the new one, never a mixture. Blocks for the disk.
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);
// The same for the concatenation of `parts`, without a copy.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::string_view> parts);

// For thousands of files in a new folder: each of these is written as it is, and a crash may lose any of them until
// syncFiles() has returned, which blocks for the disk. One after another by writeFileAtomically() takes minutes.
void writeUnsynced(const std::filesystem::path& path, std::string_view content);
void syncFiles(const std::filesystem::path& folder); // and all else of its file system

// Throw Error(Io) with the reason in errno.
[[noreturn]] void throwNotCreated(const std::filesystem::path& file);
[[noreturn]] void throwNotWritten(const std::filesystem::path& file);

// Removes temporary files that writeFileAtomically() left in `folder` when its process was killed. Their process must
// not exist, and they must not have been written to for ten minutes: the process may be on another machine. Never
// throws; a file that cannot be removed stays.
void sweepTemporaries(const std::filesystem::path& folder);

// Without the trailing slash that shells add on completion: the last component is the file's or folder's name.
std::filesystem::path absolutePath(const std::filesystem::path& path);

// The whole file. Throws for files larger than `limit` bytes, so that a wrong file does not fill the memory.
std::string readFile(const std::filesystem::path& path, std::uint64_t limit = std::uint64_t{4} << 30);

// Creates the folder and its parents, and checks that a file can be created in it.
void makeWritableFolder(const std::filesystem::path& path);

// The entries of a folder, sorted; before an error, which `code` gets, those that could be read.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::error_code& code);

// Returns work(), which fills `folder`. If it throws, the folder is removed with all that it holds.
template <typename Work>
auto orRemove(const std::filesystem::path& folder, const Work& work) {
    try {
        return work();
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
        throw;
    }
}

// The folder of the resources (presets, data sets, the bundled network): $BELFRY_RESOURCES, else ../share/belfry
// relative to the program (installed), else the source tree it was built from. Throws Error(Io) with the folders
// searched.
std::filesystem::path resourceFolder();

// Weights file (runs/weights_file.h) of the bundled network, so that drawings are classified before any training.
std::filesystem::path readyNetworkFile();

// The user's data folder: $XDG_DATA_HOME/belfry or ~/.local/share/belfry. Not created.
std::filesystem::path userDataFolder();

// Calls fill() with a new temporary folder beside `path`, and renames it to `path` afterwards: `path` is complete or
// absent, also after a crash. If fill() throws, nothing is left. If `path` exists, it must be an empty folder;
// otherwise Error(Usage) is thrown before fill() is called. Blocks for the disk.
void writeFolderAtomically(const std::filesystem::path& path,
                           const std::function<void(const std::filesystem::path& folder)>& fill);

} // namespace belfry
