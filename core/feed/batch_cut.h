// Which images each step gets: the one order that all feeds follow, cut into steps. Internal to the feeds.
#pragma once

#include "core/feed/feed.h"

#include <memory>
#include <mutex>
#include <vector>

namespace belfry {

// The part of an epoch's order that one step gets. Plain value.
struct BatchCut {
    FeedPosition at, after;
    std::int64_t images = 0;
};
BatchCut cutAt(const FeedOptions& options, FeedPosition position);

// Throws Error(Data) for a position that the data set does not have.
void checkPosition(const FeedOptions& options, FeedPosition position);

// The order of an epoch's images: a permutation of them all, by the seed. Keeps the last two; any thread.
class EpochOrders {
public:
    using Order = std::shared_ptr<const std::vector<std::int64_t>>;
    EpochOrders(std::int64_t images, std::uint64_t seed) : images_(images), seed_(seed) {}
    Order of(std::int64_t epoch);

private:
    struct Known {
        std::int64_t epoch = -1;
        Order order;
    };
    std::int64_t images_;
    std::uint64_t seed_;
    std::mutex mutex_;
    Known newest_, before_;
};

enum class Carry { Images, IdsOnly };

// Deals the images of `cut` over the batch's shares. Blocks for the data.
void fillBatch(const FeedOptions& options, const BatchCut& cut, const std::vector<std::int64_t>& order, Carry carry,
               Batch& batch);

Batch emptyBatch(const FeedOptions& options);

} // namespace belfry
