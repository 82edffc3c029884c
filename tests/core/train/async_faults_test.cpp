// Towers that do not wait for one another, when something breaks: what is kept is of a moment before.
#include "core/base/error.h"
#include "core/exchange/forwarding_exchange.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

// After the update `at` something happens to the tower that brought it, which is at rest then.
class BreaksAt : public ForwardingExchange {
public:
    using Break = std::function<void(Tower&)>;
    BreaksAt(TowerTeam& team, std::int64_t at, Break what)
        : ForwardingExchange(makeExchange("async", team)), team_(team), at_(at), what_(std::move(what)) {}
    ExchangeTimes finish(const ExchangeStep& step) override {
        const ExchangeTimes times = ForwardingExchange::finish(step);
        const auto brought = std::ranges::find_if(step.images, [](std::int64_t images) { return images > 0; });
        if (++step_ == at_)
            what_(team_.tower(static_cast<int>(brought - step.images.begin())));
        return times;
    }

private:
    TowerTeam& team_;
    std::int64_t at_, step_ = 0;
    Break what_;
};

std::string reasonOf(std::int64_t at, const BreaksAt::Break& what) {
    Plan plan = test::towersPlan(3, 32, 2);
    plan.exchange = "async";
    plan.checkpointEvery = 8;
    PreparedRun run = smallRun(plan);
    run.exchange = [&](TowerTeam& team) { return std::make_unique<BreaksAt>(team, at, what); };
    Recorder recorder;
    Sink sink;
    Session session(std::move(run), recorder, &sink);
    session.start();
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Failed);
    for (const Sink::Saved& saved : sink.saved)
        EXPECT_TRUE(std::ranges::all_of(saved.snapshot.weights, [](float weight) { return std::isfinite(weight); }));
    return recorder.finished().reason;
}

TEST(AsyncFaults, AnUpdateThatFailsEndsTheRun) {
    for (const std::int64_t at : {1, 2, 17, 40, 63})
        EXPECT_THAT(reasonOf(at, [](Tower&) { throw Error(ErrorCategory::Device, "The link is gone."); }),
                    HasSubstr("The link is gone."));
}

// Its next gradient is no number, and the others' are.
TEST(AsyncFaults, ATowerThatGivesNoNumbersEndsTheRunBeforeTheWeights) {
    for (const std::int64_t at : {1, 2, 17, 40})
        EXPECT_THAT(reasonOf(at, [](Tower& tower) { tower.weights().fill_(std::numeric_limits<float>::quiet_NaN()); }),
                    HasSubstr("not a number at step"));
}

} // namespace
} // namespace belfry
