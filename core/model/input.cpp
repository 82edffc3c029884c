#include "core/model/input.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr std::array kAugmentations{"none", "cifar-tutorial", "digits"}; // by enumerator
constexpr std::array kNormalisations{"unit", "centred", "standardised"};

template <typename Enum>
Enum fromName(const Text& kind, const std::string& name, const std::array<const char*, 3>& names) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw usageError(unknownName(kind, name, std::vector<std::string>(names.begin(), names.end())));
    return static_cast<Enum>(found - names.begin());
}

std::uint8_t byteOf(float value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f))); }

// From floats of one image to bytes that can be looked at.
void makeVisible(Normalisation normalisation, std::span<const float> values, std::uint8_t* bytes) {
    float scale = 255, shift = normalisation == Normalisation::Centred ? 0.5f : 0.0f;
    if (normalisation == Normalisation::Standardised) {
        const auto [darkest, brightest] = std::minmax_element(values.begin(), values.end());
        shift = -*darkest;
        scale = *brightest > *darkest ? 255 / (*brightest - *darkest) : 0.0f;
    }
    std::transform(values.begin(), values.end(), bytes, [&](float value) { return byteOf((value + shift) * scale); });
}

} // namespace

std::string_view augmentationName(Augmentation augmentation) {
    return kAugmentations.at(static_cast<std::size_t>(augmentation));
}

std::string_view normalisationName(Normalisation normalisation) {
    return kNormalisations.at(static_cast<std::size_t>(normalisation));
}

InputStage inputStageFromNames(const std::string& augmentation, const std::string& normalisation) {
    return {fromName<Augmentation>(Text::tr("augmentation"), augmentation, kAugmentations),
            fromName<Normalisation>(Text::tr("normalisation"), normalisation, kNormalisations)};
}

ImageShape networkInput(const InputStage& stage, const ImageShape& image) {
    const PictureSize size = stageOutput(stage, sizeOf(image));
    if (size.height > image.height || size.width > image.width)
        throw usageError(Text::tr(
            "Augmentation '%1' crops to %2x%3, but the images are %4x%5. Choose another augmentation or larger images.",
            std::string(augmentationName(stage.augmentation)), size.height, size.width, image.height, image.width));
    return {.channels = size.channels, .height = size.height, .width = size.width};
}

std::vector<std::uint8_t> previewInput(const InputStage& stage, const ImageShape& image, const ImageStore& store,
                                       std::span<const std::int64_t> ids, std::uint64_t seed, std::uint32_t epoch,
                                       bool training) {
    const auto numbers = static_cast<std::size_t>(networkInput(stage, image).bytes());
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(image.bytes()));
    store.read(ids, images.data());
    std::vector<float> values(ids.size() * numbers);
    const StageBatch batch{.images = images.data(),
                           .rows = nullptr,
                           .count = static_cast<std::int64_t>(ids.size()),
                           .training = training,
                           .ids = ids.data(),
                           .seed = seed,
                           .epoch = &epoch};
    runInputStage({}, stage, sizeOf(image), batch, values.data());
    std::vector<std::uint8_t> pictures(values.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        makeVisible(stage.normalisation, std::span(values).subspan(i * numbers, numbers),
                    pictures.data() + i * numbers);
    return pictures;
}

} // namespace belfry
