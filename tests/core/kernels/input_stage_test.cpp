// The input stage on the CPU against its formulas; tests/gpu compares CUDA with the CPU.
#include "core/base/random.h"
#include "core/kernels/input_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace belfry {
namespace {

using Ids = std::vector<std::int64_t>;
constexpr PictureSize kPhoto{32, 32, 3}, kDigit{28, 28, 1};

std::vector<std::uint8_t> noise(std::int64_t count, PictureSize size, std::uint64_t seed = 1) {
    RandomStream random(seed, Purpose::Sample);
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count * size.numbers()));
    for (std::uint8_t& value : bytes)
        value = static_cast<std::uint8_t>(random.next());
    return bytes;
}

struct Run {
    bool training = true;
    Ids ids{}; // one for each image
    Ids rows{};
    std::uint64_t seed = 7;
    std::uint32_t epoch = 0;
};

std::vector<float> staged(InputStage stage, PictureSize in, const std::vector<std::uint8_t>& images, const Run& run) {
    const auto present = static_cast<std::int64_t>(images.size()) / in.numbers();
    const std::int64_t count = run.rows.empty() ? present : static_cast<std::int64_t>(run.rows.size());
    std::vector<float> out(static_cast<std::size_t>(count * stageOutput(stage, in).numbers()));
    runInputStage({}, stage, in,
                  {.images = images.data(),
                   .rows = run.rows.empty() ? nullptr : run.rows.data(),
                   .count = count,
                   .training = run.training,
                   .ids = run.ids.empty() ? nullptr : run.ids.data(),
                   .seed = run.seed,
                   .epoch = &run.epoch},
                  out.data());
    return out;
}

std::vector<float> part(const std::vector<float>& values, std::int64_t index, std::int64_t numbers) {
    return {values.begin() + index * numbers, values.begin() + (index + 1) * numbers};
}

Ids countTo(std::int64_t count) {
    Ids ids(static_cast<std::size_t>(count));
    std::iota(ids.begin(), ids.end(), 0);
    return ids;
}

TEST(InputStage, ScalesBytes) {
    const auto images = noise(60, kDigit); // above the parallel threshold
    for (const bool training : {false, true}) {
        const auto unit = staged({}, kDigit, images, {.training = training});
        const auto centred =
            staged({Augmentation::None, Normalisation::Centred}, kDigit, images, {.training = training});
        for (std::size_t i = 0; i < images.size(); ++i) {
            ASSERT_NEAR(unit[i], images[i] / 255.0, 1e-7);
            ASSERT_NEAR(centred[i], images[i] / 255.0 - 0.5, 1e-7);
        }
    }
}

TEST(InputStage, StandardisesPerImage) {
    auto images = noise(3, kPhoto);
    std::fill_n(images.begin() + kPhoto.numbers(), kPhoto.numbers(), std::uint8_t{77}); // deviation 0
    const auto found = staged({Augmentation::None, Normalisation::Standardised}, kPhoto, images, {.training = false});
    const auto n = static_cast<std::size_t>(kPhoto.numbers());
    for (std::size_t image = 0; image < 3; ++image) {
        double sum = 0, squares = 0;
        for (std::size_t i = image * n; i < (image + 1) * n; ++i) {
            sum += images[i];
            squares += double(images[i]) * images[i];
        }
        const double mean = sum / n;
        const double deviation = std::max(std::sqrt(std::max(squares / n - mean * mean, 0.0)), 1 / std::sqrt(n));
        for (std::size_t i = image * n; i < (image + 1) * n; ++i)
            ASSERT_NEAR(found[i], (images[i] - mean) / deviation, 1e-5);
    }
}

TEST(InputStage, GathersByRows) {
    const auto images = noise(5, kPhoto);
    const Ids rows{4, 0, 4, 2};
    for (const Augmentation augmentation : {Augmentation::None, Augmentation::CifarTutorial, Augmentation::Digits})
        for (const Normalisation normalisation : {Normalisation::Unit, Normalisation::Standardised}) {
            const InputStage stage{augmentation, normalisation};
            const std::int64_t numbers = stageOutput(stage, kPhoto).numbers();
            const auto all = staged(stage, kPhoto, images, {.ids = countTo(5)});
            const auto some = staged(stage, kPhoto, images, {.ids = rows, .rows = rows});
            for (std::size_t i = 0; i < rows.size(); ++i)
                EXPECT_EQ(part(some, static_cast<std::int64_t>(i), numbers), part(all, rows[i], numbers));
        }
}

TEST(InputStage, DrawsDependOnlyOnSeedEpochAndImage) {
    const auto image = noise(1, kPhoto);
    std::vector<std::uint8_t> many;
    for (int i = 0; i < 40; ++i)
        many.insert(many.end(), image.begin(), image.end());
    for (const Augmentation augmentation : {Augmentation::CifarTutorial, Augmentation::Digits}) {
        const InputStage stage{augmentation, Normalisation::Centred};
        const std::int64_t numbers = stageOutput(stage, kPhoto).numbers();
        const auto one = staged(stage, kPhoto, image, {.ids = {39}});
        EXPECT_EQ(part(staged(stage, kPhoto, many, {.ids = countTo(40)}), 39, numbers), one);
        EXPECT_NE(staged(stage, kPhoto, image, {.ids = {38}}), one);
        EXPECT_NE(staged(stage, kPhoto, image, {.ids = {39}, .epoch = 1}), one);
        EXPECT_NE(staged(stage, kPhoto, image, {.ids = {39}, .seed = 8}), one);
    }
}

TEST(InputStage, EvaluationUsesTheCentreCropOrTheWholeImage) {
    const auto images = noise(2, kPhoto);
    const auto crop = staged({Augmentation::CifarTutorial, Normalisation::Unit}, kPhoto, images, {.training = false});
    ASSERT_EQ(crop.size(), 2U * 24 * 24 * 3);
    for (std::size_t image = 0; image < 2; ++image)
        for (std::size_t y = 0; y < 24; ++y)
            for (std::size_t i = 0; i < 24 * 3; ++i)
                ASSERT_FLOAT_EQ(crop[image * 1728 + y * 72 + i],
                                static_cast<float>(images[image * 3072 + (y + 4) * 96 + 12 + i]) / 255.0f);
    EXPECT_EQ(staged({Augmentation::Digits, Normalisation::Unit}, kPhoto, images, {.training = false}),
              staged({}, kPhoto, images, {.training = false}));
}

// What the tutorial drew for one image, found again by trying every crop: values = (byte - mean) * contrast + mean +
// brightness, with one contrast and brightness for all channels.
struct Found {
    int top = -1, left = -1;
    bool flip = false;
    double contrast = 0, brightness = 0;
};

double cropped(const std::uint8_t* image, const Found& f, int y, int x, int c) {
    return image[((f.top + y) * 32 + f.left + (f.flip ? 23 - x : x)) * 3 + c];
}

// Fits contrast and brightness on two pixels and a channel's mean; false when some pixel does not follow.
bool fits(const std::uint8_t* image, const std::vector<float>& out, Found& f) {
    for (int c = 0; c < 3; ++c) {
        double mean = 0;
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < 24; ++x)
                mean += cropped(image, f, y, x, c) / 576;
        const auto value = [&](int y, int x) { return out[static_cast<std::size_t>((y * 24 + x) * 3 + c)] * 255.0; };
        int other = 1;
        while (cropped(image, f, 0, other, c) == cropped(image, f, 0, 0, c))
            ++other;
        const double contrast =
            (value(0, other) - value(0, 0)) / (cropped(image, f, 0, other, c) - cropped(image, f, 0, 0, c));
        const double brightness = value(0, 0) - (cropped(image, f, 0, 0, c) - mean) * contrast - mean;
        if (c > 0 && (std::abs(contrast - f.contrast) > 1e-2 || std::abs(brightness - f.brightness) > 1e-1))
            return false;
        f.contrast = contrast;
        f.brightness = brightness;
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < 24; ++x)
                if (std::abs((cropped(image, f, y, x, c) - mean) * contrast + mean + brightness - value(y, x)) > 0.1)
                    return false;
    }
    return true;
}

Found findDraw(const std::uint8_t* image, const std::vector<float>& out) {
    for (int top = 0; top <= 8; ++top)
        for (int left = 0; left <= 8; ++left)
            for (const bool flip : {false, true})
                if (Found f{top, left, flip}; fits(image, out, f))
                    return f;
    return {};
}

TEST(InputStage, TheTutorialCropsFlipsAndJittersColours) {
    constexpr int kImages = 300;
    const auto image = noise(1, kPhoto);
    const InputStage stage{Augmentation::CifarTutorial, Normalisation::Unit};
    std::set<int> tops, lefts;
    int flips = 0;
    double leastContrast = 9, mostContrast = 0, leastBrightness = 99, mostBrightness = -99;
    for (int id = 0; id < kImages; ++id) {
        const Found f = findDraw(image.data(), staged(stage, kPhoto, image, {.ids = {id}}));
        ASSERT_GE(f.top, 0) << "no crop explains image " << id;
        tops.insert(f.top);
        lefts.insert(f.left);
        flips += f.flip;
        leastContrast = std::min(leastContrast, f.contrast);
        mostContrast = std::max(mostContrast, f.contrast);
        leastBrightness = std::min(leastBrightness, f.brightness);
        mostBrightness = std::max(mostBrightness, f.brightness);
    }
    EXPECT_EQ(tops.size(), 9U);
    EXPECT_EQ(lefts.size(), 9U);
    EXPECT_NEAR(flips, kImages / 2, 40);
    EXPECT_NEAR(leastContrast, 0.2, 0.05);
    EXPECT_NEAR(mostContrast, 1.8, 0.05);
    EXPECT_NEAR(leastBrightness, -63, 3);
    EXPECT_NEAR(mostBrightness, 63, 3);
}

struct Ink {
    double sum = 0, x = 0, y = 0;
};

Ink inkOf(const std::vector<float>& image) {
    Ink ink;
    for (int y = 0; y < 28; ++y)
        for (int x = 0; x < 28; ++x) {
            const double value = image[static_cast<std::size_t>(y * 28 + x)];
            ink.sum += value;
            ink.x += value * x;
            ink.y += value * y;
        }
    ink.x /= ink.sum;
    ink.y /= ink.sum;
    return ink;
}

TEST(InputStage, DigitsAreShiftedSlightly) {
    std::vector<std::uint8_t> seven(784); // a bar on top, a stroke down its right side: no mirror image of itself
    for (std::size_t i = 8; i < 20; ++i) {
        seven[6 * 28 + i] = seven[7 * 28 + i] = 255;
        seven[i * 28 + 18] = seven[i * 28 + 19] = 255;
    }
    const InputStage stage{Augmentation::Digits, Normalisation::Unit};
    const Ink still = inkOf(staged({}, kDigit, seven, {}));
    double meanX = 0, mostMoved = 0;
    constexpr int kImages = 200;
    for (int id = 0; id < kImages; ++id) {
        const auto image = staged(stage, kDigit, seven, {.ids = {id}});
        EXPECT_TRUE(std::ranges::all_of(image, [](float v) { return v >= 0 && v <= 1.0001f; }));
        const Ink ink = inkOf(image);
        EXPECT_GT(ink.sum, 0.5 * still.sum) << id;
        EXPECT_LT(ink.sum, 1.8 * still.sum) << id;
        meanX += ink.x / kImages;
        mostMoved = std::max(mostMoved, std::hypot(ink.x - still.x, ink.y - still.y));
    }
    EXPECT_NEAR(meanX, still.x, 0.5); // a mirrored one would lie at 27 - x
    EXPECT_GT(mostMoved, 1.5);
    EXPECT_LT(mostMoved, 7);
    const std::vector<std::uint8_t> blank(784);
    EXPECT_THAT(staged({Augmentation::Digits, Normalisation::Centred}, kDigit, blank, {.ids = {3}}),
                testing::Each(-0.5f));
}

TEST(InputStage, OnlyScaleAndShiftArePlain) {
    EXPECT_TRUE(plainStage({}, true));
    EXPECT_EQ(plainStage({Augmentation::None, Normalisation::Centred}, true)->shift, -0.5f);
    EXPECT_TRUE(plainStage({Augmentation::Digits, Normalisation::Unit}, false));
    EXPECT_FALSE(plainStage({Augmentation::Digits, Normalisation::Unit}, true));
    EXPECT_TRUE(plainStage({Augmentation::Operations, Normalisation::Unit}, false));
    EXPECT_FALSE(plainStage({Augmentation::Operations, Normalisation::Unit}, true));
    EXPECT_FALSE(plainStage({Augmentation::CifarTutorial, Normalisation::Unit}, false));
    EXPECT_FALSE(plainStage({Augmentation::None, Normalisation::Standardised}, false));
}

} // namespace
} // namespace belfry
