// Waits for files to appear in folders, also when another process writes them. One thread.
#pragma once

#include "core/base/file_descriptor.h"

#include <chrono>
#include <filesystem>
#include <vector>

namespace belfry {

class FolderWatch {
public:
    // Throws Error(Io) for a folder that cannot be watched.
    explicit FolderWatch(const std::vector<std::filesystem::path>& folders);

    // Waits until a file has been renamed into one of the folders, or closed by its writer, since the last call.
    // Returns false after `timeout`.
    bool wait(std::chrono::milliseconds timeout);

private:
    FileDescriptor queue_;
};

} // namespace belfry
