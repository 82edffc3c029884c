// What the ranks that do not lead warn of, told by rank 0, which prints and records: their own folders and outputs may
// be on machines that nobody looks at. Internal to the engine.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/train/events.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace belfry {

// What the others say that rank 0 does not say itself, with their names: on rank 0; on the others nothing. Many texts
// are cut, and one that cannot be read becomes a sentence that says so. Collective. Throws as RankGroup's calls.
std::vector<Text> toldByOthers(RankGroup& ranks, const std::vector<Text>& own);

// Between a run and its observer, which gets every event. Of the warnings it keeps a list until the ranks meet.
class RankWarnings : public Observer {
public:
    // Both must outlive it. Alone it only forwards.
    RankWarnings(const RankSeat& seat, Observer& observer) : seat_(seat), observer_(observer) {}
    void onEvent(const Event& event) override; // any thread
    // Rank 0's observer gets the warnings that the others had since the last time. Collective, on the session thread.
    // Throws as RankGroup's calls.
    void tell();

private:
    void keep(const Text& text);
    std::vector<Text> take();

    const RankSeat& seat_;
    Observer& observer_;
    std::mutex mutex_;          // guards the members below
    std::vector<Text> pending_; // the first ones
    std::int64_t more_ = 0;     // that were not kept
};

} // namespace belfry
