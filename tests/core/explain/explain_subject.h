// Snapshots of networks with weights of their own, and pictures for them.
#pragma once

#include "core/base/random.h"
#include "core/model/initial_weights.h"
#include "core/train/snapshot.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace belfry::test {

// Weights as a run starts with, and biases: at exactly 0 a ReLU has two derivatives.
inline std::shared_ptr<Snapshot> snapshotOf(const Architecture& architecture, const ImageShape& shape, int classes,
                                            const InputStage& stage = {}, std::uint64_t seed = 1) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->blueprint = std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, classes, stage));
    snapshot->weights = initialWeights(*snapshot->blueprint, seed);
    RandomStream random(seed + 100, Purpose::Sample);
    for (const BlueprintLayer& layer : snapshot->blueprint->layers)
        if (layer.biasSlice >= 0) {
            const Slice& slice = snapshot->blueprint->slices[static_cast<std::size_t>(layer.biasSlice)];
            for (std::int64_t i = slice.offset; i < slice.offset + slice.count; ++i)
                snapshot->weights[static_cast<std::size_t>(i)] += static_cast<float>(0.03 * random.normal());
        }
    for (int label = 0; label < classes; ++label)
        snapshot->classes.push_back("class " + std::to_string(label));
    snapshot->step = 7;
    return snapshot;
}
inline std::shared_ptr<Snapshot> snapshotOf(const std::string& text, const ImageShape& shape, int classes = 5,
                                            const InputStage& stage = {}) {
    return snapshotOf(architectureFromText("net", text), shape, classes, stage);
}

// A bright blot on noise, elsewhere in each picture.
inline std::vector<std::uint8_t> blots(const ImageShape& shape, int count, std::uint64_t seed = 5) {
    std::vector<std::uint8_t> pictures;
    RandomStream random(seed, Purpose::Sample);
    for (int i = 0; i < count; ++i) {
        const auto row = static_cast<int>(random.below(static_cast<std::uint64_t>(shape.height)));
        const auto column = static_cast<int>(random.below(static_cast<std::uint64_t>(shape.width)));
        for (int y = 0; y < shape.height; ++y)
            for (int x = 0; x < shape.width; ++x)
                for (int channel = 0; channel < shape.channels; ++channel) {
                    const bool bright = std::max(std::abs(y - row), std::abs(x - column)) < shape.height / 5;
                    pictures.push_back(static_cast<std::uint8_t>((bright ? 160 : 0) + random.below(90)));
                }
    }
    return pictures;
}

} // namespace belfry::test
