// Notices that the process of another rank has ended while nobody sums, as in a validation: a closed connection ends
// what is on its way alone. So something is. Internal to core/ranks (c10d).
#pragma once

#include "core/ranks/gloo_ranks.h"

#include <atomic>
#include <functional>
#include <thread>

namespace belfry {

class NeighbourWatch {
public:
    // Every rank waits for a byte of the next one, which that one sends when it leaves. onLost: at most once, on a
    // thread of the watch, where the connection ends before.
    NeighbourWatch(c10::intrusive_ptr<GlooRanks> ranks, std::function<void()> onLost);
    ~NeighbourWatch(); // waits for a call of onLost()
    NeighbourWatch(const NeighbourWatch&) = delete;
    NeighbourWatch& operator=(const NeighbourWatch&) = delete;

    // From now on this rank's end is no loss. Once; throws what the library throws.
    void leave();

private:
    int neighbour(int distance) const;

    const c10::intrusive_ptr<GlooRanks> ranks_;
    c10::intrusive_ptr<c10d::Work> byte_;
    std::atomic<bool> ending_{false};
    bool left_ = false;
    std::thread waiting_;
};

} // namespace belfry
