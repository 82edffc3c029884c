// log.txt: the run as readable lines. One thread at a time.
#pragma once

#include "core/train/events.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace belfry {

class RunLog {
public:
    // Appends to an existing file. Throws Error(Io).
    explicit RunLog(const std::filesystem::path& path);
    ~RunLog();

    // Steps are written at the plan's display interval, all other events always. `time`: when the event happened.
    // Throws Error(Io), also for buffered lines of an earlier write().
    void write(const Event& event, std::chrono::system_clock::time_point time);
    void flush(); // passes lines to the system; throws Error(Io)

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
