// Predictions of a snapshot for single pictures, on the CPU with one thread, so that training is not blocked. Free of
// torch.
#pragma once

#include "core/train/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace belfry {

struct Prediction {
    std::vector<float> probabilities; // by label, sum 1
    int best = 0;
    std::int64_t step = 0; // of the snapshot
};

struct BestAnswer {
    std::size_t label = 0;
    float confidence = 0;
    bool noneOfThese = false; // less confident than was asked for
};
// Of probabilities by label, at least one.
BestAnswer bestAnswer(std::span<const float> probabilities, double noneBelow);

// Not thread-safe: one predictor per thread (the window keeps a prediction thread with one).
class Predictor {
public:
    explicit Predictor(std::shared_ptr<const Snapshot> snapshot);
    ~Predictor();
    // Reuses the network if the blueprint is the same and only the weights are newer.
    void update(std::shared_ptr<const Snapshot> snapshot);
    const Snapshot& snapshot() const;
    // One image of the snapshot's shape, uint8 height x width x channels. About 0.2 ms for LeNet.
    Prediction predict(std::span<const std::uint8_t> image);
    // The network's own numbers for contiguous images, count x classes.
    std::vector<float> logits(std::span<const std::uint8_t> images);
    // The same as probabilities, at the snapshot's temperature.
    std::vector<float> predictMany(std::span<const std::uint8_t> images);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
