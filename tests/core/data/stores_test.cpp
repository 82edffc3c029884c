#include "core/data/resized_store.h"
#include "core/data/stores.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/damaged_store.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Five images of two bytes: image i is {10 i, 10 i + 1}, its label i.
std::shared_ptr<const ImageStore> five() {
    return memoryStore({0, 1, 10, 11, 20, 21, 30, 31, 40, 41}, {0, 1, 2, 3, 4}, 2);
}

// Says nothing about its memory, as a store that streams from the disk.
struct StreamedStore : ImageStore {
    std::shared_ptr<const ImageStore> inner = five();
    std::int64_t size() const override { return inner->size(); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* to) const override { inner->read(indices, to); }
    std::uint8_t label(std::int64_t index) const override { return inner->label(index); }
};

std::vector<int> readAll(const ImageStore& store, const std::vector<std::int64_t>& indices) {
    std::vector<std::uint8_t> bytes(indices.size() * 2);
    store.read(indices, bytes.data());
    return {bytes.begin(), bytes.end()};
}

TEST(StoresTest, ReadsFromMemoryInAnyOrder) {
    EXPECT_EQ(five()->size(), 5);
    EXPECT_THAT(readAll(*five(), {4, 0, 4}), ElementsAre(40, 41, 0, 1, 40, 41));
    EXPECT_TRUE(readAll(*five(), {}).empty());
    EXPECT_EQ(five()->label(3), 3);
}

TEST(StoresTest, ARangeIsIndexedFromZero) {
    const auto whole = five();
    const auto range = rangeStore(whole, 1, 3, 2);
    EXPECT_EQ(range->size(), 3);
    EXPECT_THAT(readAll(*range, {2, 0}), ElementsAre(30, 31, 10, 11));
    EXPECT_EQ(range->label(0), 1);
    EXPECT_EQ(range->contiguous(), whole->contiguous() + 2);
    EXPECT_EQ(rangeStore(std::make_shared<StreamedStore>(), 1, 3, 2)->contiguous(), nullptr);
    EXPECT_EQ(rangeStore(whole, 5, 0, 2)->size(), 0);
}

TEST(StoresTest, SelectedImagesAreIndexedFromZero) {
    const auto picked = pickedStore(five(), {4, 1, 2});
    EXPECT_EQ(picked->size(), 3);
    EXPECT_THAT(readAll(*picked, {2, 0}), ElementsAre(20, 21, 40, 41));
    EXPECT_EQ(picked->label(0), 4);
    EXPECT_EQ(picked->contiguous(), nullptr);
    const auto refused = [](const auto& action) { return refusal(action, ErrorCategory::Usage); };
    EXPECT_THAT(refused([&] { readAll(*picked, {3}); }), HasSubstr("Image 3"));
    EXPECT_THAT(refused([&] { picked->label(-1); }), HasSubstr("Image -1"));
    EXPECT_THAT(refused([] { pickedStore(five(), {5}); }), HasSubstr("Image 5"));
}

TEST(StoresTest, OutOfRangeIndicesAreRefused) {
    const auto range = rangeStore(five(), 1, 3, 2);
    const auto refused = [](const auto& action) { return refusal(action, ErrorCategory::Usage); };
    EXPECT_THAT(refused([&] {
                    readAll(*range, {0, 3});
                }),
                HasSubstr("Image 3 was asked for; this split has images 0 to 2"));
    EXPECT_THAT(refused([&] { readAll(*range, {-1}); }), HasSubstr("Image -1"));
    EXPECT_THAT(refused([&] { range->label(3); }), HasSubstr("Image 3"));
    EXPECT_THAT(refused([] { five()->label(5); }), HasSubstr("Image 5"));
    EXPECT_THAT(refused([] { readAll(*five(), {5}); }), HasSubstr("Image 5"));
}

TEST(StoresTest, MismatchedPartsAreRefused) {
    const auto refused = [](const auto& action) { return refusal(action, ErrorCategory::Usage); };
    EXPECT_THAT(refused([] { memoryStore({1, 2, 3}, {0, 1}, 2); }), HasSubstr("3 bytes were given for 2 images"));
    EXPECT_THAT(refused([] { memoryStore({}, {}, 0); }), HasSubstr("0 bytes"));
    EXPECT_THAT(refused([] { rangeStore(five(), 3, 3, 2); }), HasSubstr("the split has 5"));
    EXPECT_THAT(refused([] { rangeStore(five(), -1, 3, 2); }), HasSubstr("the split has 5"));
    EXPECT_THAT(refused([] { rangeStore(five(), 6, 0, 2); }), HasSubstr("the split has 5"));
}

TEST(StoresTest, AllImagesOfADataSetKnowTheirSplits) {
    DataSet data;
    data.shape = {1, 1, 2};
    data.train = rangeStore(five(), 0, 3, 2);
    data.validation = rangeStore(five(), 0, 0, 2); // none
    data.test = rangeStore(five(), 3, 2, 2);
    const auto all = allImages(data);
    EXPECT_EQ(all->size(), 5);
    EXPECT_EQ(readAll(*all, {0, 2, 3, 4}), readAll(*five(), {0, 2, 3, 4}));
    const SplitBegins begins = splitBegins(data);
    EXPECT_EQ(begins, (SplitBegins{0, 3, 3}));
    std::vector<std::size_t> splits;
    for (std::int64_t image = 0; image < all->size(); ++image)
        splits.push_back(splitAt(begins, image));
    EXPECT_THAT(splits, ElementsAre(0, 0, 0, 2, 2));
}

// Whatever they are cut to.
TEST(StoresTest, SayWhichImagesCouldNotBeRead) {
    const auto damaged = std::make_shared<test::DamagedStore>(five(), std::set<std::int64_t>{1, 3}, 2);
    const auto range = rangeStore(damaged, 1, 4, 2), picked = pickedStore(damaged, {3, 0}),
               joined = joinedStore(five(), damaged, 2), resized = resizedStore(damaged, {1, 1, 2}, {1, 1, 4});
    EXPECT_TRUE(range->readable(0)) << "it was not read yet";
    EXPECT_THAT(readableIn(*damaged, 0, 5), ElementsAre(0, 1, 2, 3, 4));
    readAll(*damaged, {0, 1, 2, 3, 4});
    EXPECT_THAT(readableIn(*damaged, 0, 5), ElementsAre(0, 2, 4));
    EXPECT_THAT(readableIn(*range, 0, 4), ElementsAre(1, 3));
    EXPECT_THAT(readableIn(*picked, 0, 2), ElementsAre(1));
    EXPECT_THAT(readableIn(*joined, 2, 10), ElementsAre(2, 3, 4, 5, 7, 9));
    EXPECT_THAT(readableIn(*resized, 1, 4), ElementsAre(2));
    std::vector<std::int64_t> some{3, 4, 1};
    eraseUnreadable(*damaged, some);
    EXPECT_THAT(some, ElementsAre(4));
    EXPECT_THAT(noneReadable(*damaged).what(), HasSubstr("2 damaged."));
}

} // namespace
} // namespace belfry
