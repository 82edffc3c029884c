// Each operation of an augmentation against a reference written here, which tries every draw.
#include "tests/core/kernels/augmented.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace belfry {
namespace {

using test::augmented;
using test::Bytes;
using test::noise;
using test::operations;
using Operation = AugmentOperation;
using Place = std::tuple<int, int>;

constexpr PictureSize kSize{9, 12, 3};
constexpr int kDraws = 3000;

// Of each pixel and channel from where `source` says; none is black.
Bytes moved(const Bytes& image, PictureSize size, const std::function<std::optional<Place>(int, int)>& source) {
    Bytes out;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const std::optional<Place> from = source(y, x);
            for (int c = 0; c < size.channels; ++c)
                out.push_back(from ? image[static_cast<std::size_t>(
                                         (std::get<0>(*from) * size.width + std::get<1>(*from)) * size.channels + c)]
                                   : std::uint8_t{0});
        }
    return out;
}

Bytes mirrored(const Bytes& image, PictureSize size) {
    return moved(image, size, [size](int y, int x) { return Place(y, size.width - 1 - x); });
}

// Padded by mirroring, as PyTorch's "reflect" does it, and cropped.
Bytes shifted(const Bytes& image, PictureSize size, int dy, int dx) {
    const auto inside = [](int at, int end) {
        while (at < 0 || at >= end)
            at = at < 0 ? -at : 2 * end - 2 - at;
        return at;
    };
    return moved(image, size,
                 [=](int y, int x) { return Place(inside(y + dy, size.height), inside(x + dx, size.width)); });
}

Bytes cropped(const Bytes& image, PictureSize size, int dy, int dx) {
    return moved(image, size, [=](int y, int x) -> std::optional<Place> {
        if (y + dy < 0 || y + dy >= size.height || x + dx < 0 || x + dx >= size.width)
            return std::nullopt;
        return Place(y + dy, x + dx);
    });
}

// How often each of the reference's pictures is drawn; every picture must be one of them, and all about equally often.
void expectUniform(const AugmentOperations& drawn, const std::vector<Bytes>& reference, const Bytes& image) {
    std::map<Bytes, int> counts;
    for (const Bytes& picture : reference)
        counts[picture] = 0;
    ASSERT_EQ(counts.size(), reference.size()) << "two draws give one picture";
    for (int id = 0; id < kDraws; ++id) {
        const auto found = counts.find(augmented(drawn, kSize, image, id));
        ASSERT_NE(found, counts.end()) << "no draw explains image " << id;
        ++found->second;
    }
    const double expected = double(kDraws) / static_cast<double>(reference.size());
    for (const auto& [picture, count] : counts)
        EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
}

TEST(AugmentOperations, FlipMirrorsHalfOfThePictures) {
    const Bytes image = noise(kSize);
    expectUniform(operations({{Operation::Flip, {}}}), {image, mirrored(image, kSize)}, image);
}

TEST(AugmentOperations, AlternateFlipShowsEachPictureFromBothSidesInTwoEpochs) {
    const Bytes image = noise(kSize), other = mirrored(image, kSize);
    const AugmentOperations flip = operations({{Operation::AlternateFlip, {}}});
    expectUniform(flip, {image, other}, image);
    for (int id = 0; id < 40; ++id) {
        const Bytes first = augmented(flip, kSize, image, id);
        for (std::uint32_t epoch = 1; epoch < 6; ++epoch)
            EXPECT_EQ(augmented(flip, kSize, image, id, epoch), (epoch % 2 == 0) == (first == image) ? image : other);
    }
}

TEST(AugmentOperations, ShiftMirrorsAtTheEdges) {
    const Bytes image = noise(kSize);
    std::vector<Bytes> all;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            all.push_back(shifted(image, kSize, dy, dx));
    expectUniform(operations({{Operation::Shift, {2}}}), all, image);
}

TEST(AugmentOperations, PadCropPadsWithZeros) {
    const Bytes image = noise(kSize);
    std::vector<Bytes> all;
    for (int dy = -3; dy <= 3; ++dy)
        for (int dx = -3; dx <= 3; ++dx)
            all.push_back(cropped(image, kSize, dy, dx));
    expectUniform(operations({{Operation::PadCrop, {3}}}), all, image);
}

TEST(AugmentOperations, EraseFillsASquareWithTheMeanColour) {
    const Bytes image = noise(kSize);
    const int side = 4, pixels = kSize.height * kSize.width;
    std::vector<int> mean(3);
    for (std::size_t i = 0; i < image.size(); ++i)
        mean[i % 3] += image[i];
    std::vector<Bytes> all;
    for (int top = 0; top + side <= kSize.height; ++top)
        for (int left = 0; left + side <= kSize.width; ++left) {
            Bytes picture = image;
            for (int y = top; y < top + side; ++y)
                for (int x = left; x < left + side; ++x)
                    for (int c = 0; c < 3; ++c)
                        picture[static_cast<std::size_t>((y * kSize.width + x) * 3 + c)] =
                            static_cast<std::uint8_t>(std::lround(double(mean[static_cast<std::size_t>(c)]) / pixels));
            all.push_back(picture);
        }
    expectUniform(operations({{Operation::Erase, {side}}}), all, image);
}

// Crop, then shift, then flip: whatever of a line is copied as a whole, all pixels are those of the three in turn.
TEST(AugmentOperations, AreAppliedInTheOrderOfTheTable) {
    const AugmentOperations all =
        operations({{Operation::Flip, {}}, {Operation::Shift, {2}}, {Operation::PadCrop, {2}}});
    for (const PictureSize size : {kSize, PictureSize{3, 3, 1}, PictureSize{4, 17, 2}}) {
        const Bytes image = noise(size);
        std::map<Bytes, int> reference;
        for (int crop = 0; crop < 25; ++crop)
            for (int shift = 0; shift < 25; ++shift) {
                const Bytes picture =
                    shifted(cropped(image, size, crop / 5 - 2, crop % 5 - 2), size, shift / 5 - 2, shift % 5 - 2);
                reference[picture] = reference[mirrored(picture, size)] = 0;
            }
        for (int id = 0; id < 300; ++id)
            ASSERT_TRUE(reference.contains(augmented(all, size, image, id))) << "no draw explains image " << id;
    }
}

} // namespace
} // namespace belfry
