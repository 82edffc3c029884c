// Pictures mixed in pairs, and with them their labels: mixup (Zhang et al. 2017) and cutmix (Yun et al. 2019). For the
// CPU and for CUDA.
//
// The partner of an image is the next one in the order of the epoch, whatever batch or tower that is in; of the last
// one it is the first. So pairs depend on seed and epoch alone, and a share of a step needs one image more than it has.
// The partner is augmented as in its own row. How the two are mixed is drawn by the image's own key.
#pragma once

#include "core/kernels/augment_colours.h"
#include "core/kernels/augment_places.h"

namespace belfry {

inline constexpr std::uint32_t kMixPurpose = kAugmentPurpose + 2;

struct MixDraw {       // without initial values: CUDA's shared memory allows none
    float ownShare;    // of the image itself in picture and label, 0 to 1
    bool cuts;         // else every pixel is mixed
    int top, left;     // of the partner's box
    int bottom, right; // behind it
};

// A draw of Beta(alpha, alpha) in closed form: 2 X - 1 is T / sqrt(2 alpha + T^2) of a Student t number T with 2 alpha
// degrees of freedom, and T comes from two uniform numbers (Bailey 1994, "Polar generation of random variates with the
// t-distribution"). In double, so that no rounding of one device or the other decides. Small alphas, whose power is 0,
// give 0 or 1.
BELFRY_HD inline double drawBeta(double alpha, std::uint64_t key, std::uint32_t n) {
    constexpr double kTurn = 2 * 3.14159265358979323846;
    const double power = pow(static_cast<double>(uniformBetween(key, n, 0, 1)), 1 / alpha);
    const double cosine = cos(kTurn * static_cast<double>(uniformBetween(key, n + 1, 0, 1)));
    const double part = (1 - power) * cosine * cosine;
    const double away = sqrt(part / (power + part)) / 2;
    return cosine < 0 ? 0.5 - away : 0.5 + away;
}

// Of operations that mix.
BELFRY_HD inline MixDraw drawMix(const AugmentOperations& operations, const PictureSize& size, const ImageKey& image) {
    const std::uint64_t key =
        dropoutImageKey(image.seed, kMixPurpose, image.epoch, static_cast<std::uint64_t>(image.id));
    const bool both = operations.has(AugmentOperation::Mixup) && operations.has(AugmentOperation::Cutmix);
    const bool cuts = both ? wholeBelow(key, 0, 2) == 1 : operations.has(AugmentOperation::Cutmix);
    const double share = drawBeta(
        static_cast<double>(operations.number(cuts ? AugmentOperation::Cutmix : AugmentOperation::Mixup)), key, 1);
    if (!cuts)
        return {static_cast<float>(share), false, 0, 0, 0, 0};
    const double side = sqrt(1 - share); // of the box, less what lies outside the picture
    const int high = static_cast<int>(size.height * side) / 2, wide = static_cast<int>(size.width * side) / 2;
    const int y = wholeBelow(key, 3, size.height), x = wholeBelow(key, 4, size.width);
    MixDraw draw{1,
                 true,
                 y < high ? 0 : y - high,
                 x < wide ? 0 : x - wide,
                 y + high < size.height ? y + high : size.height,
                 x + wide < size.width ? x + wide : size.width};
    const double area = static_cast<double>(draw.bottom - draw.top) * (draw.right - draw.left);
    draw.ownShare = static_cast<float>(1 - area / (static_cast<double>(size.height) * size.width));
    return draw;
}

// `picture` is mixed with `partner`, of the same size.
template <typename Team>
BELFRY_TEAM void mixPicture(const Team& team, const PictureSize& size, const MixDraw& draw, const std::uint8_t* partner,
                            std::uint8_t* picture) {
    if (draw.cuts)
        return team.pixels(draw.bottom - draw.top, draw.right - draw.left, [&](int y, int x) {
            const std::int64_t at =
                (std::int64_t{draw.top + y} * size.width + draw.left + x) * std::int64_t{size.channels};
            for (int channel = 0; channel < size.channels; ++channel)
                picture[at + channel] = partner[at + channel];
        });
    team.each(size.numbers(), [&](std::int64_t i) {
        const auto own = static_cast<float>(picture[i]), other = static_cast<float>(partner[i]);
        picture[i] = byteOf(other + (own - other) * draw.ownShare);
    });
}

} // namespace belfry
