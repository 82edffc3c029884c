// A model for other programs: a folder with everything that others need to use a network, and the proof that they
// use it right. No state; any thread; blocks for the disk and the processor.
//
//   model.safetensors    weights (interop/package_weights.h)
//   model.json           what the network is (interop/model_json.h)
//   model.onnx           the same network for ONNX Runtime and others, the input stage inside (interop/onnx_model.h)
//   model.py             loads it in PyTorch
//   samples.safetensors  test images (uint8, N x height x width x channels), their labels, and the logits and
//                        probabilities that Belfry gave
//   model-int8.onnx      where asked for: the same network in 8-bit integers (interop/quantised_onnx.h), of which
//                        model.json has the accuracy and samples.safetensors the logits, and the means of
//                        what goes into its layers
#pragma once

#include "core/data/dataset.h"
#include "core/interop/int8_export.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace belfry {

inline constexpr std::int64_t kPackageSamples = 32; // fewer where the test set has fewer
// Largest difference of a logit, as a part of its size where that is more than 1, that is rounding.
inline constexpr double kPackageTolerance = 1e-4;

// The same of int8 logits is not their largest difference, but the root of the mean square of all: where the order of a
// sum differs, a number near the middle of two steps is rounded to the other one, and in a deep network most roundings
// after it fall otherwise, too. At worst all do. Then two replays are as far from each other as two independent
// rounding errors, sqrt(2) times one. One is known: the distance between the package's int8 and fp32 logits. Other
// orders of sums (ONNX Runtime with integers and in floats) gave 0 times that for LeNet, 0.07 for ResNet-20 and 0.3 for
// EfficientNet-Lite0.
inline constexpr double kInt8Tolerance = 1.4142135623730951;

struct PackageOptions {
    std::optional<Int8Options> int8{}; // also write the network as int8
    EvaluationWatch watch{};           // progress: of int8 alone. After a stop there is no folder.
};
struct PackagedInt8 {
    std::int64_t pictures = 0; // it was calibrated on
    Int8Accuracy accuracy;
    std::int64_t bytes = 0, floatBytes = 0; // of model-int8.onnx and of model.onnx
};
struct Packaged {
    std::optional<PackagedInt8> int8; // none: it was not asked for, or stopped
};

// The folder is whole or absent. `data`: where the samples come from, which fit the network. Throws Error(Usage) for a
// folder that is there already, Error(Data) for data of another shape or without test images, Error(Io), and as
// makeInt8() does.
Packaged exportPackage(const std::filesystem::path& folder, const Snapshot& snapshot, const DataSet& data,
                       const PackageOptions& options = {});

struct Replay {
    std::int64_t images = 0;
    double largest = 0; // difference between Belfry's logits now and those in the package; NaN is no agreement
    struct Int8 {
        double difference = 0; // root of the mean square; NaN is no agreement
        double tolerance = 0;  // kInt8Tolerance times the rounding error, and kPackageTolerance at least
    };
    std::optional<Int8> int8{}; // where the package has such a network
    bool agrees() const { return largest <= kPackageTolerance && (!int8 || int8->difference <= int8->tolerance); }
};
// Replays the samples with the package's weights. Throws Error(Data) with one sentence for a file that is missing,
// damaged or does not belong to the others.
Replay verifyPackage(const std::filesystem::path& folder);

// The folder, where `path` is one that export made, its model.json, or its model.safetensors. Reads nothing: whether it
// is whole, and that a model.json of that path is missing, is what loadPackage() tells.
std::optional<std::filesystem::path> packageAt(const std::filesystem::path& path);

// The network, to be used as a run's. It needs model.json and model.safetensors alone: the other files are for other
// programs. Throws Error(Data) as verifyPackage() does, also where the weights are not those that were exported.
std::shared_ptr<const Snapshot> loadPackage(const std::filesystem::path& folder);

} // namespace belfry
