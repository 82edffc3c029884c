// A device finds the images of a step by itself, in the feed's order.
#include "core/feed/feed.h"
#include "core/tower/resident_order.h"
#include "tests/support/synthetic.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// Three epochs of 50 images in steps of 16 for two towers, the last step of an epoch with 2; once it continues
// elsewhere.
void expectTheImagesOfTheFeed(Sampling sampling, bool withNext = false) {
    const auto store = test::syntheticStore(50, {1, 28, 28}, 10);
    FeedOptions options = test::feedOptions(store, {1, 28, 28}, 16, 2, 1);
    options.sampling = sampling;
    options.withNext = withNext;
    const auto feed = makeFeed("resident", options);
    const at::Tensor labels =
        at::tensor(std::vector<std::uint8_t>(feed->wholeLabels().begin(), feed->wholeLabels().end()));
    struct Counted {
        StepCounter counter;
        std::optional<ResidentOrder> order;
    } towers[2];
    for (Counted& tower : towers)
        tower.order.emplace(at::kCPU, labels, &tower.counter);
    for (int step = 0; step < 12; ++step) {
        if (step == 9)
            feed->restore({2, 32});
        const Batch& batch = feed->next({});
        for (std::size_t t = 0; t < 2; ++t) {
            const Share& share = batch.shares[t];
            std::vector<std::int64_t> draws(share.ids.size()), ids(share.ids.size());
            std::vector<std::uint8_t> found(share.ids.size());
            towers[t].order->follow(share, batch.images());
            towers[t].order->takeBatch(std::ssize(share.ids), {draws.data(), ids.data(), found.data()});
            towers[t].counter.image += batch.images(); // as publishStep() does
            EXPECT_EQ(draws, share.draws) << step;
            EXPECT_EQ(ids, share.ids) << step;
            EXPECT_EQ(found, share.labels) << step;
        }
    }
}

TEST(ResidentOrder, GivesEveryTowerTheImagesOfTheFeed) { expectTheImagesOfTheFeed(Sampling::Shuffle); }

TEST(ResidentOrder, GivesTheDrawsOfABalancedOrder) { expectTheImagesOfTheFeed(Sampling::Balanced); }

// Of the last image of an epoch, that is the first one.
TEST(ResidentOrder, GivesTheNextImage) {
    expectTheImagesOfTheFeed(Sampling::Shuffle, true);
    expectTheImagesOfTheFeed(Sampling::Balanced, true);
}

} // namespace
} // namespace belfry
