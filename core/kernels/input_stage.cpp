#include "core/kernels/input_stage.h"

#include "core/kernels/augment.h"
#include "core/kernels/chunks.h"
#include "core/kernels/cuda_kernels.h"

#include <algorithm>

namespace belfry {
namespace {

void copyImage(const std::uint8_t* image, std::int64_t numbers, float* out) {
    std::transform(
        image, image + numbers, out, [](std::uint8_t value) { return static_cast<float>(value); });
}

void cropImage(const std::uint8_t* image, PictureSize in, const TutorialDraw& draw, float* out) {
    for (int y = 0; y < kTutorialCrop; ++y)
        for (int x = 0; x < kTutorialCrop; ++x)
            for (int channel = 0; channel < in.channels; ++channel)
                *out++ = croppedValue(image, in, draw, y, x, channel);
}

// Brightness moves the mean too, so contrast is around the mean after it, as in the tutorial.
void changeColours(const TutorialDraw& draw, int channels, std::int64_t pixels, float* values) {
    for (int channel = 0; channel < channels; ++channel) {
        double sum = 0;
        for (std::int64_t i = 0; i < pixels; ++i)
            sum += values[i * channels + channel];
        const float mean = static_cast<float>(sum / static_cast<double>(pixels));
        for (std::int64_t i = 0; i < pixels; ++i) {
            float& value = values[i * channels + channel];
            value = (value - mean) * draw.contrast + mean + draw.brightness;
        }
    }
}

void bendImage(const std::uint8_t* image, PictureSize in, std::uint64_t key, float* out) {
    DigitDraw draw;
    drawDigit(key, in, draw);
    for (int y = 0; y < in.height; ++y) {
        const BentRow row = bentRow(draw, y, in.height);
        for (int x = 0; x < in.width; ++x) {
            const SourcePoint from = sourceOf(draw, row, in, y, x);
            for (int channel = 0; channel < in.channels; ++channel)
                *out++ = valueBetween(image, in, from, channel);
        }
    }
}

void standardise(float* values, std::int64_t numbers) {
    const auto n = static_cast<double>(numbers);
    double sum = 0, squares = 0;
    for (std::int64_t i = 0; i < numbers; ++i)
        sum += values[i];
    const double mean = sum / n;
    for (std::int64_t i = 0; i < numbers; ++i)
        squares += (values[i] - mean) * (values[i] - mean);
    const double deviation = std::max(std::sqrt(squares / n), 1 / std::sqrt(n));
    for (std::int64_t i = 0; i < numbers; ++i)
        values[i] = static_cast<float>((values[i] - mean) / deviation);
}

void stageImage(const InputStage& stage, PictureSize in, const StageBatch& batch, std::int64_t index, float* out) {
    const std::int64_t row = batch.rows ? batch.rows[index] : index;
    const std::uint8_t* image = batch.images + row * in.numbers();
    const std::int64_t numbers = stageOutput(stage, in).numbers();
    const bool draws = batch.training && stage.augmentation != Augmentation::None;
    const std::uint64_t key = draws ? augmentKey(batch.seed, *batch.epoch, batch.ids[index]) : 0;
    if (stage.augmentation == Augmentation::CifarTutorial) {
        const TutorialDraw draw = batch.training ? drawTutorial(key, in) : centralCrop(in);
        cropImage(image, in, draw, out);
        if (batch.training)
            changeColours(draw, in.channels, numbers / in.channels, out);
    } else if (draws) {
        bendImage(image, in, key, out);
    } else {
        copyImage(image, numbers, out);
    }
    if (stage.normalisation == Normalisation::Standardised)
        return standardise(out, numbers);
    const ScaleShift plain = *plainStage({Augmentation::None, stage.normalisation}, batch.training);
    std::transform(out, out + numbers, out, [plain](float value) { return value * plain.scale + plain.shift; });
}

} // namespace

PictureSize stageOutput(const InputStage& stage, PictureSize in) {
    if (stage.augmentation == Augmentation::CifarTutorial)
        return {kTutorialCrop, kTutorialCrop, in.channels};
    return in;
}

std::optional<ScaleShift> plainStage(const InputStage& stage, bool training) {
    const bool untouched =
        stage.augmentation == Augmentation::None || (stage.augmentation == Augmentation::Digits && !training);
    if (!untouched || stage.normalisation == Normalisation::Standardised)
        return std::nullopt;
    return ScaleShift{1.0f / 255.0f, stage.normalisation == Normalisation::Centred ? -0.5f : 0.0f};
}

void runInputStage(ExecutionContext context, const InputStage& stage, PictureSize in, const StageBatch& batch,
                   float* out) {
    const std::optional<ScaleShift> plain = plainStage(stage, batch.training);
    if (plain)
        return normaliseImages(context, batch.images, batch.rows, batch.count, in.numbers(), plain->scale, plain->shift,
                               out);
    if (context.cuda)
        return cuda::runInputStage(context.stream, stage, in, batch, out);
    const std::int64_t numbers = stageOutput(stage, in).numbers();
#pragma omp parallel for schedule(static) if (batch.count * numbers >= kParallelFrom)
    for (std::int64_t i = 0; i < batch.count; ++i)
        stageImage(stage, in, batch, i, out + i * numbers);
}

} // namespace belfry
