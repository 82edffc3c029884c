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
