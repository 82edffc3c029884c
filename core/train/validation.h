// Validation of a run: what each one found, the best weights so far, when patience ends, and the test of the best.
// Session thread only; internal to the engine (ATen).
#pragma once

#include "core/train/replicas.h"

#include <stop_token>

namespace belfry {

class Validation {
public:
    // All must outlive it.
    Validation(const PreparedRun& prepared, StallWatch& watch) : prepared_(prepared), watch_(watch) {}

    // The results so far.
    const ValidationRecord& record() const { return record_; }
    // epochs: that are whole; a part of one that was validated is now continued.
    void restore(const ValidationRecord& record, std::int64_t epochs);

    // The validation split, answered by the moving average of the weights when there is one, else by the weights. All
    // replicas are aligned. A stop ends it early, with no figures.
    EvaluationResult evaluate(TowerTeam& team, Replicas& replicas, std::int64_t step, const std::stop_token& stop);
    // Takes over an epoch's figures; true: the best so far, whose weights are kept.
    bool add(const EvaluationResult& found, std::int64_t step, const VariableStore& variables);
    // The same of the weights that the run begins with, as epoch 0.
    void addStart(const EvaluationResult& found, const VariableStore& variables);
    // The plan's patience has ended.
    bool stopsEarly() const;
    Text earlyStopReason() const;

    // The test split is used once, when all is saved: by the best weights, which stay in the replicas.
    EvaluationResult testBest(TowerTeam& team, Replicas& replicas, std::int64_t step, const std::stop_token& stop);

    // Of the best weights, which the towers hold, on validation pictures.
    double temperature(TowerTeam& team, std::int64_t step, const std::stop_token& stop);

private:
    EvaluationResult evaluateExactly(TowerTeam& team, const ImageStore& store, int views, StallWatch::Work work,
                                     std::int64_t step, const std::stop_token& stop,
                                     std::vector<float>* keepLogits = nullptr);
    // What the newest weights answered to the pictures of temperatureIds().
    void keepForTemperature(const std::vector<float>& logits);
    std::vector<std::int64_t> temperatureIds() const;
    bool better(const EvaluationResult& found) const;
    void takeAsBest(const EvaluationResult& found, std::int64_t step, const VariableStore& variables);

    const PreparedRun& prepared_;
    StallWatch& watch_;
    ValidationRecord record_;
    // For the temperature, pictures x classes: of the newest weights and of the best. Empty over ranks, each of which
    // answers a part, and after a resume until the first validation, or the first that is the best.
    std::vector<float> newestLogits_, bestLogits_;
};

} // namespace belfry
