#include "core/model/rate_groups.h"
#include "core/model/zoo.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace belfry {
namespace {

std::map<std::string, int> groupsByName(const Architecture& architecture, const ImageShape& image) {
    const Blueprint blueprint = makeBlueprint(architecture, image, 10);
    const std::vector<int> groups = rateGroups(blueprint);
    std::map<std::string, int> byName;
    for (std::size_t i = 0; i < groups.size(); ++i)
        byName[blueprint.layers[i].name] = groups[i];
    return byName;
}

TEST(RateGroups, GrowWhenPicturesHalve) {
    const auto groups = groupsByName(
        architectureFromText("n", "conv 4 3x3 relu\nconv 4 3x3 stride 2 same relu\nconv 4 3x3 relu\nmaxpool 2x2\n"
                                  "conv 4 1x1 relu\nglobal-avgpool\ndropout 0.5\ndense classes linear"),
        {3, 32, 32});
    EXPECT_EQ(groups, (std::map<std::string, int>{{"conv1", 3},
                                                  {"conv2", 2},
                                                  {"conv3", 2},
                                                  {"pool4", 1},
                                                  {"conv5", 1},
                                                  {"globalpool6", 1},
                                                  {"dropout7", 1},
                                                  {"dense8", 0}}));
}

TEST(RateGroups, AreSixOfAnEfficientnet) {
    const auto groups = groupsByName(networkByName("efficientnet-lite0"), {3, 96, 96});
    EXPECT_EQ(groups.at("conv1"), 5);
    EXPECT_EQ(std::ranges::max_element(groups, {}, &std::pair<const std::string, int>::second)->second, 5);
}

} // namespace
} // namespace belfry
