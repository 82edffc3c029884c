// The data set that ships with the project, as openDataSet finds it.
#include "core/data/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace belfry {
namespace {

using testing::ElementsAre;

struct MnistTest : testing::Test {
    static std::shared_ptr<const DataSet> mnist() {
        static const std::shared_ptr<const DataSet> opened =
            openDataSet("mnist", std::filesystem::path(BELFRY_TEST_RESOURCES) / "datasets");
        return opened;
    }
};

std::vector<std::int64_t> perClass(const ImageStore& store, std::vector<std::int64_t> counts) {
    for (std::int64_t i = 0; i < store.size(); ++i)
        ++counts[store.label(i)];
    return counts;
}

double sumOfPixels(const ImageStore& store) {
    const std::uint8_t* pixels = store.contiguous();
    return std::accumulate(pixels, pixels + store.size() * 784, 0.0);
}

TEST_F(MnistTest, IsSplitInto55000And5000And10000) {
    EXPECT_EQ(mnist()->train->size(), 55000);
    EXPECT_EQ(mnist()->validation->size(), 5000);
    EXPECT_EQ(mnist()->test->size(), 10000);
    EXPECT_EQ(mnist()->shape, (ImageShape{1, 28, 28}));
    EXPECT_EQ(mnist()->classes.size(), 10U);
    EXPECT_EQ(mnist()->licence, "CC BY-SA 3.0");
}

TEST_F(MnistTest, HasTheKnownCountsPerClass) {
    const auto trainFile = perClass(*mnist()->train, perClass(*mnist()->validation, std::vector<std::int64_t>(10)));
    EXPECT_THAT(trainFile, ElementsAre(5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949));
    const auto testFile = perClass(*mnist()->test, std::vector<std::int64_t>(10));
    EXPECT_THAT(testFile, ElementsAre(980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009));
}

TEST_F(MnistTest, HasTheKnownMeanPixel) {
    const double sum = sumOfPixels(*mnist()->train) + sumOfPixels(*mnist()->validation);
    EXPECT_NEAR(sum / (60000.0 * 784), 33.318, 0.001);
}

TEST_F(MnistTest, ValidationIsTheFrontOfTheTrainingFile) {
    // The published training labels begin 5 0 4 1 9; the 5,001st label begins the training split.
    EXPECT_EQ(mnist()->validation->label(0), 5);
    EXPECT_EQ(mnist()->validation->label(1), 0);
    EXPECT_EQ(mnist()->validation->label(4), 9);
    EXPECT_EQ(mnist()->validation->contiguous() + 5000 * 784, mnist()->train->contiguous());
    EXPECT_EQ(mnist()->test->label(0), 7);
}

TEST_F(MnistTest, ReadingByIndexAgreesWithTheContiguousImages) {
    const std::vector<std::int64_t> indices = {54999, 0, 17, 17};
    std::vector<std::uint8_t> read(indices.size() * 784);
    mnist()->train->read(indices, read.data());
    for (std::size_t i = 0; i < indices.size(); ++i)
        EXPECT_EQ(std::memcmp(read.data() + i * 784, mnist()->train->contiguous() + indices[i] * 784, 784), 0);
}

TEST_F(MnistTest, CheckFindsThePublishedFiles) {
    const CheckReport report = checkDataSet((std::filesystem::path(BELFRY_TEST_RESOURCES) / "datasets/mnist").string());
    EXPECT_EQ(report.name, "mnist");
    EXPECT_TRUE(report.official) << report.note;
    EXPECT_EQ(report.train, 55000);
    EXPECT_EQ(std::accumulate(report.trainPerClass.begin(), report.trainPerClass.end(), std::int64_t{0}), 55000);
}

TEST_F(MnistTest, ShipsWithTheProject) { EXPECT_EQ(openDataSet("mnist")->test->size(), 10000); }

} // namespace
} // namespace belfry
