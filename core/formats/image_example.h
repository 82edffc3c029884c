// A labelled picture as a tf.train.Example (tensorflow/core/example/example.proto): a map from feature names to lists.
// Features: height, width, depth and label (one 64-bit number each), and image_raw (one byte string of height x width x
// depth). Other features are skipped. No state; any thread. Throws Error(Data).
#pragma once

#include "core/formats/bytes.h"

#include <cstdint>
#include <span>
#include <string>

namespace belfry {

struct ImageExample {
    std::int64_t height = 0, width = 0, depth = 0; // 1 to 65,535; depth 1 (grey) or 3 (RGB)
    std::int64_t label = 0;                        // as in the file; the caller checks the range
    std::span<const std::uint8_t> pixels;          // height x width x depth bytes
};

// The pixels refer to `payload`. `source` names the file and record in messages. Throws if a feature is missing,
// duplicated or of another type, or if the number of pixels does not match the sizes.
ImageExample parseImageExample(std::span<const std::uint8_t> payload, const std::string& source);

// Deterministic: features are in alphabetical order.
std::string encodeImageExample(const ImageExample& example);

} // namespace belfry
