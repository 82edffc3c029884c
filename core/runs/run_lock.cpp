#include "core/runs/run_lock.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace belfry {

RunLock::RunLock(const std::filesystem::path& file) : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.isOpen())
        throwNotCreated(file);
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) // not every file system supports locks
        return;
    throw usageError(Text::tr("Run '%1' is in progress in another process. Wait for its end, or stop it there.",
                              file.parent_path().filename().string()));
}

} // namespace belfry
