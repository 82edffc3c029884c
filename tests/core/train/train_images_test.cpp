// A plan that trains on some of the images only.
#include "core/train/session.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>

#include <array>

namespace belfry {
namespace {

Plan plan(std::int64_t trainImages) {
    Plan plan;
    plan.devices = {"cpu"};
    plan.batchPerTower = 50;
    plan.trainImages = trainImages;
    return plan;
}

std::vector<std::uint8_t> labels(const ImageStore& store) {
    std::vector<std::uint8_t> all;
    for (std::int64_t image = 0; image < store.size(); ++image)
        all.push_back(store.label(image));
    return all;
}

TEST(TrainImages, AreDrawnOnceBySplitSeed) {
    const auto first = openData(plan(500)), again = openData(plan(500));
    EXPECT_EQ(first->train->size(), 500);
    EXPECT_EQ(first->validation->size(), 5000);
    EXPECT_EQ(first->test->size(), 10000);
    EXPECT_EQ(labels(*first->train), labels(*again->train));
    Plan other = plan(500);
    other.splitSeed = 2;
    EXPECT_NE(labels(*openData(other)->train), labels(*first->train));
    std::array<int, 10> counts{};
    for (const std::uint8_t label : labels(*first->train))
        ++counts.at(label);
    for (const int count : counts)
        EXPECT_GT(count, 20);
}

TEST(TrainImages, ARunReusesOpenData) {
    const auto data = openData(plan(500));
    const PreparedRun prepared = prepareRun(plan(500), data);
    EXPECT_EQ(prepared.data, data);
    EXPECT_EQ(prepareRun(plan(0)).data->train->size(), 55000);
}

TEST(TrainImages, MoreThanAvailableAreRefused) {
    EXPECT_EQ(refusal([] { prepareRun(plan(55001)); }, ErrorCategory::Usage),
              "The plan trains on 55001 images, but MNIST has only 55000 for training. Choose fewer, or 0 for all.");
}

} // namespace
} // namespace belfry
