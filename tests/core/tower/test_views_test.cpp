// Several views of each picture: their logits are those of the moved and mirrored pictures, averaged.
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/tower/test_views.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>

namespace belfry {
namespace {

constexpr ImageShape kViewed{3, 32, 32};

struct TestViews : testing::Test {
    TestViews() { team.setWeights(initialWeights(*blueprint, 3)); }

    std::shared_ptr<const Blueprint> blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kViewed, 10));
    TowerTeam team{std::vector<at::Device>(2, at::kCPU), 1, blueprint, 1};
    std::shared_ptr<const ImageStore> store = test::syntheticStore(30, kViewed, 10);
    ReadImages read = [this](std::int64_t first, std::int64_t last, std::uint8_t* out) {
        std::copy_n(store->contiguous() + first * kViewed.bytes(), (last - first) * kViewed.bytes(), out);
    };
    // Of the pictures as they are when `down`, `right` are 0.
    std::vector<float> logits(int down, int right, bool mirrored) {
        return predictBatch(team, 30, [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
            std::vector<std::uint8_t> pictures(static_cast<std::size_t>((last - first) * kViewed.bytes()));
            read(first, last, pictures.data());
            const auto inside = [](int at) { return at < 0 ? -at : at > 31 ? 62 - at : at; };
            for (std::int64_t i = 0; i < (last - first) * kViewed.bytes(); ++i) {
                const std::int64_t image = i / 3072, c = i % 3;
                const int y = static_cast<int>(i % 3072 / 96), x = static_cast<int>(i % 96 / 3);
                const int fromX = inside((mirrored ? 31 - x : x) - right), fromY = inside(y - down);
                out[i] = pictures[static_cast<std::size_t>(image * 3072 + fromY * 96 + fromX * 3 + c)];
            }
        });
    }
};

void expectMean(const std::vector<float>& found, const std::vector<std::pair<float, std::vector<float>>>& parts) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        double sum = 0;
        for (const auto& [weight, logits] : parts)
            sum += weight * logits.at(i);
        ASSERT_NEAR(found[i], sum, 1e-5) << i;
    }
}

TEST_F(TestViews, AreAveraged) {
    EXPECT_EQ(predictViews(team, 1, 30, read), predictBatch(team, 30, read));
    const std::vector<float> two = predictViews(team, 2, 30, read), six = predictViews(team, 6, 30, read);
    ASSERT_EQ(two.size(), 300U);
    expectMean(two, {{0.5f, logits(0, 0, false)}, {0.5f, logits(0, 0, true)}});
    expectMean(six, {{0.25f, logits(0, 0, false)},
                     {0.25f, logits(0, 0, true)},
                     {0.125f, logits(1, 1, false)},
                     {0.125f, logits(1, 1, true)},
                     {0.125f, logits(-1, -1, false)},
                     {0.125f, logits(-1, -1, true)}});
    EXPECT_NE(two, predictBatch(team, 30, read));
    EXPECT_NE(two, six);
}

TEST_F(TestViews, WeighOneTogetherAndStop) {
    for (const int count : {1, 2, 6}) {
        EXPECT_EQ(testViews(count).size(), static_cast<std::size_t>(count));
        float sum = 0;
        for (const TestView& view : testViews(count))
            sum += view.weight;
        EXPECT_EQ(sum, 1);
    }
    EXPECT_THROW(testViews(3), std::out_of_range);
    std::stop_source stop;
    EXPECT_TRUE(predictViews(team, 6, 30, read, stop.get_token(), [&] { stop.request_stop(); }).empty());
    EXPECT_TRUE(predictViews(team, 6, 0, read).empty());
}

} // namespace
} // namespace belfry
