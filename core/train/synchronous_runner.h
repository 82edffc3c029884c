// Steps of towers that work on one batch together. Session thread only; internal to the engine (ATen).
#pragma once

#include "core/exchange/exchange.h"
#include "core/train/gradient_sum.h"
#include "core/train/step.h"

namespace belfry {

class SynchronousRunner : public StepRunner {
public:
    // waits: compute() waits for the towers' numbers; else the host continues, and collect() fetches them later.
    // firstTower: of the team, among all towers of the run. batches: of a step, whose gradients are averaged; fewer at
    // the end of an epoch. With several it waits.
    SynchronousRunner(TowerTeam& team, Feed& feed, Exchange& exchange, bool waits, int firstTower = 0,
                      std::int64_t batches = 1);

    bool compute(Step& step, std::int64_t newSteps, const std::stop_token& stop) override;
    // The times and sums of a step that was not waited for, after which `updatesSince` updates were queued, its own
    // included. Waits until the devices have got that far.
    void collect(Step& step, int updatesSince);
    void updated(const Step& step) override;

private:
    bool computeBatch(Step& step, const std::stop_token& stop);
    bool accumulate(Step& step, const std::stop_token& stop);
    void computeGradients(Step& step, const Batch& batch);
    void readTowers(Step& step, int updatesSince);

    TowerTeam& team_;
    Feed& feed_;
    Exchange& exchange_;
    bool waits_;
    int firstTower_;
    std::int64_t batches_;
    bool lastOfEpoch_ = false; // the last batch
    GradientSum gradients_;    // of several batches
};

} // namespace belfry
