// Slices of an evaluation: which images each has, and which of them are marked.
#include "core/base/files.h"
#include "core/data/stores.h"
#include "core/formats/image.h"
#include "core/predict/errors_csv.h"
#include "core/predict/slices.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>

namespace belfry {
namespace {

constexpr ImageShape kPixels{.channels = 1, .height = 2, .width = 2};

// Of two classes; `right` says which images are.
Evaluation answered(const std::vector<bool>& right) {
    Evaluation evaluation;
    evaluation.classes = 2;
    for (const bool is : right) {
        evaluation.labels.push_back(0);
        evaluation.answers.push_back(is ? 0 : 1);
        evaluation.probabilities.insert(evaluation.probabilities.end(), {is ? 0.9F : 0.2F, is ? 0.1F : 0.8F});
    }
    return evaluation;
}

PictureTraits bright(const std::vector<float>& values) {
    PictureTraits traits;
    traits.brightness = values;
    traits.contrast.assign(values.size(), 1);
    traits.sharpness.assign(values.size(), 1);
    traits.sizes.resize(values.size());
    return traits;
}

std::vector<std::int64_t> imagesOf(const std::vector<EvaluationSlice>& slices) {
    std::vector<std::int64_t> images;
    for (const EvaluationSlice& slice : slices)
        images.push_back(slice.images);
    return images;
}

TEST(Slices, MeasurePictures) {
    const auto grey = memoryStore({10, 10, 10, 10, 0, 200, 0, 200}, {0, 1}, 4);
    std::vector<double> parts;
    const PictureTraits traits =
        traitsOf(*grey, kPixels, {"a", "b"}, {}, {}, [&parts](double part) { parts.push_back(part); });
    EXPECT_THAT(parts, testing::ElementsAre(1)); // both at once
    EXPECT_THAT(traits.brightness, testing::ElementsAre(10, 100));
    EXPECT_THAT(traits.contrast, testing::ElementsAre(0, 100));
    EXPECT_THAT(traits.sharpness, testing::ElementsAre(0, 100)); // 200 in each row, 0 in each column
    EXPECT_TRUE(traits.sources.empty());
    EXPECT_THAT(traits.sizes, testing::Each(std::nullopt));
    const auto colour = memoryStore({255, 0, 0}, {0}, 3);
    EXPECT_NEAR(traitsOf(*colour, {3, 1, 1}, {"a"}, {}).brightness.at(0), 76.245, 1e-3);
}

TEST(Slices, TakeTheFilesSizeAndSource) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("belfry_slices_" + std::to_string(::getpid()));
    const auto png = encodePng({.width = 7, .height = 5, .channels = 1, .pixels = Bytes(35)});
    std::filesystem::create_directories(folder / "train/a/film");
    writeFileAtomically(folder / "train/a/film/1.png",
                        std::string_view(reinterpret_cast<const char*>(png.data()), png.size()));
    const auto store = memoryStore(std::vector<std::uint8_t>(16), {0, 0, 1, 1}, 4,
                                   {"train/a/film/1.png", "a/2.png", "scans/b/3.png", "4.png"});
    const PictureTraits traits = traitsOf(*store, kPixels, {"a", "b"}, folder);
    std::filesystem::remove_all(folder);
    EXPECT_THAT(traits.sources, testing::ElementsAre("film", "", "scans", ""));
    EXPECT_EQ(traits.sizes.at(0), (StoredSize{7, 5}));
    EXPECT_EQ(traits.sizes.at(1), std::nullopt);
}

TEST(Slices, AreFifthsWithEqualValuesTogether) {
    std::vector<float> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::ranges::reverse(values);
    const Evaluation evaluation = answered(std::vector<bool>(10, true));
    const std::vector<EvaluationSlice> fifths = slicesOf(evaluation, bright(values));
    EXPECT_THAT(imagesOf(fifths), testing::ElementsAre(2, 2, 2, 2, 2)); // the other traits are alike: no slices
    EXPECT_EQ(fifths.front().name, "0.0 to 1.0");
    EXPECT_EQ(fifths.back().name, "8.0 to 9.0");
    EXPECT_THAT(imagesOf(slicesOf(evaluation, bright({0, 0, 0, 0, 0, 0, 0, 1, 2, 3}))), testing::ElementsAre(7, 1, 2));
    EXPECT_TRUE(slicesOf(evaluation, bright(std::vector<float>(10, 5))).empty());
}

// There was a slice "20.0 to 20.0".
TEST(Slices, OfAlikeValuesHaveOneNumberAsName) {
    const std::vector<EvaluationSlice> slices = slicesOf(
        answered(std::vector<bool>(10, true)), bright({5, 5, 20.01F, 20.01F, 20.02F, 20.02F, 20.03F, 20.04F, 30, 40}));
    EXPECT_THAT(imagesOf(slices), testing::ElementsAre(2, 6, 2));
    EXPECT_EQ(slices[0].name, "5.0");
    EXPECT_EQ(slices[1].name, "20.0");
    EXPECT_EQ(slices[2].name, "30.0 to 40.0");
}

TEST(Slices, MarkOneThatIsWorseThanChance) {
    std::vector<float> values;
    std::vector<bool> right;
    for (int image = 0; image < 200; ++image) {
        values.push_back(static_cast<float>(image));
        right.push_back(image >= 40 ? image % 20 != 0 : image % 2 == 0); // 20 of the darkest 40, 152 of all others
    }
    const Evaluation evaluation = answered(right);
    const std::vector<EvaluationSlice> slices = slicesOf(evaluation, bright(values));
    ASSERT_EQ(slices.size(), 5U);
    EXPECT_TRUE(slices[0].worse);
    EXPECT_EQ(slices[0].correct, 20);
    EXPECT_EQ(slices[0].interval, wilsonInterval(20, 40));
    EXPECT_DOUBLE_EQ(slices[0].restAccuracy, 0.95);
    EXPECT_EQ(slices[0].worst, 1); // all are equally sure: the first
    EXPECT_EQ(slices[0].mistakes.size(), 20U);
    EXPECT_EQ(slices[0].mistakes.back(), 39);
    EXPECT_THAT(slices[1].mistakes, testing::ElementsAre(40, 60));
    for (std::size_t i = 1; i < 5; ++i)
        EXPECT_FALSE(slices[i].worse) << i;
    EXPECT_EQ(worstSlice(slices), &slices[0]);
    EXPECT_EQ(sentenceOf(slices[0]), "Brightness 0.0 to 39.0: of 40 images 50.00 % are right (95 % interval: 35.20 to "
                                     "64.80 %), of the others 95.00 %.");
    EXPECT_EQ(slicesCsv(std::span(slices).first(1), [](std::int64_t) { return "x.png"; }),
              "by,slice,images,correct,accuracy,low,high,rest_accuracy,worse,worst_image,worst_file\n"
              "brightness,0.0 to 39.0,40,20,0.5,0.351995,0.648005,0.95,1,1,x.png\n");
}

TEST(Slices, DoNotMarkFewImages) {
    PictureTraits traits = bright(std::vector<float>(109, 1));
    std::vector<bool> right(109, true);
    for (std::size_t image = 0; image < 109; ++image)
        traits.sources.push_back(image < 9 ? "few" : "many");
    std::fill_n(right.begin(), 9, false);
    const std::vector<EvaluationSlice> slices = slicesOf(answered(right), traits);
    ASSERT_EQ(slices.size(), 2U);
    EXPECT_EQ(slices[0].name, "many"); // by size
    EXPECT_EQ(slices[1].accuracy(), 0);
    EXPECT_FALSE(slices[1].worse);
    EXPECT_EQ(worstSlice(slices), nullptr);
}

TEST(Slices, JoinTheSmallestSources) {
    PictureTraits traits = bright(std::vector<float>(50, 1));
    for (int image = 0; image < 50; ++image)
        traits.sources.push_back("folder " + std::to_string(image % 25));
    const std::vector<EvaluationSlice> slices = slicesOf(answered(std::vector<bool>(50, true)), traits);
    ASSERT_EQ(slices.size(), kMostSources + 1);
    EXPECT_EQ(slices.back().name, "all other folders");
    EXPECT_EQ(slices.back().images, 10);
}

} // namespace
} // namespace belfry
