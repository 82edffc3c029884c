#include "core/runs/run_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace belfry {
namespace {

constexpr int kTries = 20;
constexpr auto kBetween = std::chrono::milliseconds(5);

// Whether another one holds it. Not every file system supports locks: then nobody does, and errno says why.
bool isTaken(const FileDescriptor& file, int kind) {
    errno = 0;
    return ::flock(file.get(), kind | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace

RunLock::RunLock(const std::filesystem::path& file) : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.isOpen())
        throwNotCreated(file);
    for (int tries = 0; tries < kTries; ++tries) { // isHeld() takes it for an instant
        if (!isTaken(file_, LOCK_EX))
            return;
        std::this_thread::sleep_for(kBetween);
    }
    throw usageError(Text::tr("Run '%1' is in progress in another process. Wait for its end, or stop it there.",
                              file.parent_path().filename().string()));
}

std::optional<bool> RunLock::isHeld(const std::filesystem::path& file) {
    const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened.isOpen())
        return std::nullopt;
    const bool taken = isTaken(opened, LOCK_SH);
    return taken || errno == 0 ? std::optional(taken) : std::nullopt;
}

} // namespace belfry
