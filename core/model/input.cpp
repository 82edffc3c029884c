#include "core/model/input.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/model/augmentation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr std::array kAugmentations{"none", "cifar-tutorial", "digits"}; // by enumerator
constexpr std::array kNormalisations{"unit", "centred", "standardised", "signed", "imagenet"};

void takeAugmentation(InputStage& stage, const std::string& text) {
    const auto found = std::find(kAugmentations.begin(), kAugmentations.end(), text);
    stage.augmentation = static_cast<Augmentation>(found - kAugmentations.begin());
    if (found == kAugmentations.end()) // the enumerator after those of the names
        stage.operations = operationsFromText(text, {kAugmentations.begin(), kAugmentations.end()});
}

Normalisation normalisationFrom(const std::string& name) {
    const std::vector<std::string> names(kNormalisations.begin(), kNormalisations.end());
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw usageError(unknownName(Text::tr("normalisation"), name, names));
    return static_cast<Normalisation>(found - names.begin());
}

std::uint8_t byteOf(float value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f))); }

// From floats of one image to bytes that can be looked at.
void makeVisible(Normalisation normalisation, int channels, std::span<const float> values, std::uint8_t* bytes) {
    if (normalisation == Normalisation::Standardised) {
        const auto [darkest, brightest] = std::minmax_element(values.begin(), values.end());
        const float least = *darkest, scale = *brightest > least ? 255 / (*brightest - least) : 0.0f;
        std::transform(values.begin(), values.end(), bytes,
                       [=](float value) { return byteOf((value - least) * scale); });
        return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ScaleShift by = channelScale(normalisation, static_cast<int>(i) % channels, channels);
        bytes[i] = byteOf((values[i] - by.shift) / by.scale);
    }
}

} // namespace

std::string augmentationName(const InputStage& stage) {
    return stage.augmentation == Augmentation::Operations
               ? operationsText(stage.operations)
               : kAugmentations.at(static_cast<std::size_t>(stage.augmentation));
}

std::string_view normalisationName(Normalisation normalisation) {
    return kNormalisations.at(static_cast<std::size_t>(normalisation));
}

InputStage inputStageFromNames(const std::string& augmentation, const std::string& normalisation) {
    InputStage stage;
    takeAugmentation(stage, augmentation);
    stage.normalisation = normalisationFrom(normalisation);
    return stage;
}

ImageShape networkInput(const InputStage& stage, const ImageShape& image) {
    const PictureSize size = stageOutput(stage, sizeOf(image));
    if (size.height > image.height || size.width > image.width)
        throw usageError(Text::tr(
            "Augmentation '%1' crops to %2x%3, but the images are %4x%5. Choose another augmentation or larger images.",
            augmentationName(stage), size.height, size.width, image.height, image.width));
    checkOperations(stage.operations, image.height, image.width);
    return {.channels = size.channels, .height = size.height, .width = size.width};
}

std::vector<std::uint8_t> previewInput(const InputStage& stage, const ImageShape& image, const ImageStore& store,
                                       std::span<const std::int64_t> ids, std::uint64_t seed, std::uint32_t epoch,
                                       bool training) {
    const auto numbers = static_cast<std::size_t>(networkInput(stage, image).bytes());
    std::vector<std::int64_t> withNext(ids.begin(), ids.end());
    if (stage.mixes() && !ids.empty())
        withNext.push_back(ids.front()); // the last one's partner
    std::vector<std::uint8_t> images(withNext.size() * static_cast<std::size_t>(image.bytes()));
    store.read(withNext, images.data());
    std::vector<float> values(ids.size() * numbers);
    const StageBatch batch{.images = images.data(),
                           .rows = nullptr,
                           .count = static_cast<std::int64_t>(ids.size()),
                           .training = training,
                           .ids = withNext.data(),
                           .seed = seed,
                           .epoch = &epoch};
    runInputStage({}, stage, sizeOf(image), batch, values.data());
    std::vector<std::uint8_t> pictures(values.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        makeVisible(stage.normalisation, image.channels, std::span(values).subspan(i * numbers, numbers),
                    pictures.data() + i * numbers);
    return pictures;
}

std::vector<float> previewShares(const InputStage& stage, const ImageShape& image, std::span<const std::int64_t> ids,
                                 std::uint64_t seed, std::uint32_t epoch) {
    std::vector<float> shares(stage.mixes() ? ids.size() : 0);
    const StageBatch batch{.images = nullptr,
                           .rows = nullptr,
                           .count = static_cast<std::int64_t>(shares.size()),
                           .training = true,
                           .ids = ids.data(),
                           .seed = seed,
                           .epoch = &epoch};
    ownShares({}, stage, sizeOf(image), batch, shares.data());
    return shares;
}

} // namespace belfry
