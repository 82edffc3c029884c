// log.txt: the run as lines for people. One thread at a time.
#pragma once

#include "core/train/events.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace belfry {

class RunLog {
public:
    // Appends when the file exists. Throws Error(Io).
    explicit RunLog(const std::filesystem::path& path);
    ~RunLog();

    // Steps are written at the plan's display interval, everything else always. `time` is when it happened.
    // Throws Error(Io), also for what an earlier write() left in the buffer.
    void write(const Event& event, std::chrono::system_clock::time_point time);
    void flush(); // to the system; throws Error(Io)

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
