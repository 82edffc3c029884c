// The int8 form of a network for a package: calibrated on training pictures, and evaluated beside the fp32 one. Free of
// torch. No state; any thread; blocks for the disk and the processor.
#pragma once

#include "core/data/dataset.h"
#include "core/interop/quantised_network.h"
#include "core/predict/evaluate_snapshot.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace belfry {

inline constexpr std::int64_t kCalibrationPictures = 512;

struct Int8Options {
    std::optional<std::int64_t> pictures{}; // to calibrate on; none: kCalibrationPictures, or all where there are fewer
};

// Right answers of both on the same images.
struct Int8Accuracy {
    std::string split; // "test"
    std::int64_t images = 0, floatCorrect = 0, int8Correct = 0;
    double floatAccuracy() const { return static_cast<double>(floatCorrect) / static_cast<double>(images); }
    double int8Accuracy() const { return static_cast<double>(int8Correct) / static_cast<double>(images); }
};

struct Int8Network {
    QuantisedNetwork network;
    std::int64_t pictures = 0; // it was calibrated on
    Int8Accuracy accuracy;
};

// `data`: fits the network, with test images. None after a stop, which takes effect within some pictures. Throws
// Error(Usage) for a network without convolutions and dense layers, and for more pictures than there are, Error(Data)
// for numbers that are not finite.
std::optional<Int8Network> makeInt8(const Snapshot& snapshot, const DataSet& data, const Int8Options& options,
                                    const EvaluationWatch& watch = {});

// What model.json keeps of it. Keys: weights, activations and biases (their types), pictures, accuracy (split, images,
// and of fp32 and int8 the correct answers and their share), inputs (of each quantised layer: layer, scale, zero).
nlohmann::json int8Json(const Int8Network& made);
// The means of all inputs (InputScale), one layer after another.
std::vector<float> int8Means(const QuantisedNetwork& network);
// The same network again, of what both have returned. Throws Error or a JSON library's exception with a part of a
// sentence.
QuantisedNetwork quantisedFromJson(const Snapshot& snapshot, const nlohmann::json& json, std::span<const float> means);

} // namespace belfry
