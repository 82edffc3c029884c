// Which weights are matrices of hidden layers.
#include "core/model/hidden_matrices.h"
#include "core/model/zoo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ImageShape kColours{3, 32, 32};

Blueprint blueprintOf(const std::string& layers) {
    return makeBlueprint(architectureFromText("net", layers), kColours, 10);
}

// "dense2.weight 20 x 30"
std::vector<std::string> matricesOf(const Blueprint& blueprint) {
    std::vector<std::string> found;
    for (const HiddenMatrix& matrix : hiddenMatrices(blueprint))
        for (const Slice& slice : blueprint.slices)
            if (matrix.offset >= slice.offset && matrix.offset < slice.offset + slice.count)
                found.push_back(slice.name + " " + std::to_string(matrix.rows) + " x " +
                                std::to_string(matrix.columns));
    return found;
}

TEST(HiddenMatrices, LeaveOutTheFirstConvolutionAndTheLastDenseLayer) {
    EXPECT_THAT(matricesOf(blueprintOf("conv 8 5x5 relu\nconv 12 3x3 relu\nbatchnorm relu\nglobal-avgpool\n"
                                       "dense 20 relu\ndense classes linear")),
                ElementsAre("conv2.weight 12 x 72", "dense5.weight 20 x 12"));
    EXPECT_THAT(matricesOf(blueprintOf("dense 20 relu\ndense classes linear")), ElementsAre("dense1.weight 20 x 3072"));
    EXPECT_THAT(matricesOf(blueprintOf("dense classes linear")), IsEmpty());
}

TEST(HiddenMatrices, CountEachGroupOfAConvolution) {
    const Blueprint blueprint = blueprintOf("conv 8 3x3 relu\nconv 12 3x3 groups 2 relu\nconv 24 3x3 groups 12 relu\n"
                                            "global-avgpool\ndense classes linear");
    EXPECT_THAT(matricesOf(blueprint), ElementsAre("conv2.weight 6 x 36", "conv2.weight 6 x 36"));
    const std::vector<HiddenMatrix> matrices = hiddenMatrices(blueprint);
    EXPECT_EQ(matrices[1].offset, matrices[0].offset + 6 * 36);
}

TEST(HiddenMatrices, AreNoFiltersOfOneChannel) {
    EXPECT_THAT(matricesOf(blueprintOf("conv 8 3x3 relu\ndepthwise 3x3 relu\nconv 16 1x1 relu\n"
                                       "squeeze-excite 4 relu\nglobal-avgpool\ndense classes linear")),
                ElementsAre("conv3.weight 16 x 8", "se4.weight 4 x 16", "se4.gate_weight 16 x 4"));
}

// The whitening sees the picture, and is not trained.
TEST(HiddenMatrices, BeginBehindAWhitening) {
    const std::vector<std::string> found = matricesOf(makeBlueprint(networkByName("cifar-94"), kColours, 10));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), "conv2.weight 64 x 216");
}

TEST(HiddenMatrices, AreNoTokensAndPositions) {
    const std::vector<std::string> found = matricesOf(makeBlueprint(networkByName("vit-tiny"), kColours, 10));
    EXPECT_GT(found.size(), 10U);
    for (const std::string& name : found) {
        EXPECT_EQ(name.find("token"), std::string::npos) << name;
        EXPECT_EQ(name.find("position"), std::string::npos) << name;
    }
}

} // namespace
} // namespace belfry
