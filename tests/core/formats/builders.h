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

struct BmpParts {
    std::int32_t width = 1, height = 1; // a negative height: rows from the top
    std::uint16_t bits = 24;
    Bytes palette;                 // blue, green, red, 0 each
    Bytes rows;                    // from the bottom, each filled up to four bytes
    std::uint32_t compression = 0; // none
};
Bytes makeBmp(const BmpParts& parts);

// Through libjpeg-turbo at quality 95 without subsampling; `pixels` are grey or RGB.
Bytes makeJpeg(int width, int height, int channels, const Bytes& pixels, bool progressive = false);

// One TFRecord, and the tf.train.Example in it; its lists are not packed.
Bytes makeTfRecord(const Bytes& payload);
Bytes makeExample(int height, int width, int depth, int label, const Bytes& pixels);

// Puts the right checksum behind every chunk, so that a mutated chunk is read and not merely refused.
void repairPngChecksums(Bytes& png);

} // namespace belfry
