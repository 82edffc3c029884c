// A step that does not come to its end: what is told of it, and how the run ends without the thread that hangs in it.
#include "core/train/replica_check.h"
#include "core/train/sentences.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace belfry {

void Trainer::onStall(std::int64_t step, StallWatch::Seconds longest) {
    observer_.onEvent(Warning{"Step " + std::to_string(step) + " does not come to its end: it takes longer than " +
                              shortNumber(prepared_.stallSeconds) + " seconds, the longest before took " +
                              shortNumber(longest.count()) +
                              ". A device, a link or the data may hang. Stop the run, and it ends without that step."});
}

bool Trainer::mayGiveUp() {
    return steering_.stopToken().stop_requested();
}

void Trainer::onGivenUp(std::int64_t step, StallWatch::Seconds taken) {
    result_.state = RunState::Failed;
    result_.reason = "Step " + std::to_string(step) + " was given up after " + shortNumber(std::round(taken.count())) +
                     " seconds: a device, a link or the data hangs. Go on from a checkpoint, with other devices.";
    if (weightsAreAtHand())
        writeCheckpoint(false, true);
    sayWhatIsLeft();
    sumUp();
    steering_.abandon(result_);
}

// Without a word to any thread or device that may be the one which hangs.
bool Trainer::weightsAreAtHand() const {
    const bool onHost =
        std::ranges::all_of(prepared_.placement, [](const auto& tower) { return tower.device == "cpu"; });
    if (!sink_ || steering_.aborted() || !onHost || !computing_ || started_.ahead || apart_ || state_.step == 0)
        return false;
    std::vector<std::uint64_t> hashes; // equal, whether the plan asks for it or not
    for (int t = 0; t < team_->size(); ++t)
        hashes.push_back(replicaHash(team_->tower(t)));
    return differentReplica(hashes) < 0;
}

} // namespace belfry
