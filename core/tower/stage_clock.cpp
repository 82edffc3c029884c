#include "core/tower/stage_clock.h"

#include "core/tower/device_event.h"

#include <array>

namespace belfry {

struct StageClock::Stamps {
    static constexpr std::size_t kMost = 8; // stages of one step
    struct Stamp {
        float StageTimes::*stage = nullptr;
        DeviceEvent event{DeviceEvent::Timing::On};
    };
    std::array<Stamp, kMost> stamps;
    std::size_t used = 0;

    void record(float StageTimes::*stage) {
        Stamp& stamp = stamps.at(used++);
        stamp.stage = stage;
        stamp.event.record(c10::cuda::getCurrentCUDAStream());
    }
};

StageClock::StageClock(at::Device device) : stamps_(device.is_cuda() ? std::make_unique<Stamps>() : nullptr) {}

StageClock::~StageClock() = default;

void StageClock::start() {
    times_ = {};
    watch_ = Stopwatch();
    if (stamps_) {
        stamps_->used = 0;
        stamps_->record(nullptr);
    }
}

void StageClock::end(float StageTimes::*stage) {
    if (stamps_)
        stamps_->record(stage);
    else
        times_.*stage = watch_.lap();
}

void StageClock::read(StageTimes& times) {
    if (stamps_)
        for (std::size_t i = 1; i < stamps_->used; ++i)
            times_.*(stamps_->stamps[i].stage) = stamps_->stamps[i - 1].event.millisecondsTo(stamps_->stamps[i].event);
    times.copy = times_.copy;
    times.forward = times_.forward;
    times.backward = times_.backward;
    times.exchange = times_.exchange;
    times.update = times_.update;
}

} // namespace belfry
