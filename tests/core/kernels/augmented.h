// Pictures as the operations of an augmentation make them, for tests: bytes, and the draws of many images at once.
#pragma once

#include "core/base/random.h"
#include "core/kernels/input_stage.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace belfry::test {

using Bytes = std::vector<std::uint8_t>;

inline AugmentOperations operations(std::initializer_list<std::pair<AugmentOperation, std::vector<float>>> list) {
    AugmentOperations made;
    for (const auto& [operation, numbers] : list) {
        const auto row = static_cast<std::size_t>(operation);
        made.present[row] = true;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            made.numbers[row][i] = numbers[i];
    }
    return made;
}

inline Bytes noise(PictureSize size, std::uint64_t seed = 1) {
    RandomStream random(seed, Purpose::Sample);
    Bytes bytes(static_cast<std::size_t>(size.numbers()));
    for (std::uint8_t& value : bytes)
        value = static_cast<std::uint8_t>(random.next());
    return bytes;
}

// The picture with the draws of image `id` in `epoch`, as the stage makes it with values of 0 to 1.
inline Bytes augmented(const AugmentOperations& operations, PictureSize size, const Bytes& image, std::int64_t id,
                       std::uint32_t epoch = 0, std::uint64_t seed = 7) {
    std::vector<float> values(image.size());
    runInputStage({}, {Augmentation::Operations, Normalisation::Unit, operations}, size,
                  {.images = image.data(),
                   .rows = nullptr,
                   .count = 1,
                   .training = true,
                   .ids = &id,
                   .seed = seed,
                   .epoch = &epoch},
                  values.data());
    Bytes bytes;
    for (const float value : values)
        bytes.push_back(static_cast<std::uint8_t>(std::lround(value * 255)));
    return bytes;
}

} // namespace belfry::test
