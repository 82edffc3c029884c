// Networks with random numbers in every tensor, and what the engine answers with them.
#pragma once

#include "core/base/random.h"
#include "core/model/initial_weights.h"
#include "core/tower/predict_batch.h"
#include "core/train/snapshot.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace belfry::test {

inline constexpr ImageShape kPictures{3, 12, 10};
inline constexpr int kClasses = 4;

// Every trained number and every running average is away from where it starts.
inline Snapshot shaken(const std::string& lines, int classes = kClasses) {
    Snapshot snapshot;
    snapshot.blueprint =
        std::make_shared<Blueprint>(makeBlueprint(architectureFromText("shaken", lines), kPictures, classes));
    snapshot.classes = {"a", "b", "c", "d"};
    snapshot.data = "nothing";
    snapshot.source = "a test";
    snapshot.weights = initialWeights(*snapshot.blueprint, 3);
    RandomStream random(5, Purpose::Sample);
    for (const Slice& slice : snapshot.blueprint->slices)
        for (std::int64_t i = slice.offset; i < slice.offset + slice.count; ++i) {
            float& number = snapshot.weights[static_cast<std::size_t>(i)];
            const auto by = static_cast<float>(0.2 * random.normal());
            number = slice.name.ends_with("variance") ? 0.5f + std::abs(by) : number + by;
        }
    return snapshot;
}

inline std::vector<std::uint8_t> picturesFor(std::int64_t count) {
    const auto store = syntheticStore(count, kPictures, kClasses);
    return {store->contiguous(), store->contiguous() + count * kPictures.bytes()};
}

inline std::vector<float> answersOf(const Snapshot& snapshot, const std::vector<std::uint8_t>& pictures) {
    TowerTeam team(std::vector<at::Device>(1, at::kCPU), 1, snapshot.blueprint, 0);
    team.setWeights(snapshot.weights);
    return predictBatch(team, pictures);
}

inline double largestDifference(const std::vector<float>& one, const std::vector<float>& other) {
    double largest = one.size() == other.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < one.size() && i < other.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(one[i]) - other[i]));
    return largest;
}

} // namespace belfry::test
