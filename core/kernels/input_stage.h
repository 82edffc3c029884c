// The input stage: gathers images by number, augments, normalises; from uint8 to float, height x width x channels each.
// One piece of code for training, validation, test and drawing, on the CPU and on CUDA. Free of torch.
#pragma once

#include "core/kernels/augment_numbers.h"
#include "core/kernels/host_device.h"
#include "core/kernels/kernels.h"

#include <cstdint>
#include <optional>

namespace belfry {

// Augmentation of an image before it is normalised. Ranges are uniform, drawn again for each image and epoch.
enum class Augmentation {
    None,
    // The TensorFlow CIFAR-10 tutorial's: a random 24x24 crop, flipped or not, brightness +-63, contrast 0.2 to 1.8
    // around each channel's mean; nothing is clipped. Evaluation: the central 24x24 crop.
    CifarTutorial,
    // For digits, which must not be mirrored: rotation +-15 degrees, scale 0.9 to 1.1, shift +-1/14 of a side, elastic
    // bending by a smooth field of about 1/30 of a side. Beyond the edge is 0. Evaluation: the image as it is.
    Digits,
    // InputStage::operations, in their order. Evaluation: the image as it is.
    Operations,
};

// How bytes become the numbers that the network sees: the same in training and evaluation.
enum class Normalisation {
    Unit,         // value / 255
    Centred,      // value / 255 - 0.5
    Standardised, // (value - mean) / max(deviation, 1 / sqrt(n)) of the image's own n numbers, as TensorFlow has it
    Signed,       // (value - 127) / 128, as TensorFlow's EfficientNet-Lite has it
    Imagenet, // value / 255 by the means and deviations of ImageNet's red, green and blue; of grey pictures by theirs
};

struct InputStage {
    Augmentation augmentation = Augmentation::None;
    Normalisation normalisation = Normalisation::Unit;
    AugmentOperations operations = {}; // of Augmentation::Operations
    bool mixes() const { return augmentation == Augmentation::Operations && operations.mix(); }
    bool operator==(const InputStage& other) const { // written out: nvcc reads this as C++17
        return augmentation == other.augmentation && normalisation == other.normalisation &&
               operations == other.operations;
    }
};

struct PictureSize {
    int height = 0, width = 0, channels = 0;
    BELFRY_HD std::int64_t numbers() const { return std::int64_t{height} * width * channels; }
};

inline constexpr int kTutorialCrop = 24; // side

// The output shape for images of size `in`, which must hold the crop.
PictureSize stageOutput(const InputStage& stage, PictureSize in);

// A stage that only multiplies every byte and adds to it: others may fuse that with what they do.
struct ScaleShift {
    float scale = 1, shift = 0;
};
std::optional<ScaleShift> plainStage(const InputStage& stage, bool training);
// Likewise for pictures with this channel's own numbers. Of all but Standardised.
BELFRY_HD inline ScaleShift channelScale(Normalisation normalisation, int channel, int channels) {
    const float means[] = {0.485F, 0.456F, 0.406F, 0.449F}, deviations[] = {0.229F, 0.224F, 0.225F, 0.226F};
    const int of = channels == 3 ? channel : 3; // 3: of all channels
    if (normalisation == Normalisation::Imagenet)
        return {1 / (255 * deviations[of]), -means[of] / deviations[of]};
    if (normalisation == Normalisation::Signed)
        return {1.0F / 128, -127.0F / 128};
    return {1.0F / 255, normalisation == Normalisation::Centred ? -0.5F : 0.0F};
}

// Of a stage that mixes, a training batch has one more image, row and id than `count`: those of the last one's partner
// (augment_mix.h), which alone gives no output.
struct StageBatch {
    const std::uint8_t* images = nullptr; // image 0; others follow it
    const std::int64_t* rows = nullptr;   // which of them, `count` numbers; null: 0, 1, 2, ...
    std::int64_t count = 0;
    bool training = false;
    const std::int64_t* ids = nullptr; // training: what the random numbers are keyed by, with seed and epoch
    std::uint64_t seed = 0;
    const std::uint32_t* epoch = nullptr;
};

// Writes batch.count * stageOutput(stage, in).numbers() floats. Pointers are the device's.
void runInputStage(ExecutionContext context, const InputStage& stage, PictureSize in, const StageBatch& batch,
                   float* out);

// Of a stage that mixes: each image's share of its label in a training batch, `count` floats on the device. The rest is
// the share of the next image's label.
void ownShares(ExecutionContext context, const InputStage& stage, PictureSize in, const StageBatch& batch,
               float* shares);

} // namespace belfry
