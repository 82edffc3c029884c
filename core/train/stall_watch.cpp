#include "core/train/stall_watch.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr double kTimesLongest = 20;

} // namespace

StallWatch::StallWatch(Seconds limit, std::function<void(Seconds)> tell)
    : limit_(limit), tell_(std::move(tell)), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

StallWatch::Section::Section(StallWatch& watch) : watch_(watch) {
    const std::lock_guard lock(watch_.mutex_);
    watch_.begin_ = Clock::now();
    watch_.open_ = true;
    watch_.told_ = false;
}

StallWatch::Section::~Section() {
    const std::lock_guard lock(watch_.mutex_);
    watch_.open_ = false;
    watch_.longest_ = std::max(watch_.longest_, Seconds(Clock::now() - watch_.begin_));
}

// Looks now and then: steps must not have to wake it.
void StallWatch::watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!ending_.wait_for(lock, stop, limit_ / 4, [&stop] { return stop.stop_requested(); })) {
        const Seconds most = std::max(limit_, kTimesLongest * longest_);
        if (!open_ || told_ || Clock::now() - begin_ < most)
            continue;
        told_ = true;
        tell_(longest_);
    }
}

} // namespace belfry
