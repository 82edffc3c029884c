// Writes a run's TensorBoard event file: scalars of every step and epoch, the towers' stage times ten times a second,
// histograms of weights, gradients and activations with their sparsity, and the network's graph. TensorBoard can read
// it during the run. One thread at a time.
#pragma once

#include "core/base/file_descriptor.h"
#include "core/formats/tensorboard.h"
#include "core/model/blueprint.h"
#include "core/train/events.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

class EventFile {
public:
    // Creates a new file in `folder`, ordered after those of earlier sessions. Creates the folder if needed. The file
    // starts with a marker, so that TensorBoard discards earlier data after started.step: the run was rewound to that
    // checkpoint. Throws Error(Io).
    EventFile(const std::filesystem::path& folder, const Started& started, std::chrono::system_clock::time_point time);

    // Buffers an event, which happened at `time`. Events without figures are ignored.
    void write(const Event& event, std::chrono::system_clock::time_point time);
    // Passes complete records to the system, so that the file of a killed process is readable to its last record.
    // Throws Error(Io).
    void flush();

private:
    // Of a tower's steps since its stages were last reported.
    struct Stages {
        double steps = 0;
        std::array<double, kEveryStage.size()> milliseconds{}; // sums
        std::array<bool, kEveryStage.size()> seen{};           // was nonzero in a step of this session
    };
    void add(const std::string& message);
    void addStages(const StepDone& step);
    std::vector<TaggedScalar> takeStages(double seconds); // means, if they are due

    std::filesystem::path path_;
    FileDescriptor file_;
    std::string buffer_;      // records that are not in the file yet
    std::int64_t images_ = 0; // images seen at the last reported step
    std::string note_;        // description of training figures
    Plan plan_;
    std::vector<Stages> stages_;
    double stagesReported_ = -1; // time of the last report, in seconds of the run
};

// The network as a TensorBoard graph: a group per layer with its operations and variables. No state; any thread.
// From the bytes of the images to the probabilities. Inputs are names of earlier nodes.
std::vector<GraphNode> networkGraph(const Blueprint& blueprint);

} // namespace belfry
