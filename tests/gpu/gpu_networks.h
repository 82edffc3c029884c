// Networks, data and set-ups that the tests of towers on GPUs share.
#pragma once

#include "core/model/zoo.h"
#include "tests/gpu/gpu_test.h"
#include "tests/support/equality.h"

namespace belfry::test {

inline std::vector<Architecture> gpuNetworks() {
    return {networkByName("lenet"), mlp({.hiddenLayers = 2, .width = 96, .dropout = 0.3}),
            architectureFromText("same", "conv 8 4x4 stride 2 same tanh\nmaxpool 3x3 stride 2\ndropout 0.2\n"
                                         "dense 20 elu\ndense classes linear")};
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

// 20 steps of one tower on `alone`, followed by towers on each of `placements` with every exchange.
inline void expectEquality(at::Device alone, const std::vector<std::vector<at::Device>>& placements, double limit,
                           Precision precision = Precision::Fp32) {
    for (const Architecture& network : gpuNetworks()) {
        const Trace one = traceOf(Rig(gpuOptions(network, {alone}, "cpu", precision)), 20, 0.05);
        for (const std::string& exchange : synchronousExchangeNames())
            for (const auto& devices : placements) {
                if (!canUse(exchange, devices))
                    continue;
                SCOPED_TRACE(network.name + ", " + exchange + ", first on " + devices[0].str());
                const double distance = follow(one, Rig(gpuOptions(network, devices, exchange, precision)), limit);
                EXPECT_LE(distance, limit);
                std::printf("%s, %s, %zu towers: largest relative distance %.2g\n", network.name.c_str(),
                            exchange.c_str(), devices.size(), distance);
            }
    }
}

} // namespace belfry::test
