// Notices a rank that neither works nor ends: stopped, swapped out, or cut off from the network. Its connections stay
// open, and a sum would wait for it. Internal to core/ranks (c10d).
#pragma once

#include "core/base/abandonable.h"
#include "core/ranks/roll_call.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace belfry {

class Pulse {
public:
    // store: a connection of its own, as another call may wait on that of the group.
    // Every rank counts up its key in the store; rank 0 watches all the others, and they watch rank 0. onSilent: once,
    // on a thread of the pulse, the ranks whose key has stood still for `limit`; rank 0 too when the store does not
    // answer, or refuses; nobody when another rank has announced a loss, which a sum does not always notice.
    Pulse(StorePointer store, int rank, int ranks, std::chrono::milliseconds limit,
          std::function<void(std::vector<int> silent)> onSilent);
    ~Pulse(); // waits for a call of onSilent(), which may ask the others
    Pulse(const Pulse&) = delete;
    Pulse& operator=(const Pulse&) = delete;

private:
    struct State;
    std::shared_ptr<State> state_;
    std::optional<Abandonable<bool>> asking_; // the store, which may keep it for tens of seconds
    std::thread watching_;
};

} // namespace belfry
