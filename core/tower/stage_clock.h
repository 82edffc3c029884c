// Times the stages of a step where they happen: by the clock on the CPU, by time stamps on the device's stream on CUDA,
// where the host only enqueues. The times of the last steps are kept until their devices have finished them. One thread
// at a time.
#pragma once

#include "core/base/stage_times.h"
#include "core/base/stopwatch.h"

#include <ATen/ATen.h>

#include <array>
#include <memory>

namespace belfry {

class StageClock {
public:
    static constexpr int kSteps = 5; // kept
    static constexpr int kStepsPerStamp = 10;

    explicit StageClock(at::Device device);
    ~StageClock();

    // CUDA: from now on one step in kStepsPerStamp is timed and stands for those after it: time stamps take a part of
    // a short network's step, and keep it from being one launch.
    void sample();

    // Forgets the steps so far, which nothing reads any more: the next one is timed.
    void restart();

    int stepsPerStamp() const { return samples_ ? kStepsPerStamp : 1; }

    void start(); // of a step
    // The stage since start() or the last end() is over. CUDA: enqueues a time stamp on the current stream.
    void end(float StageTimes::*stage);
    void skip(); // the time since then belongs to no stage
    // Whether the step since start() is timed; the calls above do nothing in one that is not.
    bool timesThisStep() const { return timed_; }
    // The stages of the step `stepsAgo` before the last start() (0: that one), or of the last one that was timed before
    // it, once the stream has been waited for that long; all zero when there was none. The other members of `times`
    // stay.
    void read(StageTimes& times, int stepsAgo = 0) const;

private:
    struct Stamps; // CUDA only
    struct Step {
        StageTimes times;
        std::unique_ptr<Stamps> stamps;
        bool timed = false;
    };
    Step& step(int stepsAgo) { return steps_[static_cast<std::size_t>((started_ - 1 - stepsAgo) % kSteps)]; }
    const Step& step(int stepsAgo) const { return const_cast<StageClock*>(this)->step(stepsAgo); }

    Stopwatch watch_;
    std::int64_t started_ = 0; // steps
    bool samples_ = false;
    bool timed_ = false;        // the step since the last start()
    mutable StageTimes newest_; // of the newest step that was timed and read
    std::array<Step, kSteps> steps_;
};

} // namespace belfry
