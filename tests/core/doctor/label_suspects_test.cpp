#include "core/doctor/label_suspects.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

#include <set>

namespace belfry {
namespace {

// Clouds around a point for each class.
LabelledFeatures clouds(std::int64_t images, int classes, double spread) {
    at::Generator generator = at::detail::createCPUGenerator(1);
    const at::Tensor centres = at::randn({classes, 12}, generator);
    const at::Tensor labels = at::arange(images, at::kLong).remainder(classes);
    return {centres.index_select(0, labels) + spread * at::randn({images, 12}, generator), labels};
}

// As many wrong labels as clouds that overlap leave right answers for.
TEST(LabelSuspects, AreThePlantedErrors) {
    LabelledFeatures pictures = clouds(800, 4, 0.7);
    std::set<std::int64_t> planted;
    auto* labels = pictures.labels.data_ptr<std::int64_t>();
    for (std::int64_t i = 5; i < 800; i += 20) {
        labels[i] = (labels[i] + 1 + i % 3) % 4;
        planted.insert(i);
    }
    const LabelCheck check = checkLabels(pictures, 4);
    ASSERT_GE(check.suspects.size(), planted.size());
    std::size_t right = 0;
    for (std::size_t i = 0; i < planted.size(); ++i) {
        const LabelSuspect& suspect = check.suspects[i];
        right += planted.contains(suspect.index) ? 1 : 0;
        EXPECT_EQ(suspect.label, labels[suspect.index]);
        EXPECT_NE(suspect.proposed, suspect.label);
    }
    EXPECT_GE(right, planted.size() * 9 / 10);
    EXPECT_TRUE(std::ranges::is_sorted(check.suspects, std::greater(), &LabelSuspect::doubt));
    EXPECT_GT(check.accuracy, 0.9 * 0.95);
}

TEST(LabelSuspects, AreFewWhereLabelsAreRight) {
    const LabelCheck check = checkLabels(clouds(400, 4, 0.3), 4);
    EXPECT_TRUE(check.suspects.empty());
    EXPECT_EQ(check.accuracy, 1);
    for (int label = 0; label < 4; ++label)
        EXPECT_EQ(check.confusion[static_cast<std::size_t>(5 * label)], 100);
}

// Not even one picture of each class for each head.
TEST(LabelSuspects, TakeClassesOfOnePicture) {
    LabelledFeatures pictures = clouds(6, 6, 0.1);
    EXPECT_NO_THROW(checkLabels(pictures, 6));
    EXPECT_NO_THROW(checkLabels({pictures.features.narrow(0, 0, 1), pictures.labels.narrow(0, 0, 1)}, 6));
}

TEST(LabelSuspects, AreNoneWhenStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(checkLabels(clouds(100, 4, 2), 4, stop.get_token()).suspects.empty());
}

} // namespace
} // namespace belfry
