// How a run ends that cannot go on: by an error, or because a step does not come to its end. What is kept of it, and
// the sentence that says what is left to go on from.
#include "core/train/replica_check.h"
#include "core/train/sentences.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace belfry {

void Trainer::fail(const std::exception& error) {
    result_.state = RunState::Failed;
    result_.reason = sentenceFor(error, fitted_);
    for (int t = 0; team_ && started_.ahead && t < team_->size(); ++t)
        team_->tower(t).finish(); // what was queued for a step that failed has no order any more
    try {
        if (mayKeepWeights()) {
            exchange_->variables().check();
            // A device that is lost answers no question any more; what is on the host can be saved all the same.
            if (!exchange_->variables().onHost())
                saveCheckpoint(false, true);
            else if (hostWeightsAreWhole())
                write(checkpointNow(false), false, true);
        }
    } catch (const std::exception& lost) {
        if (const std::string sentence = sentenceFor(lost, fitted_); sentence != result_.reason)
            result_.reason += " " + sentence;
    }
    sayWhatIsLeft();
}

// Not those that diverged, even while their numbers are finite; nor those of which nobody knows how far an update came.
// Where towers go apart, the images at work are not in them: who goes on from there takes as many from that place of
// the epoch on, and those that came out of turn are seen twice, others not at all in that epoch.
bool Trainer::mayKeepWeights() const {
    return sink_ && !control_.aborted() && known_ && !diverged_ && state_.step > 0;
}

// Without a word to any thread or device, which may be the one that fails or hangs.
bool Trainer::hostWeightsAreWhole() {
    if (!exchange_ || !exchange_->variables().onHost())
        return false;
    std::vector<std::uint64_t> hashes;
    for (int t = 0; !apart_ && t < team_->size(); ++t)
        if (team_->tower(t).device().is_cpu())
            hashes.push_back(replicaHash(team_->tower(t)));
    return hashes.empty() || differentReplica(hashes) < 0;
}

void Trainer::sayWhatIsLeft() {
    const bool validated = diverged_ && !bestFile_.empty(); // a checkpoint may be on its way to no number already
    if (!finalFile_.empty())
        result_.reason +=
            " The weights of step " + std::to_string(state_.step) + " are in " + finalFile_.string() + ".";
    else if (!checkpointFile_.empty() && !validated)
        result_.reason += " The last checkpoint, of step " + std::to_string(checkpointStep_) + ", is " +
                          checkpointFile_.string() + (diverged_ ? "; no epoch validated its weights." : ".");
    else if (!bestFile_.empty())
        result_.reason +=
            " The best weights, of epoch " + std::to_string(state_.bestEpoch) + ", are in " + bestFile_.string() + ".";
    else if (sink_ && state_.step > 0)
        result_.reason += " There is no checkpoint yet.";
}

// Of the watch, on its thread, while the session's is in a section.

void Trainer::onStall(const std::string& work, StallWatch::Seconds longest) {
    observer_.onEvent(Warning{work + " does not come to its end: it takes longer than " +
                              shortNumber(prepared_.stallSeconds) + " seconds, the longest before took " +
                              shortNumber(longest.count()) +
                              ". A device, a link or the data may hang. Stop the run, and it ends all the same."});
}

bool Trainer::mayGiveUp() {
    return control_.stopToken().stop_requested();
}

void Trainer::onGivenUp(const std::string& work, StallWatch::Seconds taken) {
    result_.state = RunState::Failed;
    result_.reason = work + " was given up after " + shortNumber(std::round(taken.count())) +
                     " seconds: a device, a link or the data hangs. Go on from a checkpoint, with other devices.";
    try {
        if (mayKeepWeights() && hostWeightsAreWhole())
            write(checkpointNow(false), false, true);
    } catch (const std::exception& lost) {
        result_.reason += " " + sentenceFor(lost, fitted_);
    }
    sayWhatIsLeft();
    sumUp();
    control_.abandon(result_);
}

} // namespace belfry
