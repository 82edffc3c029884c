// Towers and their team: means over the share, empty shares, failures of workers.
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/tower/tower_team.h"
#include "tests/support/rig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace belfry {
namespace {

constexpr ImageShape kPicture{1, 28, 28};

std::shared_ptr<const Blueprint> lenet() {
    return std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kPicture, 10));
}

Share shareOfImages(const ImageStore& store, const std::vector<std::int64_t>& ids) {
    Share share;
    share.ids = ids;
    share.images.resize(ids.size() * 784);
    store.read(ids, share.images.data());
    for (const std::int64_t id : ids)
        share.labels.push_back(store.label(id));
    return share;
}

std::vector<float> host(const at::Tensor& flat) {
    return {flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel()};
}

struct TowerTest : testing::Test {
    TowerTest() {
        const std::vector<float> start = initialWeights(*blueprint, 1);
        tower.weights().copy_(at::tensor(start));
    }
    TowerStep compute(const std::vector<std::int64_t>& ids) {
        const Share share = shareOfImages(*store, ids);
        tower.compute(share, 0, [this](int slice) { announced.insert(slice); });
        return tower.collect();
    }

    std::shared_ptr<const Blueprint> blueprint = lenet();
    std::shared_ptr<const ImageStore> store = test::syntheticStore(40, kPicture, 10);
    Tower tower{0, at::kCPU, blueprint, 1};
    std::multiset<int> announced;
};

TEST_F(TowerTest, ComputesTheMeanOverItsShare) {
    const TowerStep both = compute({3, 7, 11});
    const std::vector<float> mean = host(tower.gradient());
    std::vector<float> sum(mean.size(), 0.0f);
    double loss = 0;
    std::int64_t correct = 0;
    for (const std::int64_t id : {3, 7, 11}) {
        const TowerStep one = compute({id});
        loss += one.lossSum;
        correct += one.correct;
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += tower.gradient().const_data_ptr<float>()[i] / 3;
    }
    EXPECT_LT(test::relativeDistance(mean, sum), 1e-6);
    EXPECT_NEAR(both.lossSum, loss, 1e-5 * loss);
    EXPECT_EQ(both.correct, correct);
    EXPECT_EQ(both.images, 3);
}

// Balanced sampling repeats images of rare classes: with the image as the key each time was the same picture again.
TEST_F(TowerTest, AugmentsARepeatedImageDifferentlyEachTime) {
    const auto augmented =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kPicture, 10, {Augmentation::Digits}));
    Tower other(0, at::kCPU, augmented, 1);
    other.weights().copy_(at::tensor(initialWeights(*augmented, 1)));
    const auto lossOf = [&](const std::vector<std::int64_t>& draws) {
        Share share = shareOfImages(*store, std::vector<std::int64_t>(draws.size(), 5));
        share.draws = draws;
        other.compute(share, 0, [](int) {});
        return other.collect().lossSum;
    };
    const double first = lossOf({5}), again = lossOf({5 + 40});
    EXPECT_NE(first, again);
    EXPECT_NEAR(lossOf({5, 5 + 40}), first + again, 1e-5);
    EXPECT_EQ(first, lossOf({5}));
}

TEST_F(TowerTest, HasNoGradientForAnEmptyShare) {
    compute({1, 2});
    announced.clear();
    const TowerStep step = compute({});
    EXPECT_EQ(step.images, 0);
    EXPECT_EQ(step.lossSum, 0);
    EXPECT_EQ(tower.gradient().abs().sum().item<float>(), 0.0f);
    EXPECT_EQ(announced.size(), blueprint->slices.size());
}

// Its own look, a sum in fp32, overflows where the device's does not, and the run would end without a reason.
TEST_F(TowerTest, TakesTheDevicesWordForWhatHasDiverged) {
    std::int32_t halted = 0;
    tower.endWithUpdate(&halted);
    const auto step = [&] {
        const Share share = shareOfImages(*store, {1, 2, 3});
        tower.compute(share, 0, [](int) {});
        tower.endStep();
        return tower.collect();
    };
    EXPECT_TRUE(step().finite);
    halted = 1;
    EXPECT_FALSE(step().finite);
    halted = 0;
    tower.weights().fill_(std::numeric_limits<float>::quiet_NaN());
    EXPECT_TRUE(step().finite); // no update was refused
    EXPECT_TRUE(std::isnan(tower.collect().lossSum));
}

TEST_F(TowerTest, ReportsEverySliceOnce) {
    compute({1, 2});
    for (std::size_t slice = 0; slice < blueprint->slices.size(); ++slice)
        EXPECT_EQ(announced.count(static_cast<int>(slice)), 1U);
}

TEST(TowerTeam, ProcessesPartsTowerByTower) {
    for (const std::size_t size : {1, 3}) {
        const std::vector<at::Device> devices(size, at::kCPU);
        TowerTeam team(devices, 1, lenet(), 1);
        std::vector<std::vector<std::int64_t>> seen(size);
        const auto visit = [&](Tower& tower, std::int64_t part) {
            seen[static_cast<std::size_t>(tower.index())].push_back(part);
            if (part == 2 && tower.index() == 0)
                throw std::runtime_error("done");
        };
        EXPECT_THROW(team.runParts(4, visit), std::runtime_error);
        for (std::size_t tower = 0; tower < size; ++tower)
            EXPECT_EQ(seen[tower].size(), tower == 0 ? 3U : 4U);
        team.runParts(0, visit);
        EXPECT_EQ(seen[0], (std::vector<std::int64_t>{0, 1, 2}));
    }
}

TEST(TowerTeam, GivesEveryCpuTowerItsOwnThread) {
    const std::vector<at::Device> devices(3, at::kCPU);
    TowerTeam team(devices, 1, lenet(), 1);
    std::mutex mutex;
    std::set<std::thread::id> threads;
    for (int round = 0; round < 20; ++round)
        team.run([&](Tower&) {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
        });
    EXPECT_EQ(threads.size(), 3U);
    EXPECT_EQ(threads.count(std::this_thread::get_id()), 0U);
}

TEST(TowerTeam, RunsASingleTowerOnTheCallersThread) {
    const std::vector<at::Device> devices{at::kCPU};
    TowerTeam team(devices, 1, lenet(), 1);
    std::thread::id worked;
    team.run([&](Tower&) { worked = std::this_thread::get_id(); });
    EXPECT_EQ(worked, std::this_thread::get_id());
}

TEST(TowerTeam, RethrowsTheFirstFailureAfterAllFinish) {
    for (const std::size_t size : {1, 4}) {
        const std::vector<at::Device> devices(size, at::kCPU);
        TowerTeam team(devices, 1, lenet(), 1);
        for (int round = 0; round < 10; ++round) {
            std::atomic<int> done = 0;
            try {
                team.run([&](Tower& tower) {
                    ++done;
                    if (size == 1 || tower.index() == 1 || tower.index() == 2)
                        throw std::runtime_error("tower " + std::to_string(tower.index()));
                });
                ADD_FAILURE() << "nothing was thrown";
            } catch (const std::runtime_error& error) {
                EXPECT_EQ(std::string(error.what()), size == 1 ? "tower 0" : "tower 1");
            }
            EXPECT_EQ(done, static_cast<int>(size));
            team.run([&](Tower&) { ++done; }); // and it goes on
            EXPECT_EQ(done, static_cast<int>(2 * size));
        }
    }
}

TEST(TowerTeam, CopiesTheWeightsToAllTowers) {
    const std::vector<at::Device> devices(3, at::kCPU);
    const auto blueprint = lenet();
    TowerTeam team(devices, 1, blueprint, 1);
    const std::vector<float> weights = initialWeights(*blueprint, 5);
    team.setWeights(weights);
    for (int tower = 0; tower < 3; ++tower)
        EXPECT_EQ(host(team.tower(tower).weights()), weights);
}

} // namespace
} // namespace belfry
