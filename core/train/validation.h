// Validation of a run: what each one found, the best weights so far, when patience ends, and the test of the best.
// Session thread only; internal to the engine (ATen).
#pragma once

#include "core/train/replicas.h"

#include <stop_token>

namespace belfry {

class Validation {
public:
    // All must outlive it; `record` is written here alone.
    Validation(const PreparedRun& prepared, TowerTeam& team, Replicas& replicas, StallWatch& watch,
               ValidationRecord& record);

    // The validation split, answered by the moving average of the weights when there is one, else by the weights. All
    // replicas are aligned. A stop ends it early, with no figures.
    EvaluationResult evaluate(std::int64_t step, const std::stop_token& stop);
    // Takes over an epoch's figures; true: the best so far, whose weights are kept.
    bool add(const EvaluationResult& found, std::int64_t step);
    // The plan's patience has ended.
    bool stopsEarly() const;
    Text earlyStopReason() const;

    // The test split is used once, when all is saved: by the best weights, which stay in the replicas.
    EvaluationResult testBest(std::int64_t step, const std::stop_token& stop);

private:
    EvaluationResult evaluateExactly(const ImageStore& store, StallWatch::Work work, std::int64_t step,
                                     const std::stop_token& stop);
    bool better(const EvaluationResult& found) const;

    const PreparedRun& prepared_;
    TowerTeam& team_;
    Replicas& replicas_;
    StallWatch& watch_;
    ValidationRecord& record_;
};

} // namespace belfry
