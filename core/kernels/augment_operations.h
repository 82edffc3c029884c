// What the operations of an augmentation do to a picture, for the CPU and for CUDA. Pictures stay bytes until they are
// normalised. A team is one thread of the CPU, or the threads of a CUDA block:
//   team.place(image, in, draw, out)  out = the picture at its place, all pixels
//   team.pixels(height, width, body)  calls body(y, x) for every pixel, and returns when all have been
//   team.each(count, body)            the same of body(i), i < count
//   team.sum(count, value)            sum of value(i), i < count; all its threads get it
//   team.table(which)                 256 ints of the team's, of two tables
//   team.count(number)                adds 1 to an int of a table
// Sums are of whole numbers, and therefore the same in any order.
#pragma once

#include "core/kernels/augment_places.h"
#include "core/kernels/rand_augment.h"

namespace belfry {

template <typename Team>
BELFRY_TEAM void erase(const Team& team, const PictureSize& size, int side, std::uint64_t key, std::uint8_t* picture) {
    const int top = wholeBelow(key, 5, size.height - side + 1), left = wholeBelow(key, 6, size.width - side + 1);
    const std::int64_t pixels = std::int64_t{size.height} * size.width;
    for (int channel = 0; channel < size.channels; ++channel) {
        const std::int64_t sum =
            team.sum(pixels, [&](std::int64_t i) { return std::int64_t{picture[i * size.channels + channel]}; });
        const auto mean = static_cast<std::uint8_t>((sum + pixels / 2) / pixels);
        team.pixels(side, side, [&](int y, int x) {
            picture[((top + y) * std::int64_t{size.width} + left + x) * size.channels + channel] = mean;
        });
    }
}

// `out` gets the augmented picture of `size`, and `spare` anything. Neither overlaps the image.
template <typename Team>
BELFRY_TEAM void augmentPicture(const Team& team, const AugmentOperations& operations, const PictureSize& size,
                                const ImageKey& key, const std::uint8_t* image, std::uint8_t* out,
                                std::uint8_t* spare) {
    const std::uint64_t draws = augmentKey(key.seed, key.epoch, key.id);
    team.place(image, size, drawPlace(operations, size, key), out);
    if (operations.has(AugmentOperation::RandAugment))
        randAugment(team, operations, size, draws, out, spare);
    if (operations.has(AugmentOperation::Jitter))
        jitter(team, size, drawJitter(operations, draws), out);
    if (const int side = operations.whole(AugmentOperation::Erase); side > 0)
        erase(team, size, side, draws, out);
}

} // namespace belfry
