// The all-reduce among devices, its buckets and its order of calls, with towers on the CPU and a collective that makes
// its sums when it likes.
#include "core/base/error.h"
#include "core/exchange/watchdog.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/support/equality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace belfry {
namespace {

using test::HostCollective;
using test::Timing;

constexpr ImageShape kShape{1, 28, 28};

class DeviceExchangeTest : public testing::Test {
protected:
    test::RigOptions options(const Architecture& network, int towers, std::int64_t bucketFloats = 10'000,
                             Timing timing = Timing::Drawn) {
        return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
                .store = test::syntheticStore(3 * 31 + 2, kShape, 10), // last step: fewer images than 3 towers
                .imagesPerStep = 31,
                .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
                .optimizer = {.name = "sgd"},
                .make = [=, this](TowerTeam&) {
                    return std::make_unique<DeviceExchange>(
                        std::make_unique<HostCollective>(towers, timing, seed_++, &sumsInBackward_), bucketFloats);
                }};
    }
    int sumsInBackward_ = 0;
    std::uint64_t seed_ = 0; // of each exchange that is made
};

TEST_F(DeviceExchangeTest, MatchesOneTower) {
    for (const Architecture& network :
         {networkByName("lenet"), mlp({.hiddenLayers = 2, .width = 96, .dropout = 0.3})}) {
        test::RigOptions alone = options(network, 1);
        alone.make = nullptr;
        const test::Trace one = test::traceOf(test::Rig(alone), 4, 0.05);
        for (const int towers : {1, 2, 3, 4, 5})
            for (const std::int64_t bucket : {1, 10'000, 1'000'000})
                for (const Timing timing : {Timing::AtOnce, Timing::Later, Timing::WhenJoined})
                    EXPECT_LE(test::follow(one, test::Rig(options(network, towers, bucket, timing)), 1e-6), 1e-5)
                        << network.name << ", " << towers << " towers, buckets of " << bucket << ", timing "
                        << static_cast<int>(timing);
    }
}

TEST_F(DeviceExchangeTest, SumsBucketsWhileBackwardRuns) {
    test::RigOptions chosen = options(networkByName("lenet"), 3, 1);
    const std::size_t buckets = makeBuckets(*chosen.blueprint, 1).size();
    test::Rig rig(chosen);
    for (int step = 1; step <= 4; ++step) { // the fourth with a tower that has no images
        rig.step(0.01);
        EXPECT_EQ(sumsInBackward_, step * static_cast<int>(buckets));
    }
}

// Switches sum in the network only what needs no scale.
class ScaleRecord : public HostCollective {
public:
    ScaleRecord(int towers, std::vector<std::vector<float>>& scales) : HostCollective(towers), scales_(scales) {}
    void queue(int sum, std::span<const Part> parts, std::int64_t count, bool plain) override {
        std::vector<float>& found = scales_.emplace_back();
        for (const Part& part : parts)
            found.push_back(part.scale);
        HostCollective::queue(sum, parts, count, plain);
    }

private:
    std::vector<std::vector<float>>& scales_; // by queued sum
};

TEST_F(DeviceExchangeTest, SumsPlainlyButForStatistics) {
    for (const char* kind : {"batchnorm", "batchnorm synchronised"}) {
        const bool synchronised = std::string(kind) != "batchnorm";
        const Architecture network = architectureFromText("net", std::string("conv 3 3x3 linear\n") + kind +
                                                                     " relu\nmaxpool 2x2\ndense classes linear");
        test::RigOptions chosen = options(network, 2);
        std::vector<std::vector<float>> scales;
        chosen.make = [&](TowerTeam&) {
            return std::make_unique<DeviceExchange>(std::make_unique<ScaleRecord>(2, scales), 1);
        };
        test::Rig rig(chosen);
        rig.step(0.01); // 16 and 15 images
        ASSERT_EQ(scales.size(), makeBuckets(*chosen.blueprint, 1).size());
        const std::vector<float> plain{1, 1}, scaled{16.0F / 31, 15.0F / 31};
        EXPECT_EQ(std::ranges::count(scales, scaled), synchronised ? std::ssize(scales) : 1) << kind;
        EXPECT_EQ(std::ranges::count(scales, plain), synchronised ? 0 : std::ssize(scales) - 1) << kind;
    }
}

TEST_F(DeviceExchangeTest, WeighsTheLossOfUnevenShares) {
    const Architecture network = architectureFromText(
        "net", "conv 3 3x3 linear\nbatchnorm relu\nmaxpool 2x2\ndense 20 tanh decay 0.01\ndense classes linear");
    for (const int towers : {2, 3, 5}) { // the last step leaves some of them without images
        test::RigOptions chosen = options(network, towers);
        chosen.labelSmoothing = 0.1F;
        test::RigOptions other = chosen;
        other.make = [](TowerTeam& team) { return makeExchange("cpu", team); };
        const test::Trace expected = test::traceOf(test::Rig(other), 4, 0.05);
        EXPECT_LE(test::follow(expected, test::Rig(chosen), 1e-6), 1e-5) << towers;
    }
}

// Another exchange may follow one that was tried.
TEST_F(DeviceExchangeTest, LeavesTowersWithoutAWeight) {
    test::RigOptions usual = options(networkByName("lenet"), 2), tried = usual;
    usual.make = [](TowerTeam& team) { return makeExchange("cpu", team); };
    tried.make = [&, first = tried.make, made = 0](TowerTeam& team) mutable {
        return made++ == 0 ? first(team) : makeExchange("cpu", team);
    };
    test::Rig one(usual), other(tried);
    other.exchange().begin(std::vector<std::int64_t>{16, 15});
    EXPECT_LT(other.team().tower(0).lossWeight(), 1.0F);
    other.start(one.replica(0));
    EXPECT_EQ(other.team().tower(0).lossWeight(), 1.0F);
    one.step(0.01);
    other.step(0.01);
    EXPECT_EQ(other.replica(0), one.replica(0));
}

// Tests and trials finish steps that nobody began.
TEST_F(DeviceExchangeTest, SumsEverythingAtTheEndOfAnUnannouncedStep) {
    test::Rig rig(options(networkByName("lenet"), 3));
    for (int tower = 0; tower < 3; ++tower)
        rig.team().tower(tower).gradient().fill_(tower == 0 ? 2.0 : tower == 1 ? -4.0 : 8.0);
    for (int step = 0; step < 2; ++step) {
        rig.exchange().finish({std::vector<std::int64_t>{3, 1, 0}, 0.01});
        EXPECT_THAT(rig.variables().meanGradient(), testing::Each(0.5f));
    }
}

TEST_F(DeviceExchangeTest, ContinuesFromTheGivenWeights) {
    test::Rig rig(options(networkByName("lenet"), 3));
    rig.step(0.01);
    const std::vector<float> start = initialWeights(rig.team().tower(0).blueprint(), 7);
    rig.variables().setWeights(start);
    for (int tower = 0; tower < 3; ++tower)
        EXPECT_EQ(rig.replica(tower), start);
    rig.step(0.01);
    EXPECT_EQ(rig.replica(2), rig.variables().weights());
    EXPECT_NE(rig.replica(2), start);
}

// Whose sums never come: towers wait in join() until it is aborted.
class LostCollective : public Collective {
public:
    explicit LostCollective(std::string problem = "") : problem_(std::move(problem)) {}
    void mark(int, int) override {}
    void queue(int, std::span<const Part>, std::int64_t, bool) override {}
    void join(int) override {
        std::unique_lock lock(mutex_);
        ++asked_;
        changed_.wait(lock, [this] { return aborted_; });
    }
    Progress progress() override {
        const std::lock_guard lock(mutex_);
        return {asked_, 0, asked_ > 0 ? problem_ : ""};
    }
    void abort() override {
        const std::lock_guard lock(mutex_);
        aborted_ = true;
        changed_.notify_all();
    }

private:
    std::string problem_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t asked_ = 0;
    bool aborted_ = false;
};

// Of a step; or of one that a tower fails in before it ends.
std::string failureOf(std::unique_ptr<Collective> collective, std::chrono::milliseconds stall, bool leaves = false) {
    const Architecture network = networkByName("lenet");
    test::RigOptions options{.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
                             .store = test::syntheticStore(95, kShape, 10),
                             .imagesPerStep = 31,
                             .devices = std::vector<at::Device>(3, at::kCPU)};
    options.make = [&](TowerTeam&) { return std::make_unique<DeviceExchange>(std::move(collective), 10'000, stall); };
    test::Rig rig(options);
    try {
        if (leaves)
            rig.exchange().begin(std::vector<std::int64_t>{11, 10, 10});
        else
            rig.step(0.01);
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Device); // `auto` tries the next strategy
        EXPECT_THROW(rig.variables().check(), Error);       // and remains
        return error.what();
    }
    return "";
}

TEST(LostDevices, AStallIsAbortedAndReported) {
    EXPECT_THAT(failureOf(std::make_unique<LostCollective>(), std::chrono::milliseconds(20)),
                testing::HasSubstr("no progress for 0 seconds"));
}

TEST(LostDevices, ALibraryErrorIsAbortedAndReported) {
    EXPECT_THAT(failureOf(std::make_unique<LostCollective>("unhandled system error"), std::chrono::hours(1)),
                testing::HasSubstr("failed: unhandled system error."));
}

// Asked for nothing, or making one sum between any two looks of the watchdog.
class SlowCollective : public LostCollective {
public:
    explicit SlowCollective(bool rests) : rests_(rests) {}
    Progress progress() override {
        const std::int64_t look = ++looks;
        return rests_ ? Progress{7, 7, ""} : Progress{1'000'000, look, ""};
    }
    void abort() override { aborted = true; }
    std::atomic<std::int64_t> looks = 0;
    std::atomic<bool> aborted = false;

private:
    bool rests_;
};

TEST(LostDevices, AreNoneThatRestOrAreSlow) {
    for (const bool rests : {true, false}) {
        SlowCollective collective(rests);
        const Watchdog watchdog(collective, std::chrono::milliseconds(200));
        while (collective.looks < 15 && !collective.aborted) // ten in that time
            std::this_thread::yield();
        EXPECT_NO_THROW(watchdog.check()) << rests;
    }
}

// Sums that are made, until a link is found broken.
class BreaksLater : public HostCollective {
public:
    BreaksLater(int towers, int& sums, const std::atomic<bool>& broken)
        : HostCollective(towers, Timing::Drawn, 0, &sums), broken_(broken) {}
    Progress progress() override { return {0, 0, broken_ ? "the cable is out" : ""}; }

private:
    const std::atomic<bool>& broken_;
};

// What a failure leaves in the devices is not handed out as weights.
TEST_F(DeviceExchangeTest, ReturnsNoWeightsAfterAFailure) {
    std::atomic<bool> broken = false;
    test::RigOptions chosen = options(networkByName("lenet"), 3);
    chosen.make = [&](TowerTeam&) {
        return std::make_unique<DeviceExchange>(std::make_unique<BreaksLater>(3, sumsInBackward_, broken), 10'000,
                                                std::chrono::milliseconds(10));
    };
    test::Rig rig(chosen);
    rig.step(0.01);
    EXPECT_NO_THROW(rig.variables().weights());
    broken = true;
    EXPECT_THROW(
        {
            for (;;) // until the watchdog has looked
                rig.variables().check();
        },
        Error);
    EXPECT_THROW(rig.variables().weights(), Error);
    EXPECT_THROW(rig.variables().averagedWeights(), Error);
    EXPECT_THROW(rig.variables().optimizerState(), Error);
    EXPECT_THROW(rig.variables().meanGradient(), Error);
}

// A tower that fails in backward leaves sums behind that nobody waits for: the end of the run hung there.
TEST(LostDevices, AreNotAwaitedWhenAStepIsAbandoned) {
    failureOf(std::make_unique<LostCollective>(), std::chrono::milliseconds(20), /*leaves=*/true);
}

// Of a device that takes no more calls.
class BrokenCollective : public LostCollective {
public:
    void join(int tower) override {
        if (tower == 1)
            throw std::runtime_error("CUDA error: an illegal memory access was encountered");
    }
    void abort() override { ++aborts_; }
    int& aborts_;
    explicit BrokenCollective(int& aborts) : aborts_(aborts) {}
};

TEST(LostDevices, ReleaseTheOthersWhenAStepIsAbandoned) {
    int aborts = 0;
    failureOf(std::make_unique<BrokenCollective>(aborts), std::chrono::hours(1), /*leaves=*/true);
    EXPECT_EQ(aborts, 1);
}

TEST(Buckets, CoverTheVectorFromItsEnd) {
    const Architecture network = architectureFromText(
        "net", "conv 8 3x3 linear\nbatchnorm relu\ndense 50 relu\nbatchnorm relu\ndense classes linear");
    const Blueprint blueprint = makeBlueprint(network, kShape, 10);
    for (const std::int64_t floats : {1, 300, 2000, 1'000'000'000}) {
        const std::vector<Bucket> buckets = makeBuckets(blueprint, floats);
        std::int64_t end = blueprint.trainableSize;
        int slices = 0;
        for (const Bucket& bucket : buckets) {
            EXPECT_EQ(bucket.end, end == 0 ? blueprint.flatSize : end);
            EXPECT_GT(bucket.slices, 0);
            end = bucket.begin;
            slices += bucket.slices;
        }
        EXPECT_EQ(slices, static_cast<int>(blueprint.slices.size()));
        EXPECT_EQ(buckets.back().begin, blueprint.trainableSize); // running averages by themselves, and last
    }
    EXPECT_EQ(makeBuckets(blueprint, 1'000'000'000).size(), 2U);
    EXPECT_EQ(makeBuckets(makeBlueprint(networkByName("lenet"), kShape, 10), 1'000'000'000).size(), 1U);
}

TEST(ExchangeRefusal, NamesDevicesThatCannotShareAnAllReduce) {
    const std::vector<std::string> cpu{"cpu", "cpu"}, mixed{"cuda:0", "cpu"}, gpus{"cuda:0", "cuda:1"},
        shared{"cuda:1", "cuda:0", "cuda:1"};
    for (const char* name : {"cpu", "first"})
        for (const auto& devices : {cpu, mixed, gpus, shared})
            EXPECT_TRUE(exchangeRefusal(name, devices).empty());
    EXPECT_TRUE(exchangeRefusal("allreduce", cpu).empty());
    EXPECT_TRUE(exchangeRefusal("allreduce", gpus).empty());
    EXPECT_THAT(exchangeRefusal("allreduce", mixed).english(), testing::HasSubstr("found both"));
    EXPECT_THAT(exchangeRefusal("allreduce", shared).english(), testing::HasSubstr("2 share cuda:1"));
}

} // namespace
} // namespace belfry
