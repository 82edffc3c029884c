#include "core/tower/stage_clock.h"

#include "core/tower/device_event.h"

#include <algorithm>

namespace belfry {

struct StageClock::Stamps {
    static constexpr std::size_t kMaxStages = 8; // of one step
    struct Stamp {
        float StageTimes::*stage = nullptr;
        DeviceEvent event{DeviceEvent::Timing::On};
    };
    std::array<Stamp, kMaxStages> stamps;
    std::size_t used = 0;

    void record(float StageTimes::*stage) {
        Stamp& stamp = stamps.at(used++);
        stamp.stage = stage;
        stamp.event.record(c10::cuda::getCurrentCUDAStream());
    }
};

StageClock::StageClock(at::Device device) {
    if (device.is_cuda())
        for (Step& step : steps_)
            step.stamps = std::make_unique<Stamps>();
}

StageClock::~StageClock() = default;

void StageClock::sample() { samples_ = true; }

void StageClock::restart() {
    started_ = 0;
    newest_ = {};
}

void StageClock::start() {
    Step& now = step(-1);
    timed_ = now.timed = !now.stamps || !samples_ || started_ % kStepsPerStamp == 0;
    ++started_;
    now.times = {};
    watch_ = Stopwatch();
    if (now.stamps && timed_) {
        now.stamps->used = 0;
        now.stamps->record(nullptr);
    }
}

void StageClock::end(float StageTimes::*stage) {
    Step& now = step(0);
    if (!now.stamps)
        now.times.*stage = watch_.lap();
    else if (timed_)
        now.stamps->record(stage);
}

void StageClock::skip() {
    if (!step(0).stamps)
        watch_.lap();
    else if (timed_)
        step(0).stamps->record(nullptr);
}

void StageClock::read(StageTimes& times, int stepsAgo) const {
    StageTimes found;
    if (stepsAgo < std::min<std::int64_t>(started_, kSteps)) {
        const Step& then = step(stepsAgo);
        if (then.timed)
            newest_ = then.times;
        if (then.timed && then.stamps)
            for (std::size_t i = 1; i < then.stamps->used; ++i)
                if (const auto& [stage, event] = then.stamps->stamps[i]; stage != nullptr)
                    newest_.*stage = then.stamps->stamps[i - 1].event.millisecondsTo(event);
        found = newest_;
    }
    times.copy = found.copy;
    times.forward = found.forward;
    times.backward = found.backward;
    times.exchange = found.exchange;
    times.update = found.update;
}

} // namespace belfry
