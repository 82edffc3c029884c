// An exchange of a session on GPUs that sees how far the host is ahead of the devices, and gives one step a gradient
// that is no number.
#pragma once

#include "core/exchange/forwarding_exchange.h"
#include "tests/gpu/gpu_runs.h"
#include "tests/support/forwarding_run_ahead.h"

#include <c10/core/Stream.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace belfry::test {

// To be read when the session is gone.
struct Seen {
    std::int64_t lead = 0;            // most steps that were made and not told
    int busy = 0;                     // steps after which the first device still had something to do
    std::vector<float> before, after; // weights: before the step that is broken, and at the end
};

// Of an exchange whose steps are only queued.
class WatchedExchange : public ForwardingExchange, public ForwardingRunAhead {
public:
    // faultStep: 0: none. It is the last tower's gradient; a step that is replayed has summed it up by then.
    WatchedExchange(TowerTeam& team, const std::string& exchange, const Recorder& recorder, Seen& seen,
                    std::int64_t faultStep = 0)
        : ForwardingExchange(makeExchange(exchange, team)), ForwardingRunAhead(*ForwardingExchange::runAhead()),
          team_(team), recorder_(recorder), seen_(seen), faultStep_(faultStep) {}
    ~WatchedExchange() override {
        try {
            seen_.after = variables().weights();
        } catch (const std::exception&) { // of sums that failed
        }
    }
    RunAhead* runAhead() override { return this; }
    bool queuesOnly(TowerTeam&) const override { return true; }
    void ready(int tower, int slice) override { // in backward, on the tower's stream
        if (step_ + 1 == faultStep_ && tower + 1 == team_.size()) {
            const Slice& part = team_.tower(tower).blueprint().slices[static_cast<std::size_t>(slice)];
            at::Tensor gradient = team_.tower(tower).gradient();
            gradient.narrow(0, part.offset, part.count).fill_(std::numeric_limits<float>::quiet_NaN());
        }
        ForwardingExchange::ready(tower, slice);
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        const ExchangeTimes times = ForwardingExchange::finish(step);
        seen_.busy += team_.tower(0).stream()->query() ? 0 : 1;
        seen_.lead = std::max(seen_.lead, ++step_ - static_cast<std::int64_t>(recorder_.all<StepDone>().size()));
        if (step_ + 1 == faultStep_)
            seen_.before = variables().weights(); // waits, this once
        return times;
    }

private:
    TowerTeam& team_;
    const Recorder& recorder_;
    Seen& seen_;
    std::int64_t faultStep_, step_ = 0;
};

// The plan's exchange, watched.
inline Outcome watchedOutcomeOf(PreparedRun run, Seen& seen, std::int64_t faultStep = 0) {
    Recorder recorder;
    run.warmUp = false; // whose steps are none of those that are watched
    run.exchange = [&, exchange = run.plan.exchange](TowerTeam& team) {
        return std::make_unique<WatchedExchange>(team, exchange, recorder, seen, faultStep);
    };
    return outcomeOf(std::move(run), recorder);
}

// A step is broken while later ones are queued already.
inline void expectNoOddNumberInWeights(const Plan& plan, std::int64_t faultStep) {
    PreparedRun run = gpuRun(plan);
    run.beside = true; // nothing is replayed: a gradient is broken before it is summed up
    Seen seen;
    const Outcome outcome = watchedOutcomeOf(std::move(run), seen, faultStep);
    EXPECT_EQ(outcome.finished.state, RunState::Failed);
    const std::string step = "The loss was not a number at step " + std::to_string(faultStep) + " ";
    EXPECT_EQ(outcome.finished.reason.english().substr(0, step.size()), step);
    EXPECT_EQ(outcome.finished.steps, faultStep - 1);
    EXPECT_EQ(outcome.steps.size(), static_cast<std::size_t>(faultStep)); // its loss is shown
    EXPECT_EQ(seen.lead, 1 + kMaxInFlightSteps);
    ASSERT_FALSE(seen.before.empty());
    EXPECT_EQ(seen.after, seen.before);
}

} // namespace belfry::test
