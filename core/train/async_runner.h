// Steps of towers that do not wait for one another: each works on a batch of its own, with the weights that it was
// given after its last one. A step is one tower's gradient, in the order in which they are ready. Session thread only;
// internal to the engine (ATen).
#pragma once

#include "core/base/stopwatch.h"
#include "core/exchange/exchange.h"
#include "core/train/stall_watch.h"
#include "core/train/step.h"

#include <vector>

namespace belfry {

class AsyncRunner : public StepRunner {
public:
    using Seconds = StallWatch::Seconds;
    // A team with a thread for each tower, and a feed for one. A tower that is still at a step after the watch's
    // timeout is waited for by all: it may hang, and while others are served it would go unnoticed.
    AsyncRunner(TowerTeam& team, Feed& feed, Exchange& exchange, const StallWatch& watch);
    // Waits for all towers at work; what they computed, or threw, is discarded.
    ~AsyncRunner() override;

    // Gives each idle tower a batch of this epoch and takes the gradient that is ready first. An epoch begins when no
    // tower is at work. step.times: with wait, from the tower's last weights to this batch.
    bool compute(Step& step, std::int64_t newSteps, const std::stop_token& stop) override;
    void updated(const Step& step) override;
    void aligned() override;
    bool idle() const override { return atWork_ == 0; }
    Text remark() const override;

private:
    struct Lane { // a tower's
        Share share;
        std::int64_t epoch = 0;
        std::int64_t weightsVersion = 0; // updates they had when the tower got them
        bool atWork = false;
        Stopwatch idle;
        Seconds begun{0}; // by the watch's clock
        Stopwatch done;   // since its gradient was ready
        float wait = 0;
    };
    struct Staleness { // in updates, of all gradients so far
        std::int64_t steps = 0, largest = 0;
        double sum = 0;
    };
    void startIdleTowers(std::int64_t newSteps, const std::stop_token& stop);
    bool start(int tower, const std::stop_token& stop);
    bool anyTowerOverdue() const;
    int waitForOne();

    TowerTeam& team_;
    Feed& feed_;
    Exchange& exchange_;
    const StallWatch& watch_;
    Seconds longest_{0};
    std::vector<Lane> lanes_; // by tower
    std::int64_t updates_ = 0;
    int atWork_ = 0;
    bool epochGiven_ = false; // its last batch is at work or done
    Staleness staleness_;
};

} // namespace belfry
