// Allows one process at a time to record a run. The system releases the lock when the process ends. One thread.
#pragma once

#include "core/base/file_descriptor.h"

#include <filesystem>
#include <optional>

namespace belfry {

class RunLock {
public:
    // Throws Error(Usage) if another process, or another recorder of this process, holds the lock; Error(Io) if the
    // file cannot be created.
    explicit RunLock(const std::filesystem::path& file);

    // Whether a recorder holds it, of this process or another one. Empty: not known, as there is no such file (yet), or
    // the file system has no locks. Any thread.
    static std::optional<bool> isHeld(const std::filesystem::path& file);

private:
    FileDescriptor file_;
};

} // namespace belfry
