// Which pictures to label next: some of every kind that a network does not know, none of those that it is sure of.
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/data/catalogue.h"
#include "core/data/stores.h"
#include "core/predict/label_next.h"
#include "core/runs/weights_file.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/damaged_store.h"

#include <gmock/gmock.h>

#include <set>

namespace belfry {
namespace {

constexpr std::int64_t kDigits = 300, kNoise = 300;

// Digits, of which the network that ships with Belfry is sure, and then digits that are hard to read: each is blended
// with another one.
std::shared_ptr<const ImageStore> pool() {
    const auto data = openDataSet("mnist", DataOptions{.dataDir = BELFRY_TEST_RESOURCES "/datasets"});
    std::vector<std::int64_t> ids(static_cast<std::size_t>(kDigits + 2 * kNoise));
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<std::int64_t>(i);
    std::vector<std::uint8_t> images(ids.size() * 784);
    data->test->read(ids, images.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(kNoise) * 784; ++i) {
        std::uint8_t& one = images[static_cast<std::size_t>(kDigits) * 784 + i];
        one = static_cast<std::uint8_t>((one + images[static_cast<std::size_t>(kDigits + kNoise) * 784 + i]) / 2);
    }
    images.resize(static_cast<std::size_t>(kDigits + kNoise) * 784);
    return memoryStore(std::move(images), std::vector<std::uint8_t>(static_cast<std::size_t>(kDigits + kNoise)), 784);
}

std::vector<std::int64_t> picturesOf(const std::vector<WorthLabelling>& chosen) {
    std::vector<std::int64_t> pictures;
    for (const WorthLabelling& one : chosen)
        pictures.push_back(one.picture);
    return pictures;
}

TEST(LabelNext, TakesWhatIsHardToReadAndOfEveryKind) {
    const auto snapshot = loadSnapshot(readyNetworkFile());
    const auto pictures = pool();
    const std::vector<WorthLabelling> chosen = labelNext(*snapshot, *pictures, 20, 1);
    ASSERT_EQ(chosen.size(), 20U);
    std::set<std::int64_t> all;
    std::set<int> answers;
    std::int64_t hard = 0;
    for (const WorthLabelling& one : chosen) {
        all.insert(one.picture);
        answers.insert(one.answer);
        hard += one.picture >= kDigits;
        EXPECT_TRUE(one.confidence > 0 && one.confidence <= 1);
    }
    EXPECT_EQ(all.size(), 20U);
    EXPECT_GE(hard, 16); // of 20; they are half of the pool
    EXPECT_GE(answers.size(), 6U);
    EXPECT_EQ(picturesOf(labelNext(*snapshot, *pictures, 20, 1)), picturesOf(chosen));
    EXPECT_NE(picturesOf(labelNext(*snapshot, *pictures, 20, 2)), picturesOf(chosen));
}

TEST(LabelNext, TakesAllOfAFewAndNothingWhenStopped) {
    const auto snapshot = loadSnapshot(readyNetworkFile());
    const auto few = rangeStore(pool(), 0, 5, 784);
    EXPECT_THAT(picturesOf(labelNext(*snapshot, *few, 20, 1)), testing::UnorderedElementsAre(0, 1, 2, 3, 4));
    EXPECT_TRUE(labelNext(*snapshot, *rangeStore(pool(), 0, 0, 784), 20, 1).empty());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(labelNext(*snapshot, *pool(), 20, 1, stop.get_token()).empty());
    const auto alike = pickedStore(pool(), std::vector<std::int64_t>(30, 7)); // one cluster
    EXPECT_EQ(labelNext(*snapshot, *alike, 20, 1).size(), 1U);
}

// They took places, and were dropped after the choice.
TEST(LabelNext, ChoosesAmongWhatCanBeRead) {
    const auto snapshot = loadSnapshot(readyNetworkFile());
    std::set<std::int64_t> damaged;
    for (std::int64_t i = 0; i < kDigits + kNoise; i += 3)
        damaged.insert(i);
    const test::DamagedStore pictures(pool(), damaged, 784);
    const auto sound = picturesOf(labelNext(*snapshot, *pictures.sound(), 20, 1));
    const std::vector<WorthLabelling> chosen = labelNext(*snapshot, pictures, 20, 1);
    ASSERT_EQ(chosen.size(), 20U);
    for (std::size_t i = 0; i < chosen.size(); ++i)
        EXPECT_EQ(chosen[i].picture, sound[i] / 2 * 3 + 1 + sound[i] % 2);
    std::set<std::int64_t> all;
    for (std::int64_t i = 0; i < kDigits + kNoise; ++i)
        all.insert(i);
    EXPECT_THAT(refusal([&] { labelNext(*snapshot, test::DamagedStore(pool(), all, 784), 20, 1); }),
                testing::HasSubstr("None of the pictures can be read"));
}

} // namespace
} // namespace belfry
