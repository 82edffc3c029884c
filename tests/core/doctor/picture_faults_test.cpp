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

TEST(PictureFaults, AreOddSizes) {
    std::vector<std::optional<StoredSize>> sizes(20, StoredSize{640, 480});
    sizes.push_back(std::nullopt); // of a kind that is not known
    sizes.push_back(StoredSize{480, 640});
    sizes.push_back(StoredSize{3000, 900});
    sizes.push_back(StoredSize{120, 110});
    sizes.push_back(StoredSize{4000, 3000});
    const std::vector<bool> odd = oddSizes(sizes);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        EXPECT_EQ(odd[i], i == 22 || i == 23) << i;
    EXPECT_EQ(oddSizes(std::vector<std::optional<StoredSize>>(3)), std::vector<bool>(3));
    EXPECT_TRUE(oddSizes({}).empty());
}

} // namespace
} // namespace belfry
