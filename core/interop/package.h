// A model for other programs: a folder with everything that others need to use a network, and the proof that they
// use it right. No state; any thread; blocks for the disk and the processor.
//
//   model.safetensors    weights (interop/package_weights.h)
//   model.json           what the network is (interop/model_json.h)
//   model.onnx           the same network for ONNX Runtime and others, the input stage inside (interop/onnx_model.h)
//   model.py             loads it in PyTorch
//   samples.safetensors  test images (uint8, N x height x width x channels), their labels, and the logits and
//                        probabilities that Belfry gave
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>

namespace belfry {

inline constexpr std::int64_t kPackageSamples = 32; // fewer where the test set has fewer
// Largest difference of a logit, as a part of its size where that is more than 1, that is rounding.
inline constexpr double kPackageTolerance = 1e-4;

// The folder is whole or absent. `data`: where the samples come from, which fit the network. Throws Error(Usage) for a
// folder that is there already, Error(Data) for data of another shape or without test images, Error(Io).
void exportPackage(const std::filesystem::path& folder, const Snapshot& snapshot, const DataSet& data);

struct Replay {
    std::int64_t images = 0;
    double largest = 0; // difference between Belfry's logits now and those in the package; NaN is no agreement
    bool agrees() const { return largest <= kPackageTolerance; }
};
// Replays the samples with the package's weights. Throws Error(Data) with one sentence for a file that is missing,
// damaged or does not belong to the others.
Replay verifyPackage(const std::filesystem::path& folder);

} // namespace belfry
