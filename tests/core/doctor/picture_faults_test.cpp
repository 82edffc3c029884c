#include "core/base/random.h"
#include "core/doctor/picture_faults.h"
#include "core/formats/resize.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace belfry {
namespace {

constexpr ImageShape kNoiseShape{3, 40, 40};

// Noise around a level, as an ordinary picture has detail.
Bytes noisy(std::uint64_t seed, int level, int range) {
    RandomStream random(seed, Purpose::Sample);
    Bytes bytes(static_cast<std::size_t>(kNoiseShape.bytes()));
    for (std::uint8_t& byte : bytes)
        byte = static_cast<std::uint8_t>(
            std::clamp(level - range / 2 + static_cast<int>(random.below(static_cast<std::uint64_t>(range))), 0, 255));
    return bytes;
}

// Large patches of grey, with fine detail or without.
Bytes scene(std::uint64_t seed, int detail) {
    RandomStream random(seed, Purpose::Sample);
    Bytes patches(5 * 5 * 3);
    for (std::uint8_t& byte : patches)
        byte = static_cast<std::uint8_t>(random.below(256));
    Bytes picture = resized({5, 5, 3, patches}, 40, 40).pixels;
    for (std::uint8_t& byte : picture)
        byte = static_cast<std::uint8_t>(
            std::clamp(byte - detail / 2 + static_cast<int>(random.below(static_cast<std::uint64_t>(detail))), 0, 255));
    return picture;
}

TEST(PictureFaults, AreEmptyDarkBrightAndBlurredPictures) {
    std::vector<PictureFigures> figures;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        figures.push_back(figuresOf(scene(seed, 80), kNoiseShape));
    figures.push_back(figuresOf(noisy(1, 128, 4), kNoiseShape));
    figures.push_back(figuresOf(noisy(2, 15, 40), kNoiseShape));
    figures.push_back(figuresOf(noisy(3, 258, 80), kNoiseShape));
    figures.push_back(figuresOf(scene(4, 1), kNoiseShape));
    const auto faults = faultsOf(figures);
    for (std::size_t i = 0; i < 20; ++i)
        EXPECT_EQ(faults[i], std::nullopt) << i;
    EXPECT_EQ(faults[20], PictureFault::Empty);
    EXPECT_EQ(faults[21], PictureFault::Dark);
    EXPECT_EQ(faults[22], PictureFault::Bright);
    EXPECT_EQ(faults[23], PictureFault::Blurred);
}

// As a set from a microscope may be.
TEST(PictureFaults, AreNoneWhereAllPicturesAreSoft) {
    std::vector<PictureFigures> figures;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        figures.push_back(figuresOf(scene(seed, 1), kNoiseShape));
    EXPECT_THAT(faultsOf(figures), testing::Each(std::optional<PictureFault>()));
    EXPECT_TRUE(faultsOf({}).empty());
}

} // namespace
} // namespace belfry
