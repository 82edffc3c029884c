// Waits for files to appear in folders, also when another process writes them. One thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

namespace belfry {

class FolderWatch {
public:
    // Throws Error(Io) for a folder that cannot be watched.
    explicit FolderWatch(const std::vector<std::filesystem::path>& folders);
    ~FolderWatch();
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;

    // Until a file was renamed into one of the folders, or closed by its writer, since the last call; false when
    // `longest` has passed without one.
    bool wait(std::chrono::milliseconds longest);

private:
    int queue_;
};

} // namespace belfry
