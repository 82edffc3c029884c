// Training pictures that turn out to be damaged: they were learnt from as plain grey ones, with their label.
#include "core/feed/feed.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/damaged_store.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr ImageShape kTiny{1, 4, 4};
constexpr std::int64_t kPictures = 40, kTinyBytes = 16;
using Ids = std::vector<std::int64_t>;

// Labels 0, 1, 2, 0, 1, 2 ...; the bytes of image i are all i.
std::shared_ptr<const ImageStore> numbered() {
    std::vector<std::uint8_t> images, labels;
    for (std::int64_t i = 0; i < kPictures; ++i) {
        images.insert(images.end(), kTinyBytes, static_cast<std::uint8_t>(i));
        labels.push_back(static_cast<std::uint8_t>(i % 3));
    }
    return memoryStore(std::move(images), std::move(labels), kTinyBytes);
}

// Image and label that are shown for each id, of two epochs.
std::vector<std::array<std::int64_t, 3>> shown(const std::string& feed, int towers, const Ids& damaged) {
    const auto store =
        std::make_shared<test::DamagedStore>(numbered(), std::set(damaged.begin(), damaged.end()), kTinyBytes);
    FeedOptions options = test::feedOptions(store, kTiny, 7, towers);
    options.queueWorkers = 2;
    const auto made = makeFeed(feed, options);
    std::vector<std::array<std::int64_t, 3>> all;
    for (int epochs = 0; epochs < 2;) {
        const Batch& batch = made->next({});
        for (const Share& share : batch.shares)
            for (std::size_t i = 0; i < share.ids.size(); ++i) {
                const std::uint8_t* bytes = made->wholeSet() ? made->wholeSet() + share.ids[i] * kTinyBytes
                                                             : share.images.data() + std::int64_t(i) * kTinyBytes;
                all.push_back({share.ids[i], bytes[0], share.labels[i]});
            }
        epochs += batch.lastOfEpoch ? 1 : 0;
    }
    return all;
}

TEST(StandIns, AreTheNextReadablePicturesOfTheirClass) {
    const Ids damaged{5, 8, 39, 20}; // 8 follows 5 in its class, and 39 is the last of its own
    const auto expected = [](std::int64_t id) { return id == 5 || id == 8 ? 11 : id == 39 ? 0 : id == 20 ? 23 : id; };
    const auto reference = shown("direct", 1, damaged);
    ASSERT_EQ(reference.size(), static_cast<std::size_t>(2 * kPictures));
    for (const auto& [id, image, label] : reference) {
        EXPECT_EQ(image, expected(id)) << id;
        EXPECT_EQ(label, id % 3);
    }
    for (const char* feed : {"direct", "queue", "resident"})
        for (const int towers : {1, 2, 3})
            EXPECT_EQ(shown(feed, towers, damaged), reference) << feed << towers;
}

TEST(StandIns, AreMissedWhereAClassHasNone) {
    Ids damaged;
    for (std::int64_t i = 1; i < kPictures; i += 3)
        damaged.push_back(i);
    for (const char* feed : {"direct", "queue", "resident"})
        EXPECT_THAT(refusal([&] { shown(feed, 1, damaged); }), HasSubstr("any other training picture of its class"))
            << feed;
}

} // namespace
} // namespace belfry
