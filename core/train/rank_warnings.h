// What the other ranks of a run warn of, told by rank 0, which alone prints and records: the others may share no folder
// with it. Internal to the engine.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/train/events.h"

#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace belfry {

// Passes all events on, and keeps what another rank than 0 remarks at its start and warns of later. Any thread, but for
// gather().
class RankWarnings : public Observer {
public:
    RankWarnings(const RankSeat& seat, Observer& next) : seat_(seat), next_(next) {}

    void onEvent(const Event& event) override;
    // Of all ranks at the same place: rank 0 warns of what the others have kept since the last time, but for what it
    // has said itself. In English. Throws what a group's calls throw; does nothing without a group.
    void gather();

private:
    void keep(const Text& text);

    const RankSeat& seat_;
    Observer& next_;
    std::mutex mutex_; // guards what follows
    std::vector<std::string> kept_;
    std::set<std::string> said_; // rank 0's own remarks
};

} // namespace belfry
