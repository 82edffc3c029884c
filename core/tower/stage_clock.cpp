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

void StageClock::start() {
    ++started_;
    Step& now = step(0);
    now.times = {};
    watch_ = Stopwatch();
    if (now.stamps) {
        now.stamps->used = 0;
        now.stamps->record(nullptr);
    }
}

void StageClock::end(float StageTimes::*stage) {
    Step& now = step(0);
    if (now.stamps)
        now.stamps->record(stage);
    else
        now.times.*stage = watch_.lap();
}

void StageClock::skip() {
    if (step(0).stamps)
        step(0).stamps->record(nullptr);
    else
        watch_.lap();
}

void StageClock::read(StageTimes& times, int stepsAgo) const {
    StageTimes found;
    if (stepsAgo < std::min<std::int64_t>(started_, kSteps)) {
        const Step& then = step(stepsAgo);
        found = then.times;
        if (then.stamps)
            for (std::size_t i = 1; i < then.stamps->used; ++i)
                if (const auto& [stage, event] = then.stamps->stamps[i]; stage != nullptr)
                    found.*stage = then.stamps->stamps[i - 1].event.millisecondsTo(event);
    }
    times.copy = found.copy;
    times.forward = found.forward;
    times.backward = found.backward;
    times.exchange = found.exchange;
    times.update = found.update;
}

} // namespace belfry
