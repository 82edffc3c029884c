#include "core/runs/folder_watch.h"

#include "core/base/error.h"
#include "core/base/system_text.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace belfry {

FolderWatch::FolderWatch(const std::vector<std::filesystem::path>& folders)
    : queue_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    for (const std::filesystem::path& folder : folders) {
        if (queue_.isOpen() && ::inotify_add_watch(queue_.get(), folder.c_str(), IN_MOVED_TO | IN_CLOSE_WRITE) >= 0)
            continue;
        const Text reason = systemText();
        throw ioError(
            Text::tr("Cannot watch '%1': %2. Check the folder's permissions, or close programs that watch many files.",
                     folder.string(), reason));
    }
}

bool FolderWatch::wait(std::chrono::milliseconds timeout) {
    pollfd waiting{queue_.get(), POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(timeout.count())) <= 0)
        return false;
    alignas(inotify_event) char events[4096];
    while (::read(queue_.get(), events, sizeof events) > 0)
        continue; // discards the events: the caller reads the folders again
    return true;
}

} // namespace belfry
