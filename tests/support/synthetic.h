// Pictures for tests that need no particular data: the same bytes for the same seed everywhere.
#pragma once

#include "core/base/random.h"
#include "core/data/stores.h"
#include "core/feed/feed.h"

#include <memory>
#include <utility>
#include <vector>

namespace belfry::test {

// `count` pictures with labels 0..classes-1; a bright bar whose place follows the label, over noise.
inline std::shared_ptr<const ImageStore> syntheticStore(std::int64_t count, const ImageShape& shape, int classes,
                                                        std::uint64_t seed = 11) {
    std::vector<std::uint8_t> images, labels;
    RandomStream random(seed, Purpose::Sample);
    for (std::int64_t i = 0; i < count; ++i) {
        labels.push_back(static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(classes))));
        const std::int64_t bar = shape.bytes() * labels.back() / classes;
        for (std::int64_t pixel = 0; pixel < shape.bytes(); ++pixel) {
            const bool bright = pixel >= bar && pixel < bar + shape.bytes() / classes;
            images.push_back(static_cast<std::uint8_t>((bright ? 128 : 0) + random.next() % 128));
        }
    }
    return memoryStore(std::move(images), std::move(labels), shape.bytes());
}

inline FeedOptions feedOptions(std::shared_ptr<const ImageStore> store, const ImageShape& shape,
                               std::int64_t imagesPerStep, int towers, std::uint64_t seed = 1,
                               std::vector<double> fractions = {}) {
    return {.store = std::move(store),
            .shape = shape,
            .imagesPerStep = imagesPerStep,
            .towers = towers,
            .fractions = std::move(fractions),
            .seed = seed};
}

} // namespace belfry::test
