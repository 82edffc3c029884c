#include "core/kernels/input_stage.h"

#include "core/kernels/augment_mix.h"
#include "core/kernels/augment_operations.h"
#include "core/kernels/chunks.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/enlarge_part.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

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

// One thread (augment_operations.h).
class OneThread {
public:
    template <typename Body>
    void pixels(int height, int width, const Body& body) const {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                body(y, x);
    }
    template <typename Body>
    void each(std::int64_t count, const Body& body) const {
        for (std::int64_t i = 0; i < count; ++i)
            body(i);
    }
    template <typename Value>
    std::int64_t sum(std::int64_t count, const Value& value) const {
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += value(i);
        return sum;
    }
    int* table(std::size_t which) const { return tables_[which].data(); }
    void count(int& number) const { ++number; }
    void place(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw, std::uint8_t* out) const;

private:
    mutable std::array<std::array<int, 256>, 2> tables_;
};

// `count` pixels from `from` on, to the right; mirrored: to the left.
template <int channels>
void copyPixels(const std::uint8_t* from, bool mirrored, int count, std::uint8_t* to) {
    const int step = mirrored ? -channels : channels;
    for (int x = 0; x < count; ++x, from += step, to += channels)
        for (int channel = 0; channel < channels; ++channel)
            to[channel] = from[channel];
}

// Where no edge is, lines are copied as a whole.
void OneThread::place(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw,
                      std::uint8_t* out) const {
    const bool usual = in.channels == 1 || in.channels == 3;
    if (draw.isPart && usual)
        return placePart(image, in, draw, out);
    const int reach = std::abs(draw.shiftX) + std::abs(draw.cropX);
    const bool copies = !draw.isPart && usual;
    const int first = copies ? std::min(reach, in.width) : in.width, last = std::max(first, in.width - reach);
    const auto line = static_cast<std::int64_t>(in.width) * in.channels;
    for (int y = 0; y < in.height; ++y) {
        const int row = sourceRow(draw, y, in.height);
        if (row < 0 || row >= in.height) {
            std::memset(out + y * line, 0, static_cast<std::size_t>(line));
            continue;
        }
        for (int x = 0; x < first; ++x)
            placePixel(image, in, draw, y, x, out);
        if (last > first) {
            const std::uint8_t* from =
                image + row * line + std::int64_t{sourceColumn(draw, first, in.width)} * in.channels;
            (in.channels == 1 ? copyPixels<1> : copyPixels<3>)(from, draw.flip, last - first,
                                                               out + y * line + std::int64_t{first} * in.channels);
        }
        for (int x = last; x < in.width; ++x)
            placePixel(image, in, draw, y, x, out);
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

const std::uint8_t* imageAt(const StageBatch& batch, PictureSize in, std::int64_t index) {
    return batch.images + (batch.rows ? batch.rows[index] : index) * in.numbers();
}

ImageKey keyAt(const StageBatch& batch, std::int64_t index) { return {batch.seed, *batch.epoch, batch.ids[index]}; }

// Augments pictures of a batch, one after another. A picture that was the partner of the one before is not made again.
class Augmenter {
public:
    Augmenter(const InputStage& stage, PictureSize in, const StageBatch& batch)
        : stage_(stage), in_(in), batch_(batch) {
        for (std::vector<std::uint8_t>* bytes : {&picture_, &spare_, &partner_})
            bytes->resize(static_cast<std::size_t>(in.numbers()));
    }
    // Until the next call.
    const std::uint8_t* picture(std::int64_t index) {
        if (partnerOf_ >= 0 && partnerOf_ + 1 == index)
            picture_.swap(partner_);
        else
            make(index, picture_);
        if (!stage_.operations.mix())
            return picture_.data();
        make(index + 1, partner_);
        partnerOf_ = index;
        mixPicture(OneThread(), in_, drawMix(stage_.operations, in_, keyAt(batch_, index)), partner_.data(),
                   picture_.data());
        return picture_.data();
    }

private:
    void make(std::int64_t index, std::vector<std::uint8_t>& out) {
        augmentPicture(OneThread(), stage_.operations, in_, keyAt(batch_, index), imageAt(batch_, in_, index),
                       out.data(), spare_.data());
    }

    const InputStage& stage_;
    PictureSize in_;
    const StageBatch& batch_;
    std::vector<std::uint8_t> picture_, spare_, partner_;
    std::int64_t partnerOf_ = -1; // the image whose partner is kept
};

void stageImage(const InputStage& stage, PictureSize in, const StageBatch& batch, std::int64_t index,
                Augmenter& augmenter, float* out) {
    const std::uint8_t* image = imageAt(batch, in, index);
    const std::int64_t numbers = stageOutput(stage, in).numbers();
    const bool draws = batch.training && stage.augmentation != Augmentation::None;
    const std::uint64_t key = draws ? augmentKey(batch.seed, *batch.epoch, batch.ids[index]) : 0;
    if (stage.augmentation == Augmentation::CifarTutorial) {
        const TutorialDraw draw = batch.training ? drawTutorial(key, in) : centralCrop(in);
        cropImage(image, in, draw, out);
        if (batch.training)
            changeColours(draw, in.channels, numbers / in.channels, out);
    } else if (draws && stage.augmentation == Augmentation::Operations) {
        const std::uint8_t* augmented = augmenter.picture(index);
        if (const auto plain = plainStage({Augmentation::None, stage.normalisation}, true))
            return normaliseImages({}, augmented, nullptr, 1, numbers, plain->scale, plain->shift, out);
        copyImage(augmented, numbers, out);
    } else if (draws) {
        bendImage(image, in, key, out);
    } else {
        copyImage(image, numbers, out);
    }
    if (stage.normalisation == Normalisation::Standardised)
        return standardise(out, numbers);
    for (int channel = 0; channel < in.channels; ++channel) {
        const ScaleShift by = channelScale(stage.normalisation, channel, in.channels);
        for (std::int64_t i = channel; i < numbers; i += in.channels)
            out[i] = out[i] * by.scale + by.shift;
    }
}

} // namespace

PictureSize stageOutput(const InputStage& stage, PictureSize in) {
    if (stage.augmentation == Augmentation::CifarTutorial)
        return {kTutorialCrop, kTutorialCrop, in.channels};
    return in;
}

std::optional<ScaleShift> plainStage(const InputStage& stage, bool training) {
    const bool untouched =
        stage.augmentation == Augmentation::None || (stage.augmentation != Augmentation::CifarTutorial && !training);
    if (!untouched || stage.normalisation == Normalisation::Standardised ||
        stage.normalisation == Normalisation::Imagenet)
        return std::nullopt;
    return channelScale(stage.normalisation, 0, 1);
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
    forRowRanges(batch.count, batch.count * numbers, [&](std::int64_t first, std::int64_t last) {
        Augmenter augmenter(stage, in, batch);
        for (std::int64_t i = first; i < last; ++i)
            stageImage(stage, in, batch, i, augmenter, out + i * numbers);
    });
}

void ownShares(ExecutionContext context, const InputStage& stage, PictureSize in, const StageBatch& batch,
               float* shares) {
    if (context.cuda)
        return cuda::ownShares(context.stream, stage, in, batch, shares);
    for (std::int64_t i = 0; i < batch.count; ++i)
        shares[i] = drawMix(stage.operations, in, keyAt(batch, i)).ownShare;
}

} // namespace belfry
