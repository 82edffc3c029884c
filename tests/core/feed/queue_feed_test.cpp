// The queue: bounded, in order whoever prepared a batch, and never in the way of a stop or an error.
#include "core/feed/feed.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace belfry {
namespace {

constexpr ImageShape kPicture{1, 4, 4};
constexpr std::int64_t kImages = 64, kPerStep = 4;

// A store whose images can be held back, or fail.
class WatchedStore : public ImageStore {
public:
    std::int64_t size() const override { return inner_->size(); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* to) const override {
        std::unique_lock lock(mutex_);
        ++reads_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return !held_; });
        if (std::ranges::find(indices, failing) != indices.end())
            throw Error(ErrorCategory::Data,
                        Text::verbatim("The disk of image " + std::to_string(failing) + " is gone."));
        inner_->read(indices, to);
    }
    std::uint8_t label(std::int64_t index) const override { return inner_->label(index); }

    void hold(bool held) {
        const std::lock_guard lock(mutex_);
        held_ = held;
        changed_.notify_all();
    }
    std::int64_t reads() const {
        const std::lock_guard lock(mutex_);
        return reads_;
    }
    void waitForReads(std::int64_t count) const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return reads_ >= count; });
    }
    std::int64_t failing = -1; // set before the feed is made

private:
    std::shared_ptr<const ImageStore> inner_ = test::syntheticStore(kImages, kPicture, 10);
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    mutable std::int64_t reads_ = 0;
    bool held_ = false;
};

std::unique_ptr<Feed> queueOf(const std::shared_ptr<const ImageStore>& store, int capacity, int workers) {
    FeedOptions options = test::feedOptions(store, kPicture, kPerStep, 1);
    options.queueCapacity = capacity;
    options.queueWorkers = workers;
    return makeFeed("queue", options);
}

std::vector<std::int64_t> orderOf(const std::string& feed, int steps) {
    const auto made =
        makeFeed(feed, test::feedOptions(test::syntheticStore(kImages, kPicture, 10), kPicture, kPerStep, 1));
    std::vector<std::int64_t> ids;
    for (int i = 0; i < steps; ++i) {
        const auto& more = made->next({}).shares[0].ids;
        ids.insert(ids.end(), more.begin(), more.end());
    }
    return ids;
}

TEST(QueueFeed, KeepsTheOrderWithManyWorkers) {
    for (const int capacity : {1, 2, 7}) {
        const auto feed = queueOf(std::make_shared<WatchedStore>(), capacity, 4);
        std::vector<std::int64_t> ids;
        for (int step = 0; step < 200; ++step) {
            const auto& more = feed->next({}).shares[0].ids;
            ids.insert(ids.end(), more.begin(), more.end());
            EXPECT_GE(feed->fill(), 0);
            EXPECT_LE(feed->fill(), 1);
        }
        EXPECT_EQ(ids, orderOf("direct", 200));
    }
}

TEST(QueueFeed, FillsToItsCapacityAndNoFurther) {
    const auto store = std::make_shared<WatchedStore>();
    const auto feed = queueOf(store, 3, 2);
    for (int step = 0; step < 20; ++step) {
        store->waitForReads(step + 3); // fills up without being asked
        feed->next({});
        EXPECT_LE(store->reads(), step + 1 + 3 + 1) << "the batch in hand, the queue, and the one that was in hand";
    }
    store->waitForReads(20 + 3);
    EXPECT_EQ(feed->position(), (FeedPosition{1, 4 * kPerStep}));
}

TEST(QueueFeed, AStopEndsTheWait) {
    const auto store = std::make_shared<WatchedStore>();
    store->hold(true);
    const auto feed = queueOf(store, 2, 1);
    std::stop_source stop;
    std::jthread stopper([&] {
        store->waitForReads(1);
        stop.request_stop();
    });
    const Batch& batch = feed->next(stop.get_token());
    EXPECT_EQ(batch.images(), 0);
    EXPECT_EQ(batch.shares.size(), 1U);
    EXPECT_EQ(feed->position(), (FeedPosition{0, 0}));
    store->hold(false);
    EXPECT_EQ(feed->next({}).shares[0].ids, orderOf("direct", 1)); // and nothing was lost
}

TEST(QueueFeed, AWorkersErrorIsReportedInOrder) {
    const auto store = std::make_shared<WatchedStore>();
    store->failing = orderOf("direct", 6).back(); // in the sixth batch
    const auto feed = queueOf(store, 4, 3);
    for (int step = 0; step < 5; ++step)
        EXPECT_EQ(feed->next({}).images(), kPerStep);
    for (int again = 0; again < 2; ++again)
        EXPECT_THAT(refusal([&] { feed->next({}); }), testing::HasSubstr("is gone"));
    feed->restore({0, 0}); // the threads are still there
    EXPECT_EQ(feed->next({}).shares[0].ids, orderOf("direct", 1));
}

TEST(QueueFeed, RestoresWhilePreparing) {
    const auto feed = queueOf(std::make_shared<WatchedStore>(), 5, 3);
    const std::vector<std::int64_t> order = orderOf("direct", 100);
    for (const int step : {40, 3, 17, 17, 0, 99}) {
        const std::int64_t image = step * kPerStep;
        feed->restore({image / kImages, image % kImages});
        const auto& ids = feed->next({}).shares[0].ids;
        EXPECT_EQ(ids, std::vector<std::int64_t>(order.begin() + image, order.begin() + image + kPerStep)) << step;
    }
}

TEST(QueueFeed, RefusesAnInvalidQueue) {
    const auto store = std::make_shared<WatchedStore>();
    EXPECT_THROW(queueOf(store, 0, 1), Error);
    EXPECT_THROW(queueOf(store, 1, 0), Error);
}

} // namespace
} // namespace belfry
