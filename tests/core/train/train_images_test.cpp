// A plan that trains on some of the images only.
#include "core/train/session.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

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

Plan validatedOn(std::int64_t images) {
    Plan plan;
    plan.devices = {"cpu"};
    plan.validationImages = images;
    return plan;
}

std::vector<std::uint8_t> pictures(const ImageStore& store, std::int64_t bytes, std::vector<std::int64_t> indices) {
    std::vector<std::uint8_t> all(indices.size() * static_cast<std::size_t>(bytes));
    store.read(indices, all.data());
    return all;
}

// Every image once, in one split or the other.
TEST(ValidationImages, LeaveTheOthersToTraining) {
    const auto whole = openData(validatedOn(0)), cut = openData(validatedOn(200)), again = openData(validatedOn(200));
    EXPECT_EQ(cut->validation->size(), 200);
    EXPECT_EQ(cut->train->size(), 59'800);
    EXPECT_EQ(labels(*cut->validation), labels(*again->validation));
    Plan other = validatedOn(200);
    other.splitSeed = 2;
    EXPECT_NE(labels(*openData(other)->validation), labels(*cut->validation));
    std::vector<std::uint8_t> all = labels(*cut->train), expected = labels(*whole->train);
    std::ranges::copy(labels(*cut->validation), std::back_inserter(all));
    std::ranges::copy(labels(*whole->validation), std::back_inserter(expected));
    std::ranges::sort(all);
    std::ranges::sort(expected);
    EXPECT_EQ(all, expected);
    // Pictures of both stores in one read, in any order.
    const std::int64_t bytes = whole->shape.bytes();
    const std::vector<std::int64_t> mixed{3, 57'000, 54'999, 55'000, 2};
    std::vector<std::uint8_t> single;
    for (const std::int64_t index : mixed)
        std::ranges::copy(pictures(*cut->train, bytes, {index}), std::back_inserter(single));
    EXPECT_EQ(pictures(*cut->train, bytes, mixed), single);
    EXPECT_EQ(pictures(*cut->train, bytes, {3}), pictures(*whole->train, bytes, {3}));
}

TEST(ValidationImages, MoreThanAvailableAreRefused) {
    EXPECT_EQ(refusal([] { openData(validatedOn(5001)); }, ErrorCategory::Usage),
              "The plan validates on 5001 images, but MNIST has only 5000 for validation. Choose fewer, or 0 for all.");
}

} // namespace
} // namespace belfry
