#include "core/runs/run_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <fcntl.h>

#include <cerrno>

namespace belfry {
namespace {

// The whole file, for this opening of it alone: another one of the same process counts, too, and it can be asked about
// without being taken (fcntl(2), open file description locks).
struct flock wholeFile() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

RunLock::RunLock(const std::filesystem::path& file) : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.isOpen())
        throwNotCreated(file);
    struct flock lock = wholeFile();
    const bool taken = ::fcntl(file_.get(), F_OFD_SETLK, &lock) != 0 && (errno == EAGAIN || errno == EACCES);
    if (taken) // other errors: not every file system supports locks
        throw usageError(Text::tr("Run '%1' is in progress in another process. Wait for its end, or stop it there.",
                                  file.parent_path().filename().string()));
}

std::optional<bool> RunLock::isHeld(const std::filesystem::path& file) {
    const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct flock lock = wholeFile();
    if (!opened.isOpen() || ::fcntl(opened.get(), F_OFD_GETLK, &lock) != 0)
        return std::nullopt;
    return lock.l_type != F_UNLCK;
}

} // namespace belfry
