// What the ranks of a run tell one another at each step, so that all decide alike: their sums, whether to stop, and
// rank 0's settings. Alone it agrees with itself, and nothing is sent. Session thread only; internal to the engine.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/train/step.h"

#include <cstdint>
#include <vector>

namespace belfry {

class RankAgreement {
public:
    // settings: that the run begins with.
    RankAgreement(const RankSeat& seat, const LiveSettings& settings) : seat_(seat), settings_(settings) {}

    bool alone() const { return !seat_.group; }
    // This rank wants the run to stop; it goes on until all know.
    void wish(bool stop) { wantsStop_ = wantsStop_ || stop; }
    // Rank 0's count for all, from the next agreement on.
    void offer(const LiveSettings& settings) { offered_ = settings; }
    // Waits for all ranks, between steps.
    void agree();
    // The same between a step's gradients and its update: the step's sums become those over all ranks. The wait is
    // added to every tower's time: as long as the slowest rank computed longer it is a wait for others, then for the
    // network, where the numbers come behind the gradients.
    void agree(Step& step);

    // The times of all ranks' towers in a step: those of this rank's, which are complete, and what the others told of
    // their last step.
    void completeTimes(std::vector<StageTimes>& times);

    bool stops() const { return stops_; }                      // some rank wished it, at the last agreement
    const LiveSettings& settings() const { return settings_; } // of the last agreement
    // All ranks' weights, by their hashes: throws Error(Training) that names one whose are others than rank 0's.
    void requireEqualWeights(std::uint64_t hash, std::int64_t step);
    // This rank's run has failed. The others are told why, unless they fail at the same place for the same reason.
    void fail(const std::string& sentence, bool everywhere) noexcept;

private:
    StepSums exchange(const StepSums& own);
    std::vector<double> word(const StepSums& own) const;
    float busy_ = 0, slowest_ = 0; // milliseconds of computing in the step: this rank, and that which took longest

    const RankSeat& seat_;
    LiveSettings settings_, offered_;
    bool wantsStop_ = false, stops_ = false;
    bool differs_ = false;              // some rank's weights
    std::vector<StageTimes> completed_; // of this rank's towers in the last step
    std::vector<StageTimes> told_;      // of all towers
};

} // namespace belfry
