// A download in the foreground: a bar on a terminal, and Ctrl-C keeps what came.
#pragma once

#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/interrupt.h"

#include <cstdio>
#include <cstdlib>

namespace belfry::cli {

// What download(options) returns; where that converts to false it was stopped, which is said. A second Ctrl-C ends the
// program. After holdInterrupts().
template <typename Download>
auto watchedDownload(const Download& download) {
    std::stop_source stop;
    const InterruptWatch watch([&stop](int count) {
        stop.request_stop();
        if (count > 1)
            std::_Exit(kStoppedByUser);
    });
    const auto draw = [&download, &stop] {
        Bar bar; // gone before anything is printed
        return download(
            DownloadOptions{.progress = [&bar](const DownloadProgress& progress) { drawDownload(bar, progress); },
                            .stop = stop.get_token()});
    };
    auto result = draw();
    if (!result)
        std::printf("stopped; the downloaded part is kept, and the same command resumes from there\n");
    return result;
}

} // namespace belfry::cli
