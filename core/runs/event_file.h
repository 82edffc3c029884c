// A run as TensorBoard reads it while it goes on: scalars of every step and epoch, the towers' stage times ten times a
// second, histograms of weights, gradients and activations with their sparsity, and the network's graph. One thread at
// a time.
#pragma once

#include "core/formats/tensorboard.h"
#include "core/train/events.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

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
    // Of a tower's steps since its stages were told last.
    struct Stages {
        double steps = 0;
        std::array<double, kEveryStage.size()> milliseconds{}; // sums
        std::array<bool, kEveryStage.size()> seen{};           // was not 0 in some step of this session
    };
    void add(const std::string& message);
    void addStages(const StepDone& step);
    std::vector<TaggedScalar> takeStages(double seconds); // means, when it is time to tell them

    std::filesystem::path path_;
    int file_ = -1;
    std::string line_;        // records that are not in the file yet
    std::int64_t images_ = 0; // seen by the last step told
    std::string note_;        // on figures of training
    std::vector<Stages> stages_;
    double stagesTold_ = -1; // seconds of the run
};

} // namespace belfry
