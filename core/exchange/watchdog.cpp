#include "core/exchange/watchdog.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {

Watchdog::Watchdog(Collective& collective, std::chrono::milliseconds limit)
    : collective_(collective), limit_(limit), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void Watchdog::check() const {
    const std::lock_guard lock(mutex_);
    if (!failure_.empty())
        throw Error(ErrorCategory::Device, failure_);
}

void Watchdog::watch(const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const auto look = std::clamp(limit_ / 10, std::chrono::milliseconds(1), std::chrono::milliseconds(500));
    std::int64_t done = -1;
    Clock::time_point since = Clock::now(); // when it was last seen idle, or further than before
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, stop, look, [&stop] { return stop.stop_requested(); })) {
        lock.unlock();
        const Collective::Progress now = collective_.progress();
        if (!now.problem.empty())
            return fail(Text::tr("The exchange between the devices failed: %1.", now.problem));
        if (now.done == now.asked || now.done != done)
            since = Clock::now();
        done = now.done;
        if (Clock::now() - since > limit_)
            return fail(Text::plural("The exchange between the devices has made no progress for %n seconds.",
                                     "The exchange between the devices has made no progress for %n second.",
                                     std::chrono::duration_cast<std::chrono::seconds>(limit_).count()));
        lock.lock();
    }
}

void Watchdog::fail(const Text& what) {
    {
        const std::lock_guard lock(mutex_);
        failure_ = Text::sentences(
            {what,
             Text::tr(
                 "A device or a link is lost; resume from a checkpoint, with other devices or the exchange 'cpu'.")});
    }
    collective_.abort(); // after the failure is set: the threads that it releases check it
}

} // namespace belfry
