// Pictures that look wrong by themselves: empty, dark, bright, blurred or of an odd size. Plain values; any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/formats/stored_size.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace belfry {

enum class PictureFault { Empty, Dark, Bright, Blurred, OddSize };

// Of the luma of one picture, 0 to 255.
struct PictureFigures {
    double mean = 0, deviation = 0;
    double sharpness = 0; // logarithm of the Laplacian's share of the variance: what is lost first by blurring
};
PictureFigures figuresOf(std::span<const std::uint8_t> picture, const ImageShape& shape);

// By picture. Blurred: far less sharp than the others of the set, so that a set of soft pictures has none.
std::vector<std::optional<PictureFault>> faultsOf(std::span<const PictureFigures> figures);

// By picture, from the sizes of the files, as far as they are known: more than twice, or less than half, as long in
// proportion as the pictures are in the middle of the set, or with a side below a quarter of theirs.
std::vector<bool> oddSizes(std::span<const std::optional<StoredSize>> sizes);

} // namespace belfry
