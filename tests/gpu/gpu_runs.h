// Whole runs on GPUs, as the window and belfry-cli start them.
#pragma once

#include "tests/core/train/small_run.h"

#include <utility>

namespace belfry::test {

struct Outcome {
    std::vector<Started> started; // none when it failed before
    Finished finished;
    std::vector<StepDone> steps;
    std::vector<Warning> warnings;
    std::vector<float> weights; // the last that were kept
};

// On the first GPU, unless a test changes that.
inline Plan smallGpuPlan() {
    Plan plan;
    plan.devices = {"cuda:0"};
    plan.batchPerTower = 50;
    plan.epochs = 2;
    return plan;
}

inline PreparedRun gpuRun(const Plan& plan, std::int64_t images = 1000) {
    PreparedRun run = prepareRun(plan);
    run.data = smallMnist(images);
    return run;
}

inline Outcome outcomeOf(PreparedRun run, Recorder& recorder) {
    Sink sink;
    Session session(std::move(run), recorder, &sink);
    session.start();
    session.wait();
    return {recorder.all<Started>(), recorder.finished(), recorder.all<StepDone>(), recorder.all<Warning>(),
            sink.saved.empty() ? std::vector<float>{} : sink.saved.back().snapshot.weights};
}

inline Outcome outcomeOf(PreparedRun run) {
    Recorder recorder;
    return outcomeOf(std::move(run), recorder);
}

inline Outcome outcomeOf(const Plan& plan, std::int64_t images = 1000) { return outcomeOf(gpuRun(plan, images)); }

} // namespace belfry::test
