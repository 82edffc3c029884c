// One process at a time records a run. The lock goes with its process, however that ends. One thread.
#pragma once

#include <filesystem>

namespace belfry {

class RunLock {
public:
    // Throws Error(Usage) when another process, or another recorder of this one, holds it, Error(Io) when the file
    // cannot be made.
    explicit RunLock(const std::filesystem::path& file);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

private:
    int file_;
};

} // namespace belfry
