// Towers on one GPU, alone, together and beside towers on the CPU.
#include "core/exchange/variables.h"
#include "core/model/initial_weights.h"
#include "core/tower/predict_batch.h"
#include "tests/gpu/gpu_networks.h"

#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/StreamGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <limits>

namespace belfry {
namespace {

using test::gpu;
using TowersOnGpu = test::OnGpus<1>;

using test::expectEquality;

TEST_F(TowersOnGpu, OneComputesWhatTheCpuComputes) {
    expectEquality(at::kCPU, {.placements = {{gpu(0)}}, .limits = {.median = 1e-4}});
}

TEST_F(TowersOnGpu, SeveralShareOneGpu) {
    expectEquality(gpu(0), {.placements = {{gpu(0), gpu(0)}, {gpu(0), gpu(0), gpu(0)}}, .limits = {.median = 1e-5}});
}

// Everything between layers has 8 bits on both; but a GPU's convolution is rounded before its bias is added, too. The
// CPU's own fp32 is 0.01 from its bf16 in the median of these networks' convolutions, and 0.03 at most.
TEST_F(TowersOnGpu, ComputeInBf16WhatTheCpuComputes) {
    expectEquality(at::kCPU, {.placements = {{gpu(0)}, {gpu(0), gpu(0)}},
                              .limits = {.median = 1.0 / 32, .largest = 1.0 / 16},
                              .networks = test::smoothNetworks(),
                              .precision = Precision::Bf16});
}

// ReLUs and pools decide otherwise for numbers of 8 bits: on the CPU lenet with the lanes is 0.04 to 0.06 from lenet
// without them in the median, and 0.07 to 0.17 at most. The CPU's dense layers keep weights of fp32: mlp on an H100 is
// 0.036 from them in the median, and 0.09 at most.
TEST_F(TowersOnGpu, ComputeInBf16NearlyWhatTheCpusOwnKernelsCompute) {
    expectEquality(at::kCPU, {.placements = {{gpu(0)}, {gpu(0), gpu(0)}},
                              .limits = {.median = 1.0 / 8, .largest = 1.0 / 4},
                              .networks = {networkByName("lenet"), test::gpuNetworks()[1]},
                              .precision = Precision::Bf16});
}

// The CPU has fp32 for it, for which ReLUs and pools decide otherwise.
TEST_F(TowersOnGpu, ComputeInTf32NearlyWhatTheCpuComputes) {
    const double largest = expectEquality(at::kCPU, {.placements = {{gpu(0)}, {gpu(0), gpu(0)}},
                                                     .limits = {.median = 1.0 / 32, .largest = 1.0 / 8},
                                                     .precision = Precision::Tf32});
    if (test::hasTf32()) {
        EXPECT_GT(largest, 1e-5); // else it was fp32
    }
}

// Beside the same GPU in fp32: the CPU in bf16 is as near to a GPU that rounds as two ways of rounding are.
TEST_F(TowersOnGpu, RoundInBf16) {
    for (const Architecture& network : test::gpuNetworks()) {
        const test::Trace exact = test::traceOf(test::Rig(test::gpuOptions(network, {gpu(0)}, "first")), 3, 0.05);
        const auto distances =
            test::distancesOf(exact, test::Rig(test::gpuOptions(network, {gpu(0)}, "first", Precision::Bf16)), 1.0 / 8,
                              test::Decisions::MayDiffer);
        EXPECT_GT(std::ranges::min(distances), 1e-4) << network.name;
        EXPECT_LT(std::ranges::max(distances), 1.0 / 4) << network.name;
    }
}

TEST_F(TowersOnGpu, MixWithTheCpu) {
    expectEquality(at::kCPU, {.placements = {{at::kCPU, gpu(0)}, {gpu(0), at::kCPU}, {gpu(0), gpu(0), at::kCPU}},
                              .limits = {.median = 1e-4}});
}

// Each tower has a thread of its own then; the sums go through the host.
TEST_F(TowersOnGpu, MeetInSynchronisedLayers) {
    const Architecture network = architectureFromText(
        "synchronised", "conv 8 3x3 linear\nbatchnorm synchronised relu\nmaxpool 2x2\ndense classes linear");
    const test::Trace one = test::traceOf(test::Rig(test::gpuOptions(network, {gpu(0)}, "cpu")), 20, 0.05);
    for (const std::vector<at::Device>& devices :
         {std::vector{gpu(0), gpu(0)}, std::vector{gpu(0), at::Device(at::kCPU), gpu(0)}})
        test::expectWithin({.median = 1e-4},
                           test::distancesOf(one, test::Rig(test::gpuOptions(network, devices, "first")), 1e-4,
                                             test::Decisions::MayDiffer));
}

TEST_F(TowersOnGpu, KeepReplicasEqualToTheBit) {
    for (const std::string exchange : {"cpu", "first"}) // the others do not take towers that mix
        for (const char* optimizer : {"adam", "nesterov"}) {
            test::RigOptions options = test::gpuOptions(test::gpuNetworks()[0], {gpu(0), at::kCPU, gpu(0)}, exchange);
            options.optimizer.name = optimizer;
            test::Rig rig(options);
            for (int step = 0; step < 9; ++step) {
                rig.step(0.01);
                for (int tower = 0; tower < 3; ++tower)
                    ASSERT_EQ(rig.replica(tower), rig.variables().weights()) << exchange << optimizer << step;
            }
        }
}

// The same images over and over would hide what a capture has kept of the step that it was made in.
TEST_F(TowersOnGpu, ReplayWhatTheyWouldQueue) {
    for (const Architecture& network : test::gpuNetworks())
        for (const char* feed : {"resident", "direct"})
            for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
                const auto after = [&](bool graphs) {
                    test::RigOptions options = test::gpuOptions(network, {gpu(0)}, "first");
                    options.feed = feed;
                    options.precision = precision;
                    test::Rig rig(options);
                    Tower& tower = rig.team().tower(0);
                    if (graphs)
                        tower.useGraphs();
                    for (int step = 0; step < 40; ++step) // more than an epoch, with a short batch at its end
                        rig.step(0.01);
                    EXPECT_EQ(tower.graphProblem().english(), "") << network.name;
                    EXPECT_EQ(tower.replayedSteps() > 10, graphs) << network.name << " " << tower.replayedSteps();
                    return rig.replica(0);
                };
                EXPECT_LT(test::relativeDistance(after(true), after(false)), 1e-5) << network.name << " " << feed;
            }
}

// The variables alone, to the bit: with all that stands around the rule, and another rate in every step.
TEST_F(TowersOnGpu, ReplayTheUpdatesThatTheyWouldQueue) {
    const auto blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("all", "conv 4 3x3 linear decay 0.01\nbatchnorm relu\nmaxpool 2x2\n"
                                                  "dense 20 relu decay 0.001\ndense classes linear"),
                      {1, 28, 28}, 10));
    for (const OptimizerInfo& info : optimizers()) {
        const auto after = [&](bool graphs) {
            const c10::Stream stream = c10::cuda::getStreamFromPool(false, 0).unwrap();
            const c10::StreamGuard guard(stream);
            at::Generator generator = at::detail::createCPUGenerator(7);
            const auto numbers = [&] { return at::randn({blueprint->flatSize}, generator).to(gpu(0)); };
            const auto optimizer = makeOptimizer(info.defaults);
            Variables variables(
                numbers(), stream, *blueprint, *optimizer,
                {.clipNorm = 20, .averageDecay = 0.9, .haltUnlessFinite = true, .biasRate = 4, .lookAhead = true});
            if (graphs)
                variables.useGraph();
            at::Tensor mean = at::empty({blueprint->flatSize}, at::device(gpu(0)));
            for (int step = 1; step <= 30; ++step) {
                mean.copy_(numbers());
                if (step == 25) { // from here on nothing is updated
                    mean[3] = std::numeric_limits<float>::quiet_NaN();
                }
                optimizer->beginStep();
                variables.step(mean, {0.01 / step, step % 3 == 0 ? 0.5 : UpdateStep::kNoPull});
            }
            EXPECT_EQ(variables.graphProblem().english(), "") << info.name;
            EXPECT_EQ(variables.replayedUpdates() > 20, graphs) << info.name;
            return std::make_pair(variables.hostWeights(), variables.hostAverage());
        };
        EXPECT_EQ(after(true), after(false)) << info.name;
    }
}

// The library's products there, own ones here.
TEST_F(TowersOnGpu, OrthogonaliseWhatTheCpuOrthogonalises) {
    const auto blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("net", "conv 6 3x3 relu\nconv 40 3x3 groups 2 relu\nmaxpool 2x2\n"
                                                  "dense 20 relu\ndense classes linear"),
                      {1, 28, 28}, 10));
    const auto after = [&](at::Device device) {
        std::optional<c10::Stream> stream;
        if (device.is_cuda())
            stream = c10::cuda::getStreamFromPool(false, 0).unwrap();
        const c10::OptionalStreamGuard guard(stream);
        at::Generator generator = at::detail::createCPUGenerator(7);
        const auto numbers = [&] { return at::randn({blueprint->flatSize}, generator).to(device); };
        const auto optimizer = makeOptimizer(optimizerInfo("muon").defaults);
        Variables variables(numbers(), stream, *blueprint, *optimizer, {});
        for (int step = 0; step < 5; ++step) {
            at::Tensor mean = numbers();
            optimizer->beginStep();
            variables.step(mean, {.rate = 0.1});
        }
        return variables.hostWeights();
    };
    EXPECT_LT(test::relativeDistance(after(gpu(0)), after(at::kCPU)), 1e-5);
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

// The library's kernel that scales a single rank left out the last four numbers of so many.
TEST_F(TowersOnGpu, ASingleOneSumsEveryElement) {
    const auto blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("small", "dense 248 relu\ndense classes linear"), {1, 8, 8}, 2));
    ASSERT_EQ(blueprint->flatSize, 16'704);
    TowerTeam team(std::vector{gpu(0)}, 1, blueprint, 1);
    const auto optimizer = makeOptimizer({.name = "sgd"});
    const auto exchange = makeExchange("allreduce", team);
    exchange->attach(team, *optimizer, {});
    team.tower(0).gradient().fill_(1.0);
    c10::cuda::device_synchronize();
    exchange->finish({std::vector<std::int64_t>{1}, 0.0});
    EXPECT_EQ(exchange->variables().meanGradient(), std::vector<float>(16'704, 1.0f));
}

TEST_F(TowersOnGpu, PredictLikeTheCpu) {
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(test::gpuNetworks()[0], {1, 28, 28}, 10));
    const auto store = test::syntheticStore(1300, {1, 28, 28}, 10);
    const auto predict = [&](const std::vector<at::Device>& devices) {
        TowerTeam team(devices, 1, blueprint, 1);
        team.setWeights(initialWeights(*blueprint, 1));
        return predictBatch(team, {store->contiguous(), 1300 * 784});
    };
    const std::vector<float> expected = predict({at::kCPU});
    for (const std::vector<at::Device>& devices :
         {std::vector{gpu(0)}, std::vector{gpu(0), gpu(0)}, std::vector{gpu(0), at::Device(at::kCPU), gpu(0)}})
        EXPECT_LT(test::relativeDistance(predict(devices), expected), 1e-5) << devices.size();
}

// Whatever kernels train: what chose the best weights of a run can be repeated from its file.
TEST_F(TowersOnGpu, PredictTheSameInARunAndAfterIt) {
    test::Rig rig(test::gpuOptions(networkByName("lenet"), {gpu(0)}, "first"));
    for (int step = 0; step < 2 * kStepsTried; ++step)
        rig.step(0.01);
    ASSERT_THAT(rig.team().tower(0).describe(), testing::Contains(testing::HasSubstr("own fused kernels")));
    const auto store = test::syntheticStore(300, {1, 28, 28}, 10);
    const auto answers = [&](TowerTeam& team) { return predictBatch(team, {store->contiguous(), 300 * 784}); };
    TowerTeam later(std::vector{gpu(0)}, 1, std::make_shared<const Blueprint>(rig.team().tower(0).blueprint()), 1);
    later.setWeights(rig.replica(0));
    EXPECT_EQ(answers(rig.team()), answers(later));
}

} // namespace
} // namespace belfry
