#include "core/base/files.h"
#include "core/base/random.h"
#include "core/predict/centring.h"
#include "core/predict/picture.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace belfry {
namespace {

// The 10,000 test images, after the 16 bytes of the IDX header.
std::vector<DigitImage> mnistTestImages() {
    const std::string path = resourceFolder() / "datasets" / "mnist" / "t10k-images-idx3-ubyte.gz";
    std::vector<DigitImage> images(10000);
    std::array<char, 16> header;
    gzFile file = gzopen(path.c_str(), "rb");
    EXPECT_NE(file, nullptr) << path;
    if (!file)
        return {};
    gzread(file, header.data(), header.size());
    for (DigitImage& image : images)
        EXPECT_EQ(gzread(file, image.data(), image.size()), 784);
    gzclose(file);
    return images;
}

std::vector<std::uint8_t> enlarged(const DigitImage& image, int factor, bool invert = false) {
    std::vector<std::uint8_t> large;
    for (int y = 0; y < 28 * factor; ++y)
        for (int x = 0; x < 28 * factor; ++x) {
            const std::uint8_t value = image[y / factor * 28 + x / factor];
            large.push_back(invert ? 255 - value : value);
        }
    return large;
}

double meanDifference(const DigitImage& a, const DigitImage& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum / static_cast<double>(a.size());
}

DigitImage seven() {
    DigitImage image;
    renderDrawing({{{60, 40}, {220, 40}, {120, 260}}}, 22, image);
    return image;
}

TEST(Picture, MnistEnlargedTenTimesIsRestored) {
    const std::vector<DigitImage> originals = mnistTestImages();
    ASSERT_EQ(originals.size(), 10000U);
    int same = 0, near = 0;
    double sum = 0, worst = 0;
    for (const DigitImage& original : originals) {
        DigitImage image;
        ASSERT_TRUE(renderPicture(enlarged(original, 10), 280, 280, image));
        const double difference = meanDifference(original, image);
        same += difference == 0;
        near += difference < 1;
        sum += difference;
        worst = std::max(worst, difference);
    }
    std::printf("mean absolute difference %.4f of 255; identical %d, below 1: %d of 10000; worst %.2f\n", sum / 10000,
                same, near, worst);
    EXPECT_LT(sum / 10000, 0.1);
    EXPECT_GT(near, 9900);
}

TEST(Picture, BlackOnWhiteIsTheSameAsWhiteOnBlack) {
    DigitImage white, black;
    ASSERT_TRUE(renderPicture(enlarged(seven(), 10), 280, 280, white));
    ASSERT_TRUE(renderPicture(enlarged(seven(), 10, true), 280, 280, black));
    EXPECT_EQ(white, seven());
    EXPECT_EQ(black, seven());
}

TEST(Picture, IsInvariantToSizeAndPosition) {
    for (const int factor : {1, 3, 7, 20}) {
        const std::vector<std::uint8_t> digit = enlarged(seven(), factor);
        const int side = 28 * factor, width = side * 3, height = side * 2;
        std::vector<std::uint8_t> sheet(static_cast<std::size_t>(width) * height);
        for (int y = 0; y < side; ++y)
            std::copy_n(digit.begin() + y * side, side, sheet.begin() + (y + side - 5) * width + 2 * side - 3);
        DigitImage image;
        ASSERT_TRUE(renderPicture(sheet, width, height, image));
        EXPECT_EQ(image, seven()) << factor;
    }
}

TEST(Picture, GreyNoisyPaperIsBackground) {
    RandomStream random(1, Purpose::Sample);
    std::vector<std::uint8_t> photo = enlarged(seven(), 10);
    for (std::uint8_t& value : photo) // paper 210, ink 20, noise of +-8
        value = static_cast<std::uint8_t>(210 - value * 190 / 255 + static_cast<int>(random.below(17)) - 8);
    for (int speck = 0; speck < 20; ++speck)
        photo[random.below(photo.size())] = 30;
    DigitImage image;
    ASSERT_TRUE(renderPicture(photo, 280, 280, image));
    EXPECT_EQ(measureInk(image).longerSide, 20);
    EXPECT_LT(meanDifference(image, seven()), 4);
}

TEST(Picture, FaintInkIsStrengthened) {
    DigitImage faint = seven(), image;
    for (std::uint8_t& value : faint)
        value = value / 5;
    ASSERT_TRUE(renderPicture(enlarged(faint, 10), 280, 280, image));
    EXPECT_EQ(*std::max_element(image.begin(), image.end()), 255);
    EXPECT_LT(meanDifference(image, seven()), 2);
}

TEST(Picture, ADotIsNotEnlarged) {
    std::vector<std::uint8_t> grey(280 * 280);
    for (int y = 100; y < 110; ++y)
        std::fill_n(grey.begin() + y * 280 + 50, 10, std::uint8_t{255});
    DigitImage image;
    ASSERT_TRUE(renderPicture(grey, 280, 280, image));
    EXPECT_EQ(measureInk(image).longerSide, 4);
}

TEST(Picture, BlankImagesAndWrongSizesAreRejected) {
    DigitImage image;
    for (const std::uint8_t value : {0, 127, 128, 255}) {
        EXPECT_FALSE(renderPicture(std::vector<std::uint8_t>(2800, value), 70, 40, image));
        EXPECT_EQ(image, DigitImage{});
    }
    EXPECT_FALSE(renderPicture({}, 0, 0, image));
    EXPECT_FALSE(renderPicture(std::vector<std::uint8_t>(10), 5, 3, image));
    EXPECT_FALSE(renderPicture(std::vector<std::uint8_t>(10), -5, -2, image));
}

TEST(Picture, AcceptsSinglePixelsAndUnusualShapes) {
    DigitImage image;
    EXPECT_FALSE(renderPicture(std::vector<std::uint8_t>{255}, 1, 1, image)); // all border, no ink on it
    std::vector<std::uint8_t> line(5000);
    std::fill_n(line.begin() + 1000, 1000, std::uint8_t{255});
    EXPECT_TRUE(renderPicture(line, 5000, 1, image));
    EXPECT_EQ(measureInk(image).longerSide, 20);
}

} // namespace
} // namespace belfry
