// Feeds: an epoch is counted in images, and its order depends on the seed alone.
#include "core/feed/batch_cut.h"
#include "core/feed/feed.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using test::feedOptions;
using testing::HasSubstr;

constexpr ImageShape kShape{1, 4, 4};
using Ids = std::vector<std::int64_t>;

std::shared_ptr<const ImageStore> store(std::int64_t count) { return test::syntheticStore(count, kShape, 10); }

struct Case {
    std::string feed;
    std::int64_t images, perStep;
    int towers;
};
void PrintTo(const Case& c, std::ostream* out) { // in ctest's names
    *out << c.feed << " " << c.images << " by " << c.perStep << " to " << c.towers;
}

std::unique_ptr<Feed> feedFor(const Case& c, std::uint64_t seed = 1) {
    return makeFeed(c.feed, feedOptions(store(c.images), kShape, c.perStep, c.towers, seed));
}

// Tower after tower, as one list.
Ids idsOf(const Batch& batch) {
    Ids ids;
    for (const Share& share : batch.shares)
        ids.insert(ids.end(), share.ids.begin(), share.ids.end());
    return ids;
}

Ids nextIds(Feed& feed, int steps) {
    Ids ids;
    for (int i = 0; i < steps; ++i) {
        const Ids more = idsOf(feed.next({}));
        ids.insert(ids.end(), more.begin(), more.end());
    }
    return ids;
}

Ids epochIds(Feed& feed) {
    Ids ids;
    for (bool last = false; !last;) {
        const Batch& batch = feed.next({});
        const Ids more = idsOf(batch);
        EXPECT_EQ(batch.firstImage, static_cast<std::int64_t>(ids.size()));
        ids.insert(ids.end(), more.begin(), more.end());
        last = batch.lastOfEpoch;
    }
    return ids;
}

// Devices read a batch while the host takes the next ones: it was theirs alone until the next call.
TEST(Feed, KeepsHeldBatches) {
    constexpr int kHeld = 2;
    for (const char* feed : {"direct", "queue"}) {
        FeedOptions options = feedOptions(store(50), kShape, 8, 2, 1);
        options.keepAlive = kHeld;
        options.queueCapacity = 1;
        options.queueWorkers = 2;
        const auto made = makeFeed(feed, options);
        std::deque<std::pair<const Batch*, Ids>> held;
        const auto bytesAre = [](const Batch& batch, const Ids& ids) { // each image's are those of its number
            std::vector<std::uint8_t> expected(ids.size() * static_cast<std::size_t>(kShape.bytes()));
            store(50)->read(ids, expected.data());
            std::vector<std::uint8_t> found;
            for (const Share& share : batch.shares)
                found.insert(found.end(), share.images.data(), share.images.data() + share.images.size());
            return found == expected;
        };
        for (int step = 0; step < 300; ++step) {
            const Batch& batch = made->next({});
            held.emplace_back(&batch, idsOf(batch));
            if (held.size() > 1 + kHeld)
                held.pop_front();
            for (const auto& [one, ids] : held) {
                ASSERT_EQ(idsOf(*one), ids) << feed << step;
                ASSERT_TRUE(bytesAre(*one, ids)) << feed << step;
            }
        }
    }
}

class EveryFeed : public testing::TestWithParam<Case> {};

TEST_P(EveryFeed, ShowsEveryImageOncePerEpoch) {
    const auto feed = feedFor(GetParam());
    Ids all(static_cast<std::size_t>(GetParam().images));
    std::iota(all.begin(), all.end(), 0);
    Ids before;
    for (int epoch = 0; epoch < 3; ++epoch) {
        EXPECT_EQ(feed->position(), (FeedPosition{epoch, 0}));
        Ids ids = epochIds(*feed);
        EXPECT_NE(ids, before) << "the same order twice";
        before = ids;
        std::sort(ids.begin(), ids.end());
        EXPECT_EQ(ids, all);
    }
}

TEST_P(EveryFeed, SplitsEvenlyAndEndsWithAShortBatch) {
    const auto feed = feedFor(GetParam());
    const std::int64_t steps = (GetParam().images + GetParam().perStep - 1) / GetParam().perStep;
    for (std::int64_t step = 0; step < 2 * steps; ++step) {
        const Batch& batch = feed->next({});
        const bool last = step % steps == steps - 1;
        EXPECT_EQ(batch.epoch, step / steps);
        EXPECT_EQ(batch.lastOfEpoch, last);
        EXPECT_EQ(batch.images(), last ? GetParam().images - (steps - 1) * GetParam().perStep : GetParam().perStep);
        ASSERT_EQ(static_cast<int>(batch.shares.size()), GetParam().towers);
        EXPECT_LE(batch.shares.front().count() - batch.shares.back().count(), 1);
        for (std::size_t t = 0; t + 1 < batch.shares.size(); ++t)
            EXPECT_GE(batch.shares[t].count(), batch.shares[t + 1].count());
    }
}

// With the image after a share come its number, its draw, its label and its bytes; of the last in an epoch the first is
// next. The images of the step and their order are the same as without.
TEST_P(EveryFeed, BringsTheNextImageWhereItIsAskedTo) {
    const Case& c = GetParam();
    FeedOptions options = feedOptions(store(c.images), kShape, c.perStep, c.towers, 1);
    const auto plain = makeFeed("direct", options);
    const Ids order = epochIds(*plain);
    options.withNext = true;
    const auto feed = makeFeed(c.feed, options);
    const auto all = store(c.images);
    std::int64_t place = 0;
    for (bool last = false; !last;) {
        const Batch& batch = feed->next({});
        for (const Share& share : batch.shares) {
            EXPECT_EQ(share.hasNext, share.count() > 0);
            Ids expected;
            for (std::int64_t i = 0; i < std::ssize(share.ids); ++i)
                expected.push_back(order[static_cast<std::size_t>((place + i) % c.images)]);
            EXPECT_EQ(share.ids, expected);
            EXPECT_EQ(share.draws, expected);
            ASSERT_EQ(share.labels.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i)
                EXPECT_EQ(share.labels[i], all->label(expected[i]));
            if (!feed->wholeSet()) {
                std::vector<std::uint8_t> bytes(expected.size() * static_cast<std::size_t>(kShape.bytes()));
                all->read(expected, bytes.data());
                EXPECT_EQ(std::vector<std::uint8_t>(share.images.data(), share.images.data() + share.images.size()),
                          bytes);
            }
            place += share.count();
        }
        last = batch.lastOfEpoch;
    }
    EXPECT_EQ(place, c.images);
}

// The bytes of a share's images, wherever the feed keeps them.
std::vector<std::uint8_t> bytesOf(const Feed& feed, const Share& share) {
    if (!feed.wholeSet())
        return {share.images.data(), share.images.data() + share.images.size()};
    EXPECT_TRUE(share.images.empty());
    std::vector<std::uint8_t> bytes;
    for (const std::int64_t id : share.ids)
        bytes.insert(bytes.end(), feed.wholeSet() + id * kShape.bytes(), feed.wholeSet() + (id + 1) * kShape.bytes());
    return bytes;
}

TEST_P(EveryFeed, ReturnsTheBytesAndLabelsOfItsIds) {
    const auto images = store(GetParam().images);
    const auto feed = feedFor(GetParam());
    for (int step = 0; step < 3; ++step)
        for (const Share& share : feed->next({}).shares) {
            std::vector<std::uint8_t> expected(static_cast<std::size_t>(share.count() * kShape.bytes()));
            images->read(share.ids, expected.data());
            EXPECT_EQ(bytesOf(*feed, share), expected);
            ASSERT_EQ(share.labels.size(), share.ids.size());
            for (std::size_t i = 0; i < share.ids.size(); ++i)
                EXPECT_EQ(share.labels[i], images->label(share.ids[i]));
        }
}

TEST_P(EveryFeed, ResumesFromASavedPosition) {
    for (int taken = 0; taken < 9; ++taken) {
        const auto feed = feedFor(GetParam());
        nextIds(*feed, taken);
        const FeedPosition saved = feed->position();
        const Ids expected = nextIds(*feed, 8);
        const auto resumed = feedFor(GetParam());
        resumed->restore(saved);
        EXPECT_EQ(resumed->position(), saved);
        EXPECT_EQ(nextIds(*resumed, 8), expected);
        feed->restore(saved); // also backward
        EXPECT_EQ(nextIds(*feed, 8), expected);
    }
}

TEST_P(EveryFeed, OrderDependsOnTheSeed) {
    const Ids one = epochIds(*feedFor(GetParam(), 1));
    EXPECT_EQ(epochIds(*feedFor(GetParam(), 1)), one);
    EXPECT_NE(epochIds(*feedFor(GetParam(), 2)), one);
}

// Batches that divide, that leave a short last one, that leave fewer images than towers, and one above the data set.
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const std::string& feed : feedNames())
        for (const auto& [images, perStep, towers] : std::initializer_list<std::tuple<int, int, int>>{
                 {60, 20, 1}, {60, 20, 3}, {61, 20, 2}, {62, 20, 5}, {53, 7, 5}, {50, 100, 3}, {64, 3, 5}})
            all.push_back({feed, images, perStep, towers});
    return all;
}
INSTANTIATE_TEST_SUITE_P(Table, EveryFeed, testing::ValuesIn(cases()));

TEST(Feed, YieldsTheSameImagesForAnyFeedAndNumberOfTowers) {
    for (const std::int64_t perStep : {20, 17, 61}) {
        const Ids expected = nextIds(*feedFor({"direct", 61, perStep, 1}), 12);
        for (const std::string& feed : feedNames())
            for (const int towers : {1, 2, 3, 5})
                EXPECT_EQ(nextIds(*feedFor({feed, 61, perStep, towers}), 12), expected)
                    << feed << ", " << towers << " towers";
    }
}

// Each epoch's permutation met devices that had nothing to do.
TEST(EpochOrders, PreparedAheadAreTheSame) {
    constexpr std::int64_t kImages = 1000;
    EpochOrders ahead(kImages, 7, true), plain(kImages, 7);
    for (const std::int64_t epoch : {0, 1, 2, 2, 1, 3, 9, 10, 4, 5, 0}) { // on, back, and where a run resumes
        EXPECT_EQ(*ahead.of(epoch), *plain.of(epoch)) << epoch;
        EXPECT_EQ(plain.preparedEpoch(), -1);
    }
    EXPECT_EQ(ahead.preparedEpoch(), 1);
    ahead.of(1);
    EXPECT_EQ(ahead.preparedEpoch(), 2);
}

TEST(Feed, DeliversTheSameImagesWhereEpochsArePreparedAhead) {
    for (const char* name : {"direct", "queue", "resident"}) {
        FeedOptions options = feedOptions(store(103), kShape, 10, 2, 1);
        const auto plain = makeFeed(name, options);
        options.keepAlive = 2;
        const auto ahead = makeFeed(name, options);
        EXPECT_EQ(nextIds(*ahead, 35), nextIds(*plain, 35)) << name;
    }
}

TEST(Feed, RefusesPositionsOutsideTheData) {
    constexpr std::int64_t kMaxImages = std::numeric_limits<std::int64_t>::max();
    for (const std::string& name : feedNames()) {
        const auto feed = feedFor({name, 60, 20, 2});
        for (const FeedPosition position :
             {FeedPosition{0, 60}, {0, -1}, {-1, 0}, {0, kMaxImages}, {kMaxImages, 0}, {-kMaxImages, -kMaxImages}})
            EXPECT_THROW(feed->restore(position), Error) << position.epoch << ", " << position.image;
        feed->restore({1'000'000'000, 59});
        EXPECT_EQ(feed->next({}).images(), 1);
    }
}

TEST(Feed, RefusesInvalidSettings) {
    EXPECT_THROW(feedFor({"direct", 60, 20, 0}), Error);
    EXPECT_THROW(feedFor({"direct", 60, 0, 1}), Error);
    EXPECT_THROW(feedFor({"direct", 60, -5, 1}), Error);
    EXPECT_THROW(feedFor({"direct", 0, 20, 1}), Error);
    EXPECT_THAT(refusal(
                    [] {
                        feedFor({"dirct", 60, 20, 1});
                    },
                    ErrorCategory::Usage),
                HasSubstr("did you mean 'direct'?"));
}

TEST(Share, FollowsTheFractionsAndLosesNoImage) {
    const std::vector<double> fractions{0.5, 0.3, 0.2};
    EXPECT_EQ(shareOf(100, 3, 0, fractions), 50);
    EXPECT_EQ(shareOf(100, 3, 1, fractions), 30);
    EXPECT_EQ(shareOf(100, 3, 2, fractions), 20);
    for (std::int64_t images = 0; images < 200; ++images) {
        const std::int64_t first = shareOf(images, 3, 0, fractions), second = shareOf(images, 3, 1, fractions),
                           third = shareOf(images, 3, 2, fractions);
        EXPECT_EQ(first + second + third, images);
        EXPECT_NEAR(static_cast<double>(second), 0.3 * static_cast<double>(images), 1);
        EXPECT_GE(std::min({first, second, third}), 0);
    }
}

TEST(Share, IsAsEvenAsPossible) {
    for (const std::int64_t images : {0, 1, 4, 5, 61, 512})
        for (const int towers : {1, 2, 3, 5, 64}) {
            std::int64_t sum = 0;
            for (int t = 0; t < towers; ++t)
                sum += shareOf(images, towers, t);
            EXPECT_EQ(sum, images);
            EXPECT_LE(shareOf(images, towers, 0) - shareOf(images, towers, towers - 1), 1);
        }
}

} // namespace
} // namespace belfry
