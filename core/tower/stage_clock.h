// Times the stages of a tower's step where they happen: by the clock on the CPU, by time stamps on the device's stream
// on CUDA, where the host only enqueues. The tower's thread only.
#pragma once

#include "core/base/stage_times.h"
#include "core/base/stopwatch.h"

#include <ATen/ATen.h>

#include <memory>

namespace belfry {

class StageClock {
public:
    explicit StageClock(at::Device device);
    ~StageClock();

    void start();
    // The stage since start() or the last end() is over. CUDA: enqueues a time stamp on the current stream.
    void end(float StageTimes::*stage);
    // After the stream has been waited for: the stages that ended since start().
    void read(StageTimes& times);

private:
    struct Stamps; // CUDA only
    Stopwatch watch_;
    StageTimes times_;
    std::unique_ptr<Stamps> stamps_;
};

} // namespace belfry
