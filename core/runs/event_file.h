// A run as TensorBoard reads it while it goes on: scalars of every step and epoch, histograms of weights, gradients and
// activations with their sparsity, and the network's graph. One thread at a time.
#pragma once

#include "core/train/events.h"

#include <chrono>
#include <filesystem>
#include <string>

namespace belfry {

class EventFile {
public:
    // A new file in `folder`, which is made when missing, after those of earlier sessions. It begins by telling
    // TensorBoard to forget what those say of the steps after started.step: the run was rewound to that checkpoint.
    // Throws Error(Io).
    EventFile(const std::filesystem::path& folder, const Started& started, std::chrono::system_clock::time_point time);
    ~EventFile();
    EventFile(const EventFile&) = delete;
    EventFile& operator=(const EventFile&) = delete;

    // Into memory; `time` is when it happened. Events without figures add nothing.
    void write(const Event& event, std::chrono::system_clock::time_point time);
    // To the system: whole records only, so that a process that is killed leaves a file that reads to its last one.
    // Throws Error(Io).
    void flush();

private:
    void add(const std::string& message);

    std::filesystem::path path_;
    int file_ = -1;
    std::string line_;        // records that are not in the file yet
    std::int64_t images_ = 0; // seen by the last step told
    std::string note_;        // on figures of training
};

} // namespace belfry
