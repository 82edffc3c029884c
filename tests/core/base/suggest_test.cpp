#include "core/base/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace belfry {
namespace {

const std::vector<std::string> kNames{"lenet", "mlp", "tower"};

TEST(Suggest, FindsTheNearestName) {
    EXPECT_EQ(nearestName("lenett", kNames), "lenet");
    EXPECT_EQ(nearestName("LeNet", kNames), "lenet");
    EXPECT_EQ(nearestName("mpl", kNames), "mlp");
    EXPECT_EQ(nearestName("towre", kNames), "tower");
    EXPECT_EQ(nearestName("ml", kNames), "mlp");
    EXPECT_EQ(nearestName("resnet50", kNames), "");
    EXPECT_EQ(nearestName(std::string(10'000'000, 'x'), kNames), "");
}

TEST(Suggest, SentenceListsKnownNames) {
    EXPECT_EQ(unknownName(Text::tr("network"), "lenett", kNames).english(),
              "Unknown network 'lenett'; did you mean 'lenet'? Known: lenet, mlp, tower.");
    EXPECT_EQ(unknownName(Text::tr("network"), "vgg", kNames).english(),
              "Unknown network 'vgg'. Known: lenet, mlp, tower.");
}

} // namespace
} // namespace belfry
