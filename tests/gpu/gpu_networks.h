// Networks, data and set-ups that the tests of towers on GPUs share.
#pragma once

#include "core/model/zoo.h"
#include "tests/gpu/gpu_test.h"
#include "tests/support/equality.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace belfry::test {

inline std::vector<Architecture> gpuNetworks() {
    return {networkByName("lenet"), mlp({.hiddenLayers = 2, .width = 96, .dropout = 0.3}),
            architectureFromText("same", "conv 8 4x4 stride 2 same tanh\nmaxpool 3x3 stride 2\ndropout 0.2\n"
                                         "dense 20 elu\ndense classes linear")};
}

// Without ReLUs: in bf16 these decide otherwise where the CPU's own kernels keep fp32 and a GPU rounds.
inline std::vector<Architecture> smoothNetworks() {
    return {architectureFromText("wider", "conv 40 3x3 tanh\nmaxpool 2x2\nconv 4 2x2 tanh\ndense classes linear"),
            gpuNetworks().back()};
}

// Steps of 61 images; the last of an epoch has two, so towers go without.
inline RigOptions gpuOptions(const Architecture& network, std::vector<at::Device> devices, const std::string& exchange,
                             Precision precision = Precision::Fp32) {
    constexpr ImageShape kShape{1, 28, 28};
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
            .store = syntheticStore(3 * 61 + 2, kShape, 10),
            .imagesPerStep = 61,
            .devices = std::move(devices),
            .exchange = exchange,
            .optimizer = {.name = "sgd"},
            .precision = precision};
}

// Whether these towers can use the exchange.
inline bool canUse(const std::string& exchange, const std::vector<at::Device>& devices) {
    std::vector<std::string> names;
    for (const at::Device& device : devices)
        names.push_back(device.str());
    return exchangeRefusal(exchange, names).empty();
}

inline bool eachOnItsOwnGpu(const std::vector<at::Device>& devices) {
    return std::ranges::all_of(
        devices, [&](at::Device device) { return device.is_cuda() && std::ranges::count(devices, device) == 1; });
}

// Of the gradients' relative distances over a test's steps.
struct Limits {
    double median = 0;     // rounding
    double largest = 1e-2; // a ReLU or pool decided otherwise: 2e-4 between two ways of the CPU through lenet
};

inline void expectWithin(const Limits& limits, const std::vector<double>& distances) {
    EXPECT_LE(median(distances), limits.median);
    EXPECT_LE(std::ranges::max(distances), limits.largest);
}

// What 20 steps of one tower are compared with.
struct Comparison {
    std::vector<std::vector<at::Device>> placements; // of the towers
    Limits limits;
    std::vector<Architecture> networks = gpuNetworks();
    Precision precision = Precision::Fp32;
};

// 20 steps of one tower on `alone`, followed by towers on each of the placements with every exchange. Returns the
// largest distance of all.
inline double expectEquality(at::Device alone, const Comparison& comparison) {
    double largest = 0;
    for (const Architecture& network : comparison.networks) {
        const Trace one = traceOf(Rig(gpuOptions(network, {alone}, "cpu", comparison.precision)), 20, 0.05);
        for (const std::string& exchange : synchronousExchangeNames())
            for (const auto& devices : comparison.placements) {
                SCOPED_TRACE(network.name + ", " + exchange + ", first on " + devices[0].str());
                const bool usable = canUse(exchange, devices);
                EXPECT_EQ(usable, exchange != "allreduce" || eachOnItsOwnGpu(devices)); // nothing is left out silently
                if (!usable)
                    continue;
                const auto distances =
                    distancesOf(one, Rig(gpuOptions(network, devices, exchange, comparison.precision)),
                                comparison.limits.median, Decisions::MayDiffer);
                expectWithin(comparison.limits, distances);
                largest = std::max(largest, std::ranges::max(distances));
                std::printf("%s, %s, %zu towers: relative distance %.2g in the median, %.2g at most\n",
                            network.name.c_str(), exchange.c_str(), devices.size(), median(distances),
                            std::ranges::max(distances));
            }
    }
    return largest;
}

} // namespace belfry::test
