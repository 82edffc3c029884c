// Towers on one GPU, alone, together and beside towers on the CPU.
#include "tests/gpu/gpu_networks.h"

namespace belfry {
namespace {

using test::gpu;
using TowersOnGpu = test::OnGpus<1>;

TEST_F(TowersOnGpu, OneComputesWhatTheCpuComputes) {
    test::expectEquality(at::kCPU, {{gpu(0)}}, 1e-4);
}

TEST_F(TowersOnGpu, SeveralShareOneGpu) {
    test::expectEquality(gpu(0), {{gpu(0), gpu(0)}, {gpu(0), gpu(0), gpu(0)}}, 1e-5);
}

TEST_F(TowersOnGpu, MixWithTheCpu) {
    test::expectEquality(at::kCPU, {{at::kCPU, gpu(0)}, {gpu(0), at::kCPU}, {gpu(0), gpu(0), at::kCPU}}, 1e-4);
}

TEST_F(TowersOnGpu, KeepReplicasEqualToTheBit) {
    for (const std::string& exchange : exchangeNames())
        for (const char* optimizer : {"adam", "nesterov"}) {
            test::RigOptions options = test::gpuOptions(test::gpuNetworks()[0], {gpu(0), at::kCPU, gpu(0)}, exchange);
            options.optimizer.name = optimizer;
            test::Rig rig(options);
            for (int step = 0; step < 9; ++step) {
                rig.step(0.01);
                for (int tower = 0; tower < 3; ++tower)
                    ASSERT_EQ(rig.replica(tower), rig.exchange().weights()) << exchange << optimizer << step;
            }
        }
}

// One copy of the data set for both towers of the device, gathered there; or batches brought from the host.
TEST_F(TowersOnGpu, LearnTheSameInEveryFeed) {
    const auto after = [](const std::string& feed) {
        test::RigOptions options = test::gpuOptions(test::gpuNetworks()[0], {gpu(0), at::kCPU, gpu(0)}, "first");
        options.feed = feed;
        test::Rig rig(options);
        for (int step = 0; step < 9; ++step)
            rig.step(0.01);
        return rig.replica(0);
    };
    const std::vector<float> direct = after("direct");
    for (const char* feed : {"queue", "resident"})
        EXPECT_LT(test::relativeDistance(after(feed), direct), 1e-5) << feed; // atomic sums differ in their last bits
}

TEST_F(TowersOnGpu, EvaluateLikeTheCpu) {
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(test::gpuNetworks()[0], {1, 28, 28}, 10));
    const auto store = test::syntheticStore(200, {1, 28, 28}, 10);
    std::vector<std::uint8_t> labels;
    for (std::int64_t i = 0; i < 200; ++i)
        labels.push_back(store->label(i));
    const std::vector<at::Device> devices{at::kCPU, gpu(0)};
    TowerTeam team(devices, 1, blueprint, 1);
    team.setWeights(initialWeights(*blueprint, 1));
    std::vector<TowerEvaluation> sums(2);
    team.run([&](Tower& tower) {
        tower.beginEvaluation();
        tower.evaluate(store->contiguous(), labels.data(), 120);
        tower.evaluate(store->contiguous() + 120 * 784, labels.data() + 120, 80);
        sums[static_cast<std::size_t>(tower.index())] = tower.collectEvaluation();
    });
    EXPECT_EQ(sums[1].images, 200);
    EXPECT_NEAR(sums[1].lossSum, sums[0].lossSum, 1e-4 * sums[0].lossSum);
    EXPECT_EQ(sums[1].confusion.size(), 100U);
    EXPECT_NEAR(static_cast<double>(sums[1].correct), static_cast<double>(sums[0].correct), 1); // a tie
}

} // namespace
} // namespace belfry
