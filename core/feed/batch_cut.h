// Divides the order of images, which is the same for all feeds, into steps. Internal to the feeds.
#pragma once

#include "core/feed/balanced_order.h"
#include "core/feed/feed.h"

#include <future>
#include <memory>
#include <mutex>
#include <optional>
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

// The order of the images of an epoch, determined by the seed: a permutation, or a balanced order. Caches the last two
// epochs; any thread.
class EpochOrders {
public:
    // ahead: the epoch after the newest is prepared by a thread of its own meanwhile, for devices that would have
    // nothing to do until it is there.
    EpochOrders(std::int64_t images, std::uint64_t seed, bool ahead = false)
        : images_(images), seed_(seed), ahead_(ahead) {}
    explicit EpochOrders(const FeedOptions& options); // ahead where batches are kept alive
    EpochOrder of(std::int64_t epoch);
    std::int64_t preparedEpoch() const { return prepared_.valid() ? newest_.epoch + 1 : -1; } // -1: none; for tests

private:
    EpochOrder make(std::int64_t epoch) const;
    void prepareNext();

    struct Known {
        std::int64_t epoch = -1;
        EpochOrder order;
    };
    std::int64_t images_;
    std::uint64_t seed_;
    bool ahead_;
    std::optional<BalancedOrder> balanced_; // none: permutations
    std::mutex mutex_;
    Known newest_, before_;
    std::future<EpochOrder> prepared_; // of the epoch after the newest; waits for its thread when it goes
};

enum class Carry { Images, IdsOnly };

// Distributes the images of `cut` over the shares of the batch. Blocks for the data.
void fillBatch(const FeedOptions& options, const BatchCut& cut, const EpochOrder& order, Carry carry, Batch& batch);

Batch emptyBatch(const FeedOptions& options);

} // namespace belfry
