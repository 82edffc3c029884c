// WebP, TIFF and HEIF to pixels.
#include "core/formats/image.h"
#include "tests/core/formats/allocations.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/mutations.h"

#include <gmock/gmock.h>
#include <webp/encode.h>
#ifdef BELFRY_HAS_HEIF
#include <libheif/heif.h>
#endif

#include <algorithm>
#include <cstring>

namespace belfry {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

Bytes makeWebp(int width, int height, int channels, const Bytes& pixels) {
    std::uint8_t* made = nullptr;
    const std::size_t size = channels == 3 ? WebPEncodeLosslessRGB(pixels.data(), width, height, 3 * width, &made)
                                           : WebPEncodeLosslessRGBA(pixels.data(), width, height, 4 * width, &made);
    Bytes file(made, made + size);
    WebPFree(made);
    return file;
}

// Uncompressed, one strip, little-endian; 1 or 3 samples of 8 or 16 bits.
Bytes makeTiff(std::uint32_t width, std::uint32_t height, std::uint32_t samples, std::uint32_t bits,
               const Bytes& pixels) {
    Bytes file{'I', 'I', 42, 0, 8, 0, 0, 0};
    const auto append = [&file](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            file.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    };
    constexpr std::uint32_t kEntries = 9;
    const std::uint32_t afterEntries = 8 + 2 + kEntries * 12 + 4;
    const std::uint32_t pixelsAt = afterEntries + (samples == 3 ? 6U : 0U);
    append(kEntries, 2);
    const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
        append(tag, 2);
        append(type, 2);
        append(count, 4);
        append(value, 4);
    };
    entry(256, 4, 1, width);
    entry(257, 4, 1, height);
    entry(258, 3, samples, samples == 3 ? afterEntries : bits);
    entry(259, 3, 1, 1);                    // not compressed
    entry(262, 3, 1, samples == 3 ? 2 : 1); // RGB, or black is 0
    entry(273, 4, 1, pixelsAt);
    entry(277, 3, 1, samples);
    entry(278, 4, 1, height);
    entry(279, 4, 1, static_cast<std::uint32_t>(pixels.size()));
    append(0, 4);
    for (std::uint32_t i = 0; samples == 3 && i < 3; ++i)
        append(bits, 2);
    file.insert(file.end(), pixels.begin(), pixels.end());
    return file;
}

TEST(WebpTest, OpaqueAndTransparentPicturesAreRead) {
    const Bytes colours{10, 20, 30, 200, 100, 50};
    const DecodedImage opaque = decodeImage(makeWebp(2, 1, 3, colours), "x");
    EXPECT_EQ(opaque.width, 2);
    EXPECT_EQ(opaque.height, 1);
    EXPECT_EQ(opaque.channels, 3);
    EXPECT_EQ(opaque.pixels, colours);
    EXPECT_THAT(decodeImage(makeWebp(1, 2, 4, {0, 0, 0, 0, 9, 8, 7, 255}), "x").pixels,
                ElementsAre(255, 255, 255, 9, 8, 7)); // on white
}

TEST(WebpTest, DamageIsReported) {
    const Bytes good = makeWebp(40, 40, 3, Bytes(4800, 77));
    const auto refused = [](const Bytes& bytes) { return refusal([&] { decodeWebp(bytes, "a.webp"); }); };
    EXPECT_THAT(refused({good.begin(), good.end() - 9}), HasSubstr("'a.webp' is a damaged WebP file"));
    EXPECT_THAT(refused({}), HasSubstr("is a damaged WebP file"));
    Bytes animated = makeWebp(1, 1, 4, {1, 2, 3, 4});
    ASSERT_EQ(std::string(animated.begin() + 12, animated.begin() + 15), "VP8");
    const Bytes canvas{'V', 'P', '8', 'X', 10, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}; // says that it is animated
    animated.insert(animated.begin() + 12, canvas.begin(), canvas.end());
    animated[4] = static_cast<std::uint8_t>(animated.size() - 8);
    EXPECT_THAT(refused(animated), HasSubstr("animated"));
}

TEST(TiffTest, GreyColourAndSixteenBitsAreRead) {
    const DecodedImage grey = decodeImage(makeTiff(3, 2, 1, 8, {1, 2, 3, 4, 5, 6}), "x");
    EXPECT_EQ(grey.channels, 1);
    EXPECT_EQ(grey.width, 3);
    EXPECT_THAT(grey.pixels, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(decodeImage(makeTiff(1, 2, 3, 8, {9, 8, 7, 6, 5, 4}), "x").pixels, ElementsAre(9, 8, 7, 6, 5, 4));
    EXPECT_THAT(decodeImage(makeTiff(1, 1, 1, 16, {0, 200}), "x").pixels, ElementsAre(testing::AnyOf(199, 200)));
}

TEST(TiffTest, DamageIsReported) {
    const auto refused = [](const Bytes& bytes) { return refusal([&] { decodeTiff(bytes, "a.tif"); }); };
    EXPECT_THAT(refused({'I', 'I', 42, 0, 8, 0, 0, 0}), HasSubstr("'a.tif' is a damaged TIFF file"));
    EXPECT_THAT(refused({}), HasSubstr("is a damaged TIFF file"));
    EXPECT_THAT(refused(makeTiff(3000, 3000, 3, 8, Bytes(10))), HasSubstr("declares 3000 x 3000 pixels"));
    EXPECT_THAT(refused(makeTiff(30'000, 30'000, 1, 8, {})), HasSubstr("30000 x 30000 pixels; at most"));
    EXPECT_THAT(refused(makeTiff(0, 4, 1, 8, {})), HasSubstr("'a.tif'"));
}

#ifdef BELFRY_HAS_HEIF
// Through libheif itself; none where it has no encoder.
Bytes makeHeif(int width, int height, std::uint8_t value) {
    heif_context* context = heif_context_alloc();
    heif_encoder* encoder = nullptr;
    if (heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder).code != heif_error_Ok &&
        heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code != heif_error_Ok)
        return {};
    heif_image* image = nullptr;
    heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image);
    heif_image_add_plane(image, heif_channel_interleaved, width, height, 24);
    int stride = 0;
    std::uint8_t* rows = heif_image_get_plane(image, heif_channel_interleaved, &stride);
    std::fill_n(rows, static_cast<std::size_t>(stride) * static_cast<std::size_t>(height), value);
    heif_image_handle* handle = nullptr;
    heif_context_encode_image(context, image, encoder, nullptr, &handle);
    Bytes file;
    heif_writer writer{1, [](heif_context*, const void* data, std::size_t size, void* to) {
                           const auto* bytes = static_cast<const std::uint8_t*>(data);
                           static_cast<Bytes*>(to)->assign(bytes, bytes + size);
                           return heif_error{heif_error_Ok, heif_suberror_Unspecified, ""};
                       }};
    heif_context_write(context, &writer, &file);
    heif_image_handle_release(handle);
    heif_image_release(image);
    heif_encoder_release(encoder);
    heif_context_free(context);
    return file;
}

TEST(HeifTest, PicturesOfPhonesAreRead) {
    const Bytes file = makeHeif(64, 48, 120);
    if (file.empty())
        GTEST_SKIP() << "This libheif has no encoder to make a picture with.";
    EXPECT_EQ(pictureKind(file), PictureKind::Heif);
    const DecodedImage image = decodeImage(file, "x");
    EXPECT_EQ(image.width, 64);
    EXPECT_EQ(image.height, 48);
    EXPECT_EQ(image.channels, 3);
    EXPECT_THAT(image.pixels, Each(testing::AllOf(testing::Ge(116), testing::Le(124))));
    EXPECT_THAT(refusal([&] {
                    decodeImage({file.data(), file.size() / 2}, "a.heic");
                }),
                HasSubstr("'a.heic' cannot be read as HEIF"));
}
#endif

TEST(PictureKinds, AreKnownByTheFirstBytes) {
    const auto kindOf = [](const std::string& start) { return pictureKind(bytesOf(start)); };
    EXPECT_EQ(kindOf(""), PictureKind::Unknown);
    EXPECT_EQ(kindOf("GIF89a"), PictureKind::Unknown);
    EXPECT_EQ(kindOf("RIFF....WAVE"), PictureKind::Unknown);
    EXPECT_EQ(kindOf("RIFF....WEBPVP8 "), PictureKind::Webp);
    EXPECT_EQ(kindOf("MM of a text"), PictureKind::Unknown);
    EXPECT_EQ(kindOf(std::string("MM\0*", 4)), PictureKind::Tiff);
    EXPECT_EQ(kindOf("....ftypheic...."), PictureKind::Heif);
    EXPECT_EQ(kindOf("....ftypisom...."), PictureKind::Unknown); // a film
}

// As tests/core/formats/mutation_test.cpp does with the other readers. A WebP file of a plain colour is as small as its
// header, so that its size says nothing of how many pixels there may be.
TEST(PictureKinds, TenThousandDamagedFilesAreReadOrRefused) {
    Bytes varied(24 * 16 * 3);
    for (std::size_t i = 0; i < varied.size(); ++i)
        varied[i] = static_cast<std::uint8_t>(i * i / 5);
    const std::vector<Bytes> originals{makeWebp(24, 16, 3, varied), makeWebp(9, 9, 4, Bytes(324, 90)),
                                       makeTiff(24, 16, 3, 8, varied), makeTiff(8, 8, 1, 16, Bytes(128, 7))};
    test::Dice dice(20261128);
    int read = 0, refused = 0;
    for (int i = 0; i < 10'000; ++i) {
        Bytes bytes = originals[static_cast<std::size_t>(i) % originals.size()];
        for (std::size_t times = 1 + test::below(dice, 3); times > 0; --times)
            test::mutateOnce(bytes, dice);
        const AllocationWatch watch;
        try {
            decodeImage(bytes, "x");
            ++read;
        } catch (const Error&) {
            ++refused;
        }
        const bool webp = i % 4 < 2;
        EXPECT_LE(watch.largest(), webp ? 4 * static_cast<std::size_t>(kMaxImagePixels) : 8U << 20) << "file " << i;
    }
    EXPECT_GT(read, 500);
    EXPECT_GT(refused, 1000);
}

} // namespace
} // namespace belfry
