// One run of several ranks: each is a session on a thread of its own, and they meet over the loopback.
#include "tests/core/train/small_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>

namespace belfry {
namespace {

using test::Ended;
using test::RankRun;
using test::Ranks;
using test::train;
using testing::Each;
using testing::HasSubstr;

Plan plan() {
    Plan plan;
    plan.globalBatch = 62; // no number of towers here divides it
    plan.epochs = 2;
    return plan;
}

// That each rank sends: its own part of a gradient stays with it, once as it comes in and once as it goes out.
std::int64_t bytesOfARing(const RankRun& run, std::int64_t ranks) {
    const auto floats = test::smallRun(run.plan).blueprint->flatSize;
    return floats * static_cast<std::int64_t>(sizeof(float)) * 2 * (ranks - 1) / ranks;
}

TEST(SeveralRanks, TrainAsOneProcess) {
    for (const std::vector<int>& towers : std::vector<std::vector<int>>{{1, 1}, {2, 1}, {1, 1, 2}}) {
        RankRun run{towers, plan()};
        const Ended several = train(run);
        Plan alone = plan();
        alone.towers = std::accumulate(towers.begin(), towers.end(), 0);
        alone.exchange = "allreduce";
        const test::EndedRun one(test::smallRun(alone));
        for (int rank = 0; rank < static_cast<int>(towers.size()); ++rank) {
            const auto steps = several.all<StepDone>(rank), expected = one.all<StepDone>();
            ASSERT_EQ(steps.size(), expected.size());
            for (std::size_t i = 0; i < steps.size(); ++i) { // only rounding tells them apart
                EXPECT_NEAR(steps[i].loss, expected[i].loss, 1e-3 * (1 + std::abs(expected[i].loss))) << i;
                EXPECT_EQ(steps[i].images, expected[i].images);
                EXPECT_EQ(steps[i].towers.size(), expected[i].towers.size());
            }
            const auto epochs = several.all<EpochDone>(rank), expectedEpochs = one.all<EpochDone>();
            ASSERT_EQ(epochs.size(), 2u);
            for (std::size_t i = 0; i < epochs.size(); ++i) {
                EXPECT_EQ(epochs[i].validation.images, 200);
                EXPECT_NEAR(epochs[i].validation.loss, expectedEpochs[i].validation.loss, 1e-3);
                EXPECT_NEAR(static_cast<double>(epochs[i].validation.correct),
                            static_cast<double>(expectedEpochs[i].validation.correct), 1);
                EXPECT_EQ(std::accumulate(epochs[i].validation.confusion.begin(), epochs[i].validation.confusion.end(),
                                          std::int64_t{0}),
                          200);
            }
            EXPECT_EQ(several.finished(rank).test.images, 300) << several.finished(rank).reason;
        }
    }
}

void expectLossesOfOneProcess(Plan plan) {
    plan.epochs = 1;
    RankRun run{{1, 2}, plan};
    const Ended several = train(run);
    plan.towers = 3;
    plan.exchange = "allreduce";
    const test::EndedRun one(test::smallRun(plan));
    const auto expected = one.all<StepDone>();
    for (const int rank : {0, 1}) {
        const auto steps = several.all<StepDone>(rank);
        ASSERT_EQ(steps.size(), expected.size()) << several.finished(rank).reason;
        for (std::size_t i = 0; i < steps.size(); ++i)
            EXPECT_NEAR(steps[i].loss, expected[i].loss, 1e-3 * (1 + std::abs(expected[i].loss))) << i;
    }
}

TEST(SeveralRanks, MixThePicturesOfOneProcess) {
    Plan mixing = plan();
    mixing.augmentation = "shift 1, mixup 1, cutmix 1";
    expectLossesOfOneProcess(mixing);
}

TEST(SeveralRanks, WeighClassesAsOneProcess) {
    Plan weighing = plan();
    weighing.classWeights = "1,2,3,4,5,6,7,8,9,10";
    weighing.logitAdjustment = 2;
    expectLossesOfOneProcess(weighing);
    weighing.sampling = "balanced";
    expectLossesOfOneProcess(weighing);
}

// fp32 is summed in the memory of the one host.
TEST(SeveralRanks, TellWhatTheySend) {
    RankRun run{{1, 2}, plan()};
    for (const StepDone& step : train(run).all<StepDone>(0))
        EXPECT_EQ(step.sentBytes, 0);
    run.plan.wirePrecision = "bf16";
    for (const StepDone& step : train(run).all<StepDone>(0)) {
        EXPECT_GT(step.sumsOnTheWay, 0);
        EXPECT_EQ(step.sentBytes, bytesOfARing(run, 2) / 2);
    }
}

TEST(SeveralRanks, AreTheSameBitsEachTime) {
    const RankRun run{{2, 1, 1}, plan()};
    const Ended first = train(run), second = train(run);
    EXPECT_EQ(first.sinks[0]->saved.at(CheckpointKind::Final).weights,
              second.sinks[0]->saved.at(CheckpointKind::Final).weights);
}

// As they do where one of them has a GPU.
TEST(SeveralRanks, AreTheSameRunAfterAWarmUp) {
    RankRun run{{1, 2}, plan()};
    const Ended cold = train(run);
    run.change = [](int, PreparedRun& prepared) { prepared.warmUp = true; };
    EXPECT_EQ(train(run).sinks[0]->saved.at(CheckpointKind::Final).weights,
              cold.sinks[0]->saved.at(CheckpointKind::Final).weights);
}

TEST(SeveralRanks, ResumeToTheBit) {
    RankRun run{{1, 2}, plan()};
    const std::vector<float> whole = train(run).sinks[0]->saved.at(CheckpointKind::Final).weights;
    run.plan.steps = 21; // in mid-epoch
    auto checkpoint = std::make_shared<Snapshot>(train(run).sinks[0]->saved.at(CheckpointKind::Final));
    run.plan.steps = 0;
    run.change = [&](int, PreparedRun& prepared) { prepared.checkpoint = checkpoint; };
    const Ended resumed = train(run);
    EXPECT_EQ(resumed.all<StepDone>(1).front().step, 22);
    EXPECT_EQ(resumed.sinks[0]->saved.at(CheckpointKind::Final).weights, whole);
}

// Whoever is stopped: all end after the same step, which rank 0 saves.
TEST(SeveralRanks, AStopOfOneStopsAll) {
    for (const int stopped : {0, 2}) {
        RankRun run{{1, 1, 1}, plan()};
        run.plan.epochs = 1000;
        run.meanwhile = [&](int rank, Session& session, const Ended&) {
            if (rank == stopped)
                session.requestStop(StopKind::AfterStep);
        };
        const Ended ended = train(run);
        for (int rank = 0; rank < 3; ++rank) {
            EXPECT_EQ(ended.finished(rank).state, RunState::Stopped) << ended.finished(rank).reason;
            EXPECT_EQ(ended.finished(rank).steps, ended.finished(0).steps);
        }
        EXPECT_EQ(ended.sinks[0]->saved.at(CheckpointKind::Final).step, ended.finished(0).steps);
    }
}

// It left while it drew the weights of a large network, and was named lost by the others.
TEST(SeveralRanks, AStopDuringTheStartStopsAll) {
    RankRun run{{1, 1}, plan()};
    run.plan.model = "tower";
    run.plan.epochs = 1000;
    run.meanwhile = [](int rank, Session& session, const Ended&) {
        if (rank == 1)
            session.requestStop(StopKind::AfterStep);
    };
    const Ended ended = train(run);
    for (const int rank : {0, 1})
        EXPECT_EQ(ended.finished(rank).state, RunState::Stopped) << ended.finished(rank).reason;
}

TEST(SeveralRanks, AStopAfterTheEpochMakesNoStepOfTheNext) {
    RankRun run{{1, 1}, plan()};
    run.plan.epochs = 1000;
    run.meanwhile = [&](int rank, Session& session, const Ended&) {
        if (rank == 0)
            session.requestStop(StopKind::AfterEpoch);
    };
    const Ended ended = train(run);
    EXPECT_EQ(ended.finished(1).images % 1000, 0);
    EXPECT_EQ(ended.all<EpochDone>(0).size(), static_cast<std::size_t>(ended.finished(0).images / 1000));
}

// The others wait for its numbers.
TEST(SeveralRanks, RankZeroPausesAll) {
    RankRun run{{1, 1}, plan()};
    run.plan.epochs = 1000;
    run.meanwhile = [&](int rank, Session& session, const Ended& soFar) {
        if (rank != 0)
            return;
        const auto waitForStepOfBoth = [&soFar](std::int64_t number) {
            for (const auto& recorder : soFar.ranks)
                recorder->waitFor<StepDone>([number](const StepDone& step) { return step.step == number; });
        };
        waitForStepOfBoth(3);
        session.pause();
        soFar.ranks[0]->waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
        const std::int64_t done = soFar.all<StepDone>(0).back().step;
        waitForStepOfBoth(done);
        EXPECT_EQ(soFar.all<StepDone>(1).back().step, done);
        const std::int64_t changes = std::ssize(soFar.all<StateChanged>(0));
        session.stepOnce();
        soFar.ranks[0]->waitForCount<StateChanged>(changes + 2); // it has run, and is paused again
        waitForStepOfBoth(done + 1);
        for (const int paused : {0, 1})
            EXPECT_EQ(soFar.all<StepDone>(paused).back().step, done + 1);
        session.resume();
        waitForStepOfBoth(done + 3);
        session.requestStop(StopKind::AfterStep);
    };
    const Ended ended = train(run);
    EXPECT_EQ(ended.finished(1).state, RunState::Stopped) << ended.finished(1).reason;
    EXPECT_EQ(ended.finished(1).steps, ended.finished(0).steps);
}

// The window said "Paused" until somebody resumed.
TEST(SeveralRanks, ALossEndsAPause) {
    RankRun run{{1, 1}, plan()};
    run.plan.epochs = 1000;
    std::array<std::weak_ptr<RankGroup>, 2> groups;
    run.change = [&](int rank, PreparedRun& prepared) {
        groups.at(static_cast<std::size_t>(rank)) = prepared.seat.group;
    };
    run.meanwhile = [&](int rank, Session& session, const Ended& soFar) {
        if (rank == 0) {
            soFar.ranks[0]->waitFor<StepDone>([](const StepDone& step) { return step.step == 3; });
            return session.pause();
        }
        soFar.ranks[0]->waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
        if (const auto own = groups[1].lock())
            own->abort();
    };
    EXPECT_EQ(train(run).finished(0).state, RunState::Failed);
}

TEST(SeveralRanks, RankZeroSetsTheRateOfAll) {
    RankRun run{{1, 1}, plan()};
    run.meanwhile = [](int rank, Session& session, const Ended&) {
        if (rank == 0)
            session.setLearningRate(0.0005);
    };
    const Ended ended = train(run);
    for (int rank = 0; rank < 2; ++rank) {
        EXPECT_EQ(ended.finished(rank).state, RunState::Finished) << ended.finished(rank).reason;
        EXPECT_FLOAT_EQ(ended.all<StepDone>(rank).back().learningRate, 0.0005F);
    }
    const auto rates = [&](int rank) {
        std::vector<float> found;
        for (const StepDone& step : ended.all<StepDone>(rank))
            found.push_back(step.learningRate);
        return found;
    };
    EXPECT_EQ(rates(0), rates(1));
}

TEST(SeveralRanks, DivergeTogether) {
    RankRun run{{1, 1}, plan()};
    run.plan.model = "mlp";
    run.plan.optimizer = "sgd";
    run.plan.learningRate = 1000;
    const Ended ended = train(run);
    for (int rank = 0; rank < 2; ++rank) {
        EXPECT_EQ(ended.finished(rank).state, RunState::Failed);
        EXPECT_TRUE(ended.finished(rank).diverged);
        EXPECT_THAT(ended.finished(rank).reason.english(), HasSubstr("The loss was not a number"));
    }
}

TEST(SeveralRanks, StopEarlyTogether) {
    RankRun run{{1, 1}, plan()};
    run.plan.optimizer = "sgd";
    run.plan.learningRate = 1e-9; // nothing improves
    run.plan.patience = 2;
    run.plan.epochs = 10;
    const Ended ended = train(run);
    for (int rank = 0; rank < 2; ++rank)
        EXPECT_EQ(ended.all<EpochDone>(rank).size(), 3u) << ended.finished(rank).reason;
}

TEST(SeveralRanks, HaveMeasuredShares) {
    RankRun run{{1, 2}, plan()};
    run.plan.shares = "measured";
    const Ended ended = train(run);
    EXPECT_EQ(ended.all<Started>(0)[0].plan.shares, ended.all<Started>(1)[0].plan.shares);
    EXPECT_EQ(ended.finished(0).state, RunState::Finished) << ended.finished(0).reason;
    EXPECT_EQ(ended.all<StepDone>(0)[0].loss, ended.all<StepDone>(1)[0].loss);
}

// A rank that fails by itself, here in its data, says so to all; nobody waits for it.
TEST(SeveralRanks, TellWhyOneFailed) {
    class Broken : public ImageStore {
    public:
        explicit Broken(std::shared_ptr<const ImageStore> whole) : whole_(std::move(whole)) {}
        std::int64_t size() const override { return whole_->size(); }
        void read(std::span<const std::int64_t>, std::uint8_t*) const override {
            throw dataError(Text::tr("The disk is gone."));
        }
        std::uint8_t label(std::int64_t index) const override { return whole_->label(index); }

    private:
        std::shared_ptr<const ImageStore> whole_;
    };
    RankRun run{{1, 1, 1}, plan()};
    run.change = [](int rank, PreparedRun& prepared) {
        if (rank != 1)
            return;
        auto broken = std::make_shared<DataSet>(*prepared.data);
        broken->train = std::make_shared<Broken>(prepared.data->train);
        prepared.data = broken;
    };
    const Ended ended = train(run);
    EXPECT_THAT(ended.finished(1).reason.english(), HasSubstr("The disk is gone."));
    for (const int rank : {0, 2})
        EXPECT_THAT(ended.finished(rank).reason.english(),
                    testing::MatchesRegex("Rank 1 \\(host .*\\) failed: The disk is gone\\..*"));
}

TEST(SeveralRanks, KnowTheTowersOfAll) {
    const Ranks meeting;
    EXPECT_THAT(Ranks::problemsOf(2,
                                  [&](int rank) {
                                      const auto group = meeting.meet(rank, 2);
                                      const auto all = placementOfAll(*group, {{.tower = rank,
                                                                                .device = "cuda:3",
                                                                                .deviceName = "NVIDIA H200",
                                                                                .pciBusId = "0000:1b:00.0",
                                                                                .threads = 5,
                                                                                .memoryBytes = std::int64_t{1} << 40,
                                                                                .batch = 64}});
                                      ASSERT_EQ(all.size(), 2u);
                                      for (int tower : {0, 1}) {
                                          const TowerPlacement& placed = all[static_cast<std::size_t>(tower)];
                                          EXPECT_EQ(placed.tower, tower);
                                          EXPECT_EQ(placed.device, "cuda:3");
                                          EXPECT_EQ(placed.deviceName, "NVIDIA H200");
                                          EXPECT_EQ(placed.pciBusId, "0000:1b:00.0");
                                          EXPECT_EQ(placed.threads, 5);
                                          EXPECT_EQ(placed.memoryBytes, std::int64_t{1} << 40);
                                          EXPECT_EQ(placed.batch, 64);
                                          EXPECT_EQ(placed.host, group->hostOf(tower));
                                      }
                                      group->leave();
                                  }),
                Each(""));
}

TEST(SeveralRanks, RefuseWhatNeedsOneProcess) {
    for (const char* exchange : {"cpu", "first", "async"}) {
        const Ranks meeting;
        Plan plan;
        plan.exchange = exchange;
        EXPECT_THAT(Ranks::problemsOf(1,
                                      [&](int) {
                                          RankPlace place;
                                          place.seat = {std::shared_ptr<RankGroup>(meeting.meet(0, 1)), 0, {1}};
                                          prepareRun(plan, test::smallMnist(100), place);
                                      }),
                    Each(HasSubstr("ver ranks there is 'allreduce'")))
            << exchange;
    }
}

} // namespace
} // namespace belfry
