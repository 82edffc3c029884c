#include "core/kernels/optimizer_rules.h"
#include "core/model/rate_groups.h"
#include "core/model/zoo.h"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(RateGroups, GoByTheHeightOfPictures) {
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

// A gate is trained with the pictures that it weighs, not with the last ones.
TEST(RateGroups, HoldGatesWithTheirPictures) {
    const auto groups = groupsByName(
        architectureFromText("n", "conv 8 3x3 stride 2 same relu\nsqueeze-excite 2\nconv 4 3x3 stride 2 same relu\n"
                                  "dense 8 relu\ndense classes linear"),
        {3, 32, 32});
    EXPECT_EQ(groups.at("conv1"), 2);
    EXPECT_EQ(groups.at("conv3"), 1);
    EXPECT_EQ(groups.at("dense4"), 1);
    EXPECT_EQ(groups.size(), 5U);
    for (const auto& [name, group] : groups)
        EXPECT_EQ(group, name.ends_with('1') || name.ends_with('2') ? 2 : name == "dense5" ? 0 : 1) << name;
}

TEST(FrozenLayers, EndAtTheFirstLayerThatIsTrained) {
    const Blueprint blueprint =
        makeBlueprint(architectureFromText("n", "conv 4 3x3 relu\nmaxpool 2x2\nconv 4 3x3 stride 2 same relu\n"
                                                "global-avgpool\ndropout 0.5\ndense classes linear"),
                      {3, 18, 18}, 10);
    const auto frozen = [&](std::initializer_list<double> rates) {
        std::vector<double> all(kRateGroups);
        std::ranges::copy(rates, all.begin());
        return frozenLayers(blueprint, all);
    };
    EXPECT_EQ(frozen({1}), 5U);
    EXPECT_EQ(frozen({1, 1}), 2U); // what is before it has no weights
    EXPECT_EQ(frozen({1, 1, 1, 1}), 0U);
}

// A shortcut is in the group of what it is added to.
TEST(RateGroups, HoldBranchesTogether) {
    for (const char* network : {"resnet-18", "resnet-50", "mobilenet-v2", "efficientnet-lite0"}) {
        SCOPED_TRACE(network);
        const Blueprint blueprint = makeBlueprint(networkByName(network), {3, 224, 224}, 10);
        const std::vector<int> groups = rateGroups(blueprint);
        EXPECT_EQ(groups.front(), 5); // 112 of 7 high
        for (std::size_t i = 0; i < blueprint.layers.size(); ++i) {
            if (!std::holds_alternative<AddLayer>(blueprint.layers[i].spec))
                continue;
            for (const int input : blueprint.layers[i].inputs)
                EXPECT_EQ(groups[i], groups[static_cast<std::size_t>(input)]) << blueprint.layers[i].name;
        }
        EXPECT_EQ(groups.back(), 0);
    }
}

} // namespace
} // namespace belfry
