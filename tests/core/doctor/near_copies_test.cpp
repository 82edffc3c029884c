#include "core/base/random.h"
#include "core/doctor/near_copies.h"
#include "core/formats/resize.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;

constexpr ImageShape kSceneShape{3, 24, 24};

// A few random colours, spread over the picture.
Bytes scene(std::uint64_t seed) {
    RandomStream random(seed, Purpose::Sample);
    Bytes colours(6 * 6 * 3);
    for (std::uint8_t& byte : colours)
        byte = static_cast<std::uint8_t>(random.below(256));
    return resized({6, 6, 3, colours}, 24, 24).pixels;
}

Bytes mirrored(const Bytes& picture) {
    Bytes result(picture.size());
    for (std::size_t y = 0; y < 24; ++y)
        for (std::size_t x = 0; x < 24; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                result[(y * 24 + x) * 3 + c] = picture[(y * 24 + 23 - x) * 3 + c];
    return result;
}

Bytes brighter(Bytes picture) {
    for (std::uint8_t& byte : picture)
        byte = static_cast<std::uint8_t>(40 + byte / 2);
    return picture;
}

Fingerprints of(const std::vector<Bytes>& pictures) {
    Fingerprints fingerprints(kSceneShape, std::ssize(pictures));
    for (std::size_t i = 0; i < pictures.size(); ++i)
        fingerprints.set(static_cast<std::int64_t>(i), pictures[i]);
    return fingerprints;
}

TEST(NearCopies, AreTheSamePictureScaledMirroredOrBrighter) {
    std::vector<Bytes> pictures;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) // of several blocks
        pictures.push_back(scene(seed));
    pictures[1500] = resized(resized({24, 24, 3, pictures[3]}, 17, 17), 24, 24).pixels;
    pictures[2999] = mirrored(pictures[3]);
    pictures[20] = brighter(pictures[10]);
    EXPECT_THAT(nearCopies(of(pictures)), ElementsAre(ElementsAre(3, 1500, 2999), ElementsAre(10, 20)));
}

// A picture that is its own mirror is no copy, and empty ones are told as such, not as copies of one another.
TEST(NearCopies, AreNotPlainOrSymmetricPictures) {
    Bytes symmetric = scene(1);
    const Bytes other = mirrored(symmetric);
    for (std::size_t i = 0; i < symmetric.size(); ++i)
        symmetric[i] = static_cast<std::uint8_t>((symmetric[i] + other[i]) / 2);
    const Bytes plain(static_cast<std::size_t>(kSceneShape.bytes()), 200);
    EXPECT_TRUE(nearCopies(of({symmetric, plain, plain, scene(2)})).empty());
    EXPECT_TRUE(nearCopies(of({})).empty());
}

TEST(NearCopies, AreNoneWhenStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(nearCopies(of({scene(1), scene(1)}), stop.get_token()).empty());
}

} // namespace
} // namespace belfry
