// The input stage as plans, weights files and blueprints know it: by name, and what it makes of a data set's images.
// Plain values; any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/kernels/input_stage.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// "none", "cifar-tutorial", "digits", or operations as in augmentation.h. Words in another order give the same name.
std::string augmentationName(const InputStage& stage);
std::string_view
normalisationName(Normalisation normalisation); // "unit", "centred", "standardised", "signed", "imagenet"
// Throws Error(Usage) with the nearest valid name, or with what an operation takes.
InputStage inputStageFromNames(const std::string& augmentation, const std::string& normalisation);

inline PictureSize sizeOf(const ImageShape& image) { return {image.height, image.width, image.channels}; }

// The shape that the network sees. Throws Error(Usage) for images smaller than the crop, or than an operation's number.
ImageShape networkInput(const InputStage& stage, const ImageShape& image);

// The network's input for images `ids` in `epoch`, as pictures to look at: bytes of networkInput's shape one after
// another. Unit and centred are turned back into the byte's scale and clipped; a standardised image is stretched from
// its darkest to its brightest number. Mixed are neighbours among `ids`, the last with the first. `training` as in a
// pass: augmented, or as in evaluation. Blocks for the data.
std::vector<std::uint8_t> previewInput(const InputStage& stage, const ImageShape& image, const ImageStore& store,
                                       std::span<const std::int64_t> ids, std::uint64_t seed, std::uint32_t epoch,
                                       bool training);

// Of those pictures in training: each one's share of its own label; the rest is of the next one's. Empty where the
// stage does not mix.
std::vector<float> previewShares(const InputStage& stage, const ImageShape& image, std::span<const std::int64_t> ids,
                                 std::uint64_t seed, std::uint32_t epoch);

} // namespace belfry
