// One labelled picture as a tf.train.Example (tensorflow/core/example/example.proto): a map from names to lists, with
// the features height, width, depth and label (one 64-bit number each) and image_raw (one string of bytes, height x
// width x depth). Other features are skipped. No state; any thread. Throws Error(Data).
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <span>
#include <string>

namespace belfry {

struct ImageExample {
    std::int64_t height = 0, width = 0, depth = 0; // at least 1, at most 65,535; depth 1 (grey) or 3 (RGB)
    std::int64_t label = 0;                        // as it is in the file: whoever knows the classes compares
    std::span<const std::uint8_t> pixels;          // height x width x depth bytes
};

// The pixels are a part of `payload`. `source` names the file and record in messages. A feature that is missing, there
// twice or of another kind is refused, and so are pixels that are not as many as the sizes say.
ImageExample parseImageExample(std::span<const std::uint8_t> payload, const std::string& source);

// The same bytes for the same picture, features in alphabetical order.
std::string encodeImageExample(const ImageExample& example);

} // namespace belfry
