// Mixup and cutmix against a reference written here, which knows what the other operations make of each picture.
#include "core/kernels/augment_mix.h"
#include "tests/core/kernels/augmented.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

using test::augmented;
using test::Bytes;
using test::noise;
using test::operations;
using Operation = AugmentOperation;

constexpr PictureSize kMixed{13, 10, 3};
constexpr std::uint64_t kMixSeed = 7; // as augmented() has it
constexpr std::uint32_t kMixEpoch = 0;

// A batch of `count` pictures from `first` on, of `count` + 1 that are there.
class MixedBatch {
public:
    explicit MixedBatch(std::int64_t count, const AugmentOperations& mixing, PictureSize size = kMixed)
        : size_(size), stage_{Augmentation::Operations, Normalisation::Unit, mixing} {
        for (std::int64_t i = 0; i <= count; ++i) {
            const Bytes picture = noise(size, static_cast<std::uint64_t>(i) + 1);
            images_.insert(images_.end(), picture.begin(), picture.end());
            rows_.push_back(i);
            ids_.push_back((i * 7919 + 5) % 60'000);
        }
    }
    std::int64_t count() const { return static_cast<std::int64_t>(ids_.size()) - 1; }
    std::int64_t id(std::int64_t index) const { return ids_[static_cast<std::size_t>(index)]; }
    Bytes image(std::int64_t index) const {
        return {images_.begin() + index * size_.numbers(), images_.begin() + (index + 1) * size_.numbers()};
    }
    std::vector<float> values(std::int64_t first, std::int64_t count, bool gathers = false,
                              bool training = true) const {
        std::vector<float> values(static_cast<std::size_t>(count * size_.numbers()));
        runInputStage({}, stage_, size_, batch(first, count, gathers, training), values.data());
        return values;
    }
    std::vector<Bytes> pictures() const {
        const std::vector<float> all = values(0, count());
        std::vector<Bytes> pictures(static_cast<std::size_t>(count()));
        for (std::size_t i = 0; i < all.size(); ++i)
            pictures[i / static_cast<std::size_t>(size_.numbers())].push_back(
                static_cast<std::uint8_t>(std::lround(all[i] * 255)));
        return pictures;
    }
    std::vector<float> shares(std::int64_t first, std::int64_t count) const {
        std::vector<float> shares(static_cast<std::size_t>(count));
        ownShares({}, stage_, size_, batch(first, count, false, true), shares.data());
        return shares;
    }
    void repeatTheFirst() { // as its own partner
        ids_[1] = ids_[0];
        std::copy_n(images_.begin(), size_.numbers(), images_.begin() + size_.numbers());
    }

private:
    StageBatch batch(std::int64_t first, std::int64_t count, bool gathers, bool training) const {
        return {.images = images_.data() + (gathers ? 0 : first * size_.numbers()),
                .rows = gathers ? rows_.data() + first : nullptr,
                .count = count,
                .training = training,
                .ids = ids_.data() + first,
                .seed = kMixSeed,
                .epoch = &kMixEpoch};
    }

    PictureSize size_;
    InputStage stage_;
    Bytes images_;
    std::vector<std::int64_t> rows_, ids_;
};

// Deviations of Beta(a, a), and for a = 1 the whole distribution.
TEST(AugmentMix, DrawsFromTheBetaDistribution) {
    constexpr int kDraws = 100'000;
    for (const double alpha : {0.01, 0.2, 0.5, 1.0, 3.0, 100.0}) {
        double mean = 0, second = 0, fourth = 0;
        std::vector<int> tenths(10);
        for (int i = 0; i < kDraws; ++i) {
            const double share = drawBeta(alpha, dropoutImageKey(3, kMixPurpose, 0, static_cast<std::uint64_t>(i)), 1);
            ASSERT_GE(share, 0) << alpha;
            ASSERT_LE(share, 1) << alpha;
            const double away = 2 * share - 1;
            mean += away / kDraws;
            second += away * away / kDraws;
            fourth += std::pow(away, 4) / kDraws;
            ++tenths[static_cast<std::size_t>(std::min(share * 10, 9.0))];
        }
        EXPECT_NEAR(mean, 0, 0.015) << alpha;
        EXPECT_NEAR(second, 1 / (2 * alpha + 1), 0.01) << alpha;
        EXPECT_NEAR(fourth, 3 / ((2 * alpha + 1) * (2 * alpha + 3)), 0.01) << alpha;
        if (alpha == 1) {
            EXPECT_THAT(tenths, testing::Each(testing::AllOf(testing::Ge(9500), testing::Le(10'500))));
        }
    }
}

TEST(AugmentMix, MixupBlendsNeighboursAsTheyAreAugmented) {
    const AugmentOperations others = operations({{Operation::Flip, {}}, {Operation::Erase, {3}}});
    AugmentOperations mixing = others;
    mixing.present[static_cast<int>(Operation::Mixup)] = true;
    mixing.numbers[static_cast<int>(Operation::Mixup)][0] = 1;
    const MixedBatch batch(300, mixing);
    const std::vector<Bytes> found = batch.pictures();
    const std::vector<float> shares = batch.shares(0, batch.count());
    for (std::int64_t i = 0; i < batch.count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Bytes own = augmented(others, kMixed, batch.image(i), batch.id(i)),
                    other = augmented(others, kMixed, batch.image(i + 1), batch.id(i + 1));
        for (std::size_t n = 0; n < own.size(); ++n)
            ASSERT_NEAR(found[at][n], shares[at] * own[n] + (1 - shares[at]) * other[n], 0.501) << i;
    }
    const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    EXPECT_LT(*least, 0.1);
    EXPECT_GT(*most, 0.9);
}

// Where the pixels are the partner's; all of a box, and none outside.
struct CutBox {
    int top = 99, left = 99, bottom = 0, right = 0;
    int pixels = 0;
    int area() const { return pixels == 0 ? 0 : (bottom - top) * (right - left); }
};

CutBox boxOf(const Bytes& found, const Bytes& own, const Bytes& other) {
    CutBox box;
    for (int y = 0; y < kMixed.height; ++y)
        for (int x = 0; x < kMixed.width; ++x) {
            const auto at = static_cast<std::ptrdiff_t>((y * kMixed.width + x) * kMixed.channels);
            const auto isOf = [&](const Bytes& picture) {
                return std::equal(found.begin() + at, found.begin() + at + kMixed.channels, picture.begin() + at);
            };
            EXPECT_TRUE(isOf(own) || isOf(other));
            if (isOf(own))
                continue;
            box = {std::min(box.top, y), std::min(box.left, x), std::max(box.bottom, y + 1), std::max(box.right, x + 1),
                   box.pixels + 1};
        }
    return box;
}

TEST(AugmentMix, CutmixPutsABoxOfTheNeighbour) {
    const MixedBatch batch(2000, operations({{Operation::Cutmix, {1}}}));
    const std::vector<Bytes> found = batch.pictures();
    const std::vector<float> shares = batch.shares(0, batch.count());
    double mean = 0;
    int large = 0, none = 0;
    for (std::int64_t i = 0; i < batch.count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const CutBox box = boxOf(found[at], batch.image(i), batch.image(i + 1));
        ASSERT_EQ(box.pixels, box.area()) << i; // chance makes few pixels equal: none of noise
        ASSERT_NEAR(shares[at], 1 - box.area() / double(kMixed.height * kMixed.width), 1e-6) << i;
        mean += static_cast<double>(shares[at]) / static_cast<double>(batch.count());
        large += box.bottom - box.top >= kMixed.height - 1 ? 1 : 0;
        none += box.area() == 0 ? 1 : 0;
    }
    EXPECT_GT(large, 0);
    EXPECT_GT(none, 0);
    // Half of the area in the mean if the box lay inside; the edges cut some away.
    EXPECT_GT(mean, 0.55);
    EXPECT_LT(mean, 0.85);
}

TEST(AugmentMix, OneOfTheTwoIsDrawnForEachPicture) {
    const MixedBatch batch(2000, operations({{Operation::Mixup, {1}}, {Operation::Cutmix, {1}}})),
        blended(2000, operations({{Operation::Mixup, {1}}})), cut(2000, operations({{Operation::Cutmix, {1}}}));
    const std::vector<Bytes> found = batch.pictures(), blends = blended.pictures(), cuts = cut.pictures();
    int blend = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_TRUE(found[i] == blends[i] || found[i] == cuts[i]) << i;
        blend += found[i] == blends[i] ? 1 : 0;
    }
    EXPECT_NEAR(blend, 1000, 5 * std::sqrt(500.0));
}

// What a share or a thread begins with, and where its pictures lie, changes nothing.
TEST(AugmentMix, DoesNotDependOnTheBatch) {
    const MixedBatch batch(211, operations({{Operation::Jitter, {0.4f, 0.4f, 0.4f, 0.1f}},
                                            {Operation::Mixup, {0.4f}},
                                            {Operation::Cutmix, {1}}}));
    const std::vector<float> whole = batch.values(0, 211), shares = batch.shares(0, 211);
    EXPECT_EQ(batch.values(0, 211, true), whole);
    for (const std::int64_t size : {1, 16, 50}) {
        std::vector<float> parts, partShares;
        for (std::int64_t first = 0; first < 211; first += size) {
            const auto values = batch.values(first, std::min(size, 211 - first), size == 16);
            parts.insert(parts.end(), values.begin(), values.end());
            const auto more = batch.shares(first, std::min(size, 211 - first));
            partShares.insert(partShares.end(), more.begin(), more.end());
        }
        EXPECT_EQ(parts, whole) << size;
        EXPECT_EQ(partShares, shares) << size;
    }
}

TEST(AugmentMix, ASingleImageIsMixedWithItself) {
    for (const Operation operation : {Operation::Mixup, Operation::Cutmix}) {
        MixedBatch batch(1, operations({{operation, {1}}}));
        batch.repeatTheFirst();
        EXPECT_EQ(batch.pictures().front(), batch.image(0));
    }
}

TEST(AugmentMix, IsOfTrainingAlone) {
    const MixedBatch batch(5, operations({{Operation::Mixup, {1}}})), plain(5, operations({{Operation::Flip, {}}}));
    EXPECT_EQ(batch.values(0, 5, false, false), plain.values(0, 5, false, false));
}

} // namespace
} // namespace belfry
