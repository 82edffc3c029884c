// Small files made by hand, independent of the readers that are tested with them.
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

Bytes packGzip(const Bytes& contents);
Bytes makeIdx(const std::vector<std::uint32_t>& shape, const Bytes& values);
// A CIFAR-10 batch with one record for each label; the pictures are all zero.
Bytes makeCifar(const Bytes& labels);
Bytes makeSafetensors(const std::string& header, const Bytes& data);

struct PngParts {
    std::uint32_t width = 1, height = 1;
    std::uint8_t depth = 8, colourType = 0, interlace = 0;
    Bytes palette;      // PLTE, 3 bytes each
    Bytes transparency; // tRNS
    Bytes scanlines;    // each with its filter byte, pass after pass when interlaced
};
Bytes makePng(const PngParts& parts);

// Puts the right checksum behind every chunk, so that a mutated chunk is read and not merely refused.
void repairPngChecksums(Bytes& png);

} // namespace belfry
