// Towers that do not wait for one another, when something breaks: what is kept is of a moment before.
#include "core/base/error.h"
#include "core/exchange/forwarding_exchange.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>

namespace belfry {
namespace {

using test::EndedRun;
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
    const EndedRun ended(std::move(run));
    EXPECT_EQ(ended.finished().state, RunState::Failed);
    for (const StepDone& step : ended.all<StepDone>())
        EXPECT_GT(step.milliseconds, 0) << step.step; // a step of the second tower that diverged took 0 ms
    for (const Sink::Saved& saved : ended.saved)
        EXPECT_TRUE(std::ranges::all_of(saved.snapshot.weights, [](float weight) { return std::isfinite(weight); }));
    return ended.finished().reason.english();
}

TEST(AsyncFaults, AFailingUpdateEndsTheRun) {
    for (const std::int64_t at : {1, 2, 17, 40, 63})
        EXPECT_THAT(
            reasonOf(at, [](Tower&) { throw Error(ErrorCategory::Device, Text::verbatim("The link is gone.")); }),
            HasSubstr("The link is gone."));
}

// Its next gradient is no number, and the others' are.
TEST(AsyncFaults, ATowerWithNaNsEndsTheRunBeforeTheUpdate) {
    for (const std::int64_t at : {1, 2, 17, 40})
        EXPECT_THAT(reasonOf(at, [](Tower& tower) { tower.weights().fill_(std::numeric_limits<float>::quiet_NaN()); }),
                    HasSubstr("not a number at step"));
}

// On its own thread, in backward, while the others are at work.
TEST(AsyncFaults, AThrowingTowerEndsTheRunWithItsWeights) {
    struct Throws : ForwardingExchange {
        explicit Throws(TowerTeam& team) : ForwardingExchange(makeExchange("async", team)) {}
        void ready(int tower, int) override {
            if (tower == 1 && ++slices_ > 40)
                throw Error(ErrorCategory::Device, Text::verbatim("The tower is on fire."));
        }
        int slices_ = 0; // of that tower's thread
    };
    Plan plan = test::towersPlan(3, 32, 2);
    plan.exchange = "async";
    PreparedRun run = smallRun(plan);
    run.exchange = [](TowerTeam& team) { return std::make_unique<Throws>(team); };
    const EndedRun ended(std::move(run));
    const std::int64_t steps = ended.finished().steps;
    EXPECT_GT(steps, 0);
    EXPECT_EQ(ended.finished().reason,
              "The tower is on fire. The weights of step " + std::to_string(steps) + " are in final.");
    EXPECT_EQ(ended.saved.back().snapshot.step, steps);
}

// The training pictures, one of whose batches cannot be read.
struct TornStore : ImageStore {
    TornStore(std::shared_ptr<const ImageStore> inner, int at) : inner_(std::move(inner)), at_(at) {}
    std::int64_t size() const override { return inner_->size(); }
    std::uint8_t label(std::int64_t index) const override { return inner_->label(index); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        if (++reads_ == at_)
            throw Error(ErrorCategory::Data, Text::verbatim("The disk is gone."));
        inner_->read(indices, destination);
    }
    std::shared_ptr<const ImageStore> inner_;
    const int at_;
    mutable std::atomic<int> reads_ = 0;
};

// The variables are whole after each update, whoever is at work: only a last checkpoint, of long before, was left.
TEST(AsyncFaults, ARunThatFailsDuringAStepKeepsItsWeights) {
    for (const int at : {5, 20, 40}) { // the last in the second epoch
        Plan plan = test::towersPlan(3, 32, 2);
        plan.exchange = "async";
        PreparedRun run = smallRun(plan);
        auto data = std::make_shared<DataSet>(*run.data);
        data->train = std::make_shared<TornStore>(data->train, at);
        run.data = std::move(data);
        const EndedRun ended(std::move(run));
        const Finished finished = ended.finished();
        EXPECT_EQ(finished.state, RunState::Failed);
        EXPECT_EQ(finished.steps, at - 3); // three towers were at work, and the store is asked after each update
        EXPECT_EQ(finished.reason,
                  "The disk is gone. The weights of step " + std::to_string(finished.steps) + " are in final.");
        const Sink::Saved& last = ended.saved.back();
        EXPECT_EQ(last.kind, CheckpointKind::Final);
        ASSERT_TRUE(last.snapshot.training);
        EXPECT_EQ(last.snapshot.training->images, finished.images);

        PreparedRun rest = smallRun(plan); // and it goes on from there
        rest.checkpoint = std::make_shared<const Snapshot>(last.snapshot);
        const EndedRun resumed(std::move(rest));
        EXPECT_EQ(resumed.finished().state, RunState::Finished) << resumed.finished().reason;
        EXPECT_EQ(resumed.finished().images, 2000);
    }
}

} // namespace
} // namespace belfry
