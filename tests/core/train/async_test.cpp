// Towers that do not wait for one another: every image is seen as often as in a synchronous run, and what a gradient
// is late is counted.
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>

namespace belfry {
namespace {

using test::EndedRun;
using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::Each;
using testing::HasSubstr;

Plan asyncPlan(int towers) {
    Plan plan;
    plan.exchange = "async";
    plan.towers = towers;
    plan.batchPerTower = 32;
    plan.epochs = 2;
    return plan;
}

// Counts how often each image was read.
class CountingStore : public ImageStore {
public:
    explicit CountingStore(std::shared_ptr<const ImageStore> store)
        : store_(std::move(store)), counts_(static_cast<std::size_t>(store_->size())) {}
    std::int64_t size() const override { return store_->size(); }
    void read(std::span<const std::int64_t> ids, std::uint8_t* destination) const override {
        for (const std::int64_t id : ids)
            ++counts_[static_cast<std::size_t>(id)];
        store_->read(ids, destination);
    }
    std::uint8_t label(std::int64_t id) const override { return store_->label(id); }
    std::vector<int> counts() const { return {counts_.begin(), counts_.end()}; }
    std::int64_t images() const { return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0}); }

private:
    std::shared_ptr<const ImageStore> store_;
    mutable std::vector<std::atomic<int>> counts_;
};

std::shared_ptr<CountingStore> count(PreparedRun& run) {
    auto data = std::make_shared<DataSet>(*run.data);
    auto store = std::make_shared<CountingStore>(data->train);
    data->train = store;
    run.data = data;
    return store;
}

TEST(AsyncTowers, MixPictures) {
    for (const char* feed : {"direct", "resident"}) {
        Plan plan = asyncPlan(2);
        plan.feed = feed;
        plan.augmentation = "mixup, cutmix";
        const EndedRun ended(smallRun(plan));
        EXPECT_EQ(ended.finished().state, RunState::Finished) << ended.finished().reason;
        EXPECT_EQ(ended.finished().images, 2000);
    }
}

// A step is one tower's: 1,000 images are 31 batches of 32 and one of 8.
TEST(AsyncTowers, SeeEveryImageOnceInEachEpoch) {
    for (const std::string feed : {"direct", "queue"}) {
        Plan plan = asyncPlan(3);
        plan.feed = feed;
        PreparedRun run = smallRun(plan);
        const auto counting = count(run);
        const EndedRun ended(std::move(run));
        const Finished finished = ended.finished();
        ASSERT_EQ(finished.state, RunState::Finished) << finished.reason;
        EXPECT_EQ(finished.steps, 64);
        EXPECT_EQ(finished.images, 2000);
        if (feed == "direct") { // a queue reads ahead
            EXPECT_THAT(counting->counts(), Each(2));
        }
        const auto epochs = ended.all<EpochDone>();
        ASSERT_EQ(epochs.size(), 2u);
        EXPECT_EQ(epochs[0].images, 1000);
        EXPECT_EQ(epochs[0].step, 32);
    }
}

TEST(AsyncTowers, CountStaleness) {
    const EndedRun ended(smallRun(asyncPlan(3)));
    std::int64_t most = 0;
    for (const StepDone& step : ended.all<StepDone>()) {
        EXPECT_GE(step.staleness, 0);
        EXPECT_GT(step.milliseconds, 0);
        most = std::max(most, step.staleness);
    }
    EXPECT_GE(most, 1); // the second tower's first gradient is of weights that the first one's changed
    ASSERT_EQ(ended.finished().remarks.size(), 1u);
    EXPECT_THAT(ended.finished().remarks[0], HasSubstr("updates stale on average, " + std::to_string(most)));
}

// Before a checkpoint nobody gets another batch: where none is kept the towers waited for one another in every step.
TEST(AsyncTowers, DoNotWaitForACheckpointThatIsNotKept) {
    struct AtWork : Recorder {
        void onEvent(const Event& event) override { // on the session thread, which reads the batches, too
            if (const auto* done = std::get_if<StepDone>(&event))
                batches.push_back(store->images() / 32 - done->step);
            Recorder::onEvent(event);
        }
        std::shared_ptr<CountingStore> store;
        std::vector<std::int64_t> batches;
    };
    Plan plan = asyncPlan(3);
    plan.feed = "direct";
    plan.epochs = 1;
    plan.checkpointEvery = 1;
    PreparedRun run = smallRun(plan);
    AtWork atWork;
    atWork.store = count(run);
    test::runToEnd(std::move(run), atWork);
    std::vector<std::int64_t> expected(29, 2);   // one has just come back
    expected.insert(expected.end(), {1, 0, -1}); // of the last batch's 8 images there are no 32
    EXPECT_EQ(atWork.batches, expected);
}

// A step is one tower's: the others have no part in it, and their last times were told again and again.
TEST(AsyncTowers, ReportTheTimesOfTheSteppingTower) {
    const EndedRun ended(smallRun(asyncPlan(3)));
    std::int64_t images = 0;
    float waited = 0;
    for (const StepDone& step : ended.all<StepDone>()) {
        EXPECT_EQ(step.towers.size(), 3u);
        EXPECT_EQ(std::ranges::count_if(step.towers, [](const StageTimes& tower) { return tower.total() > 0; }), 1);
        for (const StageTimes& tower : step.towers) {
            EXPECT_EQ(tower.images > 0, tower.total() > 0);
            images += tower.images;
            waited += tower.straggler;
        }
    }
    EXPECT_EQ(images, ended.finished().images);
    EXPECT_GT(waited, 0); // for the place that the variables are in, which serves one after another
}

// Nobody can be late: the same bits as a synchronous run's.
TEST(AsyncTowers, ASingleOneIsSynchronous) {
    Plan plan = asyncPlan(1);
    const EndedRun apart(smallRun(plan));
    plan.exchange = "cpu";
    const EndedRun together(smallRun(plan));
    EXPECT_EQ(apart.finished().state, RunState::Finished);
    EXPECT_EQ(apart.saved.back().snapshot.weights, together.saved.back().snapshot.weights);
}

// What towers are at work on when a run is stopped, or saved to go on from, is neither lost nor seen twice.
TEST(AsyncTowers, StopAndResumeLoseNoImage) {
    Plan plan = asyncPlan(3);
    plan.checkpointEvery = 5;
    PreparedRun run = smallRun(plan);
    const auto counting = count(run);
    const std::shared_ptr<const DataSet> data = run.data;
    Sink sink;
    {
        Recorder recorder;
        Session session(std::move(run), recorder, &sink, {.startPaused = true});
        session.start();
        for (int step = 0; step < 13; ++step)
            session.stepOnce();
        recorder.waitFor<StepDone>([](const StepDone& done) { return done.step == 13; });
        session.requestStop(StopKind::AfterStep);
        session.wait();
        EXPECT_EQ(recorder.finished().state, RunState::Stopped);
        const std::vector<int> seen = counting->counts();
        EXPECT_EQ(recorder.finished().images, std::accumulate(seen.begin(), seen.end(), 0));
    }
    for (const Sink::Saved& saved : sink.saved) // nobody was at work
        if (saved.snapshot.training) {
            EXPECT_EQ(saved.snapshot.training->images, 32 * saved.snapshot.training->step);
        }
    PreparedRun rest = smallRun(plan);
    rest.data = data;
    rest.checkpoint = std::make_shared<const Snapshot>(sink.saved.back().snapshot);
    EXPECT_EQ(EndedRun(std::move(rest)).finished().images, 2000);
    EXPECT_THAT(counting->counts(), Each(2));
}

TEST(AsyncTowers, Learn) {
    Plan plan = asyncPlan(2);
    plan.epochs = 6;
    const EndedRun ended(smallRun(plan));
    const auto epochs = ended.all<EpochDone>();
    EXPECT_LT(epochs.back().trainLoss, 0.5 * epochs.front().trainLoss);
    EXPECT_GT(epochs.back().validation.accuracy(), 0.7);
}

} // namespace
} // namespace belfry
