// Watches sums that devices do by themselves: one that stalls, or that a link or a device breaks, would be waited for
// for ever. The first failure aborts the collective, which releases every waiting thread. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/exchange/collective.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace belfry {

class Watchdog {
public:
    // The collective must outlive it. limit: without any progress.
    Watchdog(Collective& collective, std::chrono::milliseconds limit);
    // Throws Error(Device) once the collective was aborted: what it was asked for since then means nothing.
    void check() const;

private:
    void watch(const std::stop_token& stop);
    void fail(const Text& what);

    Collective& collective_;
    std::chrono::milliseconds limit_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    Text failure_;
    std::jthread thread_; // last: starts when the rest exists
};

} // namespace belfry
