// Divides the order of images, which is the same for all feeds, into steps. Internal to the feeds.
#pragma once

#include "core/feed/feed.h"

#include <memory>
#include <mutex>
#include <vector>

namespace belfry {

// The images of one step, as a range of an epoch's order. Plain value.
struct BatchCut {
    FeedPosition at, after;
    std::int64_t images = 0;
};
BatchCut cutAt(const FeedOptions& options, FeedPosition position);

// Throws Error(Data) for a position outside the data set.
void checkPosition(const FeedOptions& options, FeedPosition position);

// The order of the images of an epoch: a permutation determined by the seed. Caches the last two epochs; any thread.
class EpochOrders {
public:
    EpochOrders(std::int64_t images, std::uint64_t seed) : images_(images), seed_(seed) {}
    EpochOrder of(std::int64_t epoch);

private:
    struct Known {
        std::int64_t epoch = -1;
        EpochOrder order;
    };
    std::int64_t images_;
    std::uint64_t seed_;
    std::mutex mutex_;
    Known newest_, before_;
};

enum class Carry { Images, IdsOnly };

// Distributes the images of `cut` over the shares of the batch. Blocks for the data.
void fillBatch(const FeedOptions& options, const BatchCut& cut, const EpochOrder& order, Carry carry, Batch& batch);

Batch emptyBatch(const FeedOptions& options);

} // namespace belfry
