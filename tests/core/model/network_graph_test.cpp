// Networks that are graphs: their text, what their blocks stand for, and what cannot be.
#include "core/model/blueprint.h"
#include "core/model/layer_kind.h"
#include "core/model/network_graph.h"
#include "core/model/scaled_network.h"
#include "core/model/zoo.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageShape kGrey{1, 28, 28};

NetworkGraph networkGraph(const std::string& text) { return graphOf(architectureFromText("net", text)); }

std::vector<std::vector<int>> inputsOf(const std::string& text) {
    std::vector<std::vector<int>> inputs;
    for (const GraphLayer& layer : networkGraph(text).layers)
        inputs.push_back(layer.inputs);
    return inputs;
}

std::string whyNot(const std::string& text) {
    return refusal([&] { makeBlueprint(architectureFromText("net", text), kGrey, 10); }, ErrorCategory::Usage);
}

TEST(NetworkGraph, OfALineIsALine) {
    EXPECT_THAT(inputsOf("conv 4 3x3\nmaxpool 2x2\ndense classes linear"),
                ElementsAre(ElementsAre(kPicture), ElementsAre(0), ElementsAre(1)));
}

TEST(NetworkGraph, FollowsNames) {
    EXPECT_THAT(inputsOf("conv 4 3x3 same as a\nconv 4 3x3 same\nadd a as b\nconv 4 1x1 from a\nadd b\nadd input"),
                ElementsAre(ElementsAre(kPicture), ElementsAre(0), ElementsAre(1, 0), ElementsAre(0), ElementsAre(3, 2),
                            ElementsAre(4, kPicture)));
}

TEST(NetworkGraph, RepeatsBlocks) {
    const NetworkGraph made = networkGraph("conv 8 3x3 same\nblock residual 8 x2 {\n  conv width 3x3 same as a\n"
                                           "  block inner x2 {\n    conv width 1x1\n    add a\n  }\n  add input\n}");
    EXPECT_EQ(made.refusal, Text());
    std::vector<std::string> lines;
    for (const GraphLayer& layer : made.layers) {
        std::string line = layer.block + ": " + layerText(layer.layer) + " of";
        for (const int input : layer.inputs)
            line += " " + std::to_string(input);
        lines.push_back(line + ", line " + std::to_string(layer.line));
    }
    EXPECT_THAT(lines,
                ElementsAre(": conv 8 3x3 same relu of -1, line 0", "residual 1: conv 8 3x3 same relu of 0, line 2",
                            "inner 1: conv 8 1x1 relu of 1, line 4", "inner 1: add a linear of 2 1, line 5",
                            "inner 2: conv 8 1x1 relu of 3, line 4", "inner 2: add a linear of 4 1, line 5",
                            "residual 1: add input linear of 5 0, line 7",
                            "residual 2: conv 8 3x3 same relu of 6, line 2", "inner 1: conv 8 1x1 relu of 7, line 4",
                            "inner 1: add a linear of 8 7, line 5", "inner 2: conv 8 1x1 relu of 9, line 4",
                            "inner 2: add a linear of 10 7, line 5", "residual 2: add input linear of 11 6, line 7"));
}

TEST(NetworkGraph, NamesWhatABlockGivesAndGets) {
    EXPECT_THAT(inputsOf("conv 4 3x3 as a\nconv 4 3x3 same\nblock b from a {\nconv 4 3x3 same\n} as c\n"
                         "conv 4 3x3 same from a\nadd c"),
                ElementsAre(ElementsAre(kPicture), ElementsAre(0), ElementsAre(0), ElementsAre(0), ElementsAre(3, 2)));
}

TEST(NetworkGraph, SaysWhereAWidthIsTheBlocks) {
    const Architecture read = architectureFromText("net", "block b 6 {\nconv width 3x3\n}");
    const Layer& layer = *read.lines.at(1).layer();
    EXPECT_EQ(kindOf(layer).summary(layer).english(), "convolution width, 3×3, relu");
}

TEST(NetworkGraph, ReadsWhatItWrites) {
    const std::string text = "conv 8 3x3 relu no-bias as a\nblock one 16 x3 from a {\n  conv width 3x3 relu\n"
                             "  block two {\n    add input tanh\n  } as x\n  add x linear from input\n}\n"
                             "global-avgpool\n";
    const Architecture read = architectureFromText("net", text);
    EXPECT_EQ(architectureText(read), text);
    EXPECT_EQ(architectureFromLines("net", layerLines(read)), read);
}

TEST(NetworkGraph, RefusesWhatIsNotABlock) {
    for (const char* line : {"block {", "block b", "block b 3 4 {", "block b x3 x4 {", "block b x {", "block 3 {",
                             "block b 3 x2 extra {", "block b -3 {x"})
        EXPECT_THAT(whyNot(line), HasSubstr("expected a block such as 'block residual 64 x3 {'")) << line;
    EXPECT_THAT(whyNot("block b x0 {"), HasSubstr("found x0; at least 1 is needed"));
    EXPECT_THAT(whyNot("block b as c {"), HasSubstr("named where it ends: '} as c'"));
    EXPECT_THAT(whyNot("block b {\ndense 3\n} more"), HasSubstr("line 3, layer 3: found 'more'"));
    EXPECT_THAT(whyNot("dense 3 as"), HasSubstr("the line ends where a name was expected after 'as'"));
    EXPECT_THAT(whyNot("dense 3 as 3"), HasSubstr("found '3' after 'as'; expected a name"));
}

TEST(NetworkGraph, RefusesWhatIsNoNetwork) {
    EXPECT_THAT(whyNot("dense 10 from later\ndense 10 as later"),
                HasSubstr("Network 'net', line 1 (dense 10 relu from later): no line before it is named 'later'; names "
                          "that it can use: input."));
    EXPECT_THAT(whyNot("dense 10 as a\nadd b"),
                HasSubstr("no line before it is named 'b'; names that it can use: a, input."));
    EXPECT_THAT(whyNot("block b {\ndense 10 as a\n}\nadd a"), HasSubstr("no line before it is named 'a'"));
    EXPECT_THAT(whyNot("dense 10 as a\ndense 10 as a"), HasSubstr("'a' is the name of an earlier line"));
    EXPECT_THAT(whyNot("dense 10 as input"), HasSubstr("'input' is the name of what the block gets"));
    EXPECT_THAT(whyNot("block b {\ndense 10"), HasSubstr("line 1 (block b {): the block does not end"));
    EXPECT_THAT(whyNot("dense 10\n}"), HasSubstr("line 2 (}): it ends a block, but none has begun"));
    EXPECT_THAT(whyNot("block b {\n}\ndense 10"), HasSubstr("it has no lines"));
    EXPECT_THAT(whyNot("conv width 3x3\ndense 10"), HasSubstr("'width' is that of a block"));
    EXPECT_THAT(whyNot("block b {\nconv width 3x3\n}\ndense 10"), HasSubstr("'width' is that of a block"));
    EXPECT_THAT(whyNot("dense 20 as a\ndense 10 from input"),
                HasSubstr("line 1 (dense 20 relu as a): nothing uses what it gives"));
    EXPECT_THAT(whyNot("block b x1000000000 {\ndense 10\n}"), HasSubstr("more than 1,000 layers"));
    EXPECT_THAT(whyNot("block a x1000 {\nblock b x1000 {\ndense 10\n}\n}"), HasSubstr("more than 1,000 layers"));
}

TEST(NetworkGraph, RefusesShapesThatDoNotAddUp) {
    EXPECT_THAT(
        whyNot("conv 4 3x3 as a\nconv 4 3x3\nadd a\ndense 10"),
        HasSubstr("Network 'net', layer 3 (add a linear) gets 24x24x4: 'a' is 26x26x4; expected the same shape."));
    EXPECT_THAT(whyNot("block b 4 x2 {\nconv width 3x3\n}\nblock c x2 {\nconv 5 3x3 same\nadd input\n}\ndense 10"),
                HasSubstr("layer add4 of block c 1 (add input linear) gets 24x24x5: 'input' is 24x24x4"));
}

TEST(NetworkGraph, HasThePublishedParameters) {
    EXPECT_EQ(makeBlueprint(networkByName("resnet-20"), {3, 32, 32}, 10).parameters, 272'474);
    EXPECT_EQ(makeBlueprint(networkByName("resnet-18"), {3, 224, 224}, 1000).parameters, 11'689'512);
    EXPECT_EQ(makeBlueprint(networkByName("mobilenet-v2"), {3, 224, 224}, 1000).parameters, 3'504'872);
    EXPECT_EQ(makeBlueprint(networkByName("efficientnet-lite0"), {3, 224, 224}, 1000).parameters, 4'652'008);
    EXPECT_EQ(makeBlueprint(networkByName("convnext-atto"), {3, 224, 224}, 1000).parameters, 3'695'520);
    EXPECT_EQ(makeBlueprint(networkByName("vit-tiny"), {3, 224, 224}, 1000).parameters, 5'717'416);
    EXPECT_EQ(makeBlueprint(networkByName("cifar-94"), {3, 32, 32}, 10).parameters, 1'971'640);
}

TEST(NetworkGraph, RefusesWhatNewerLayersCannot) {
    const auto large = [](const std::string& text) {
        return refusal(
            [&] {
                makeBlueprint(architectureFromText("net", text), {3, 1000, 1000}, 10);
            },
            ErrorCategory::Usage);
    };
    EXPECT_THAT(large("attention 1\ntoken-pool\ndense classes linear"),
                HasSubstr("1 heads of attention among 1000000 tokens need more than 1,000,000,000 scores an image"));
    EXPECT_THAT(whyNot("conv 12 1x1\nattention 5\ntoken-pool\ndense classes linear"),
                HasSubstr("channels that 15 divides"));
    EXPECT_THAT(whyNot("attention 0\ndense classes linear"), HasSubstr("the number of heads is 0"));
    EXPECT_THAT(whyNot("conv 6 3x3\ngroupnorm 4\ndense classes linear"),
                HasSubstr("4 groups do not divide 6 channels evenly"));
    EXPECT_THAT(whyNot("layernorm epsilon 0\ndense classes linear"), HasSubstr("expected an epsilon of"));
    EXPECT_THAT(whyNot("squeeze-excite 0 relu\ndense classes linear"), HasSubstr("the number of units is 0"));
    EXPECT_THAT(whyNot("drop-path 1\ndense classes linear"), HasSubstr("at least 0 and less than 1"));
    EXPECT_THAT(whyNot("scale 1e300\ndense classes linear"), HasSubstr("-1,000,000 to 1,000,000"));
    EXPECT_THAT(whyNot("conv 3 1x1\nwhiten 2x2\ndense classes linear"), HasSubstr("expected it as the first layer"));
    EXPECT_THAT(whyNot("whiten 40x40\ndense classes linear"), HasSubstr("needs at least 40x40"));
    EXPECT_THAT(large("whiten 40x40\ndense classes linear"), HasSubstr("a patch has 4800 numbers"));
}

// Comments and empty lines count, as they do in an editor.
TEST(NetworkGraph, NamesTheLineOfTheText) {
    EXPECT_THAT(whyNot("# mine\n\nconv 8 3x3 same\n# a join\nadd nothing\ndense classes linear"),
                HasSubstr("line 5 (add nothing linear)"));
}

TEST(NetworkGraph, ComesInOtherSizes) {
    const Architecture network = architectureFromText(
        "n", "conv 6 3x3\nblock b 24 x3 {\nconv width 1x1\nsqueeze-excite 3 relu\n}\nblock c {\ndense 128\n}\n"
             "dense classes linear");
    EXPECT_EQ(architectureText(scaled(network, {})), architectureText(network));
    EXPECT_EQ(architectureText(scaled(network, {.width = 0.4, .repeats = 2})),
              "conv 2 3x3 relu\nblock b 8 x5 {\n  conv width 1x1 relu\n  squeeze-excite 1 relu\n}\n"
              "block c {\n  dense 48 relu\n}\ndense classes linear\n");
    EXPECT_EQ(architectureText(scaled(network, {.width = 0.01})).find("conv 0"), std::string::npos);
    for (const std::string& name : networkNames())
        for (const double width : {0.5, 2.0})
            EXPECT_NO_THROW(makeBlueprint(scaled(networkByName(name), {.width = width}), {3, 32, 32}, 10)) << name;
}

TEST(NetworkGraph, ReadsCheckpoints) {
    for (const char* line : {"block b 6 x3 checkpoint {", "block b checkpoint {", "block b x2 checkpoint {"})
        EXPECT_EQ(architectureText(architectureFromText("n", std::string(line) + "\n  dense 3 relu\n}\n")),
                  std::string(line) + "\n  dense 3 relu\n}\n");
    const Architecture named = architectureFromText("n", "block checkpoint {\ndense classes linear\n}"); // as others
    EXPECT_EQ(makeBlueprint(named, kGrey, 10).layers.front().recomputed, -1);
    EXPECT_THAT(whyNot("block b checkpoint x2 {\ndense classes linear\n}"), HasSubstr("found 'checkpoint'"));
}

TEST(NetworkGraph, NumbersWhatIsRecomputed) {
    const Blueprint blueprint = makeBlueprint(
        architectureFromText("n",
                             "dense 8\nblock outer x2 checkpoint {\nblock inner checkpoint {\ndense 7\n}\ndense 6\n}\n"
                             "block plain {\ndense 5\n}\ndense classes linear"),
        {1, 4, 4}, 3);
    std::vector<int> numbers;
    for (const BlueprintLayer& layer : blueprint.layers)
        numbers.push_back(layer.recomputed);
    EXPECT_THAT(numbers, testing::ElementsAre(-1, 0, 0, 1, 1, -1, -1));
    // Kept are 8 outside, 6 that leave each block, 5 and 3; and in backward 7 + 6 of one block at a time.
    EXPECT_EQ(blueprint.activationsPerImage, 8 + 6 + 6 + 5 + 3 + 13);
}

TEST(NetworkGraph, RefusesToMeetTwice) {
    const Architecture network =
        architectureFromText("n", "block b checkpoint {\nbatchnorm synchronised\n}\ndense classes linear");
    EXPECT_THAT(refusal(
                    [&] {
                        makeBlueprint(network, {1, 4, 4}, 3);
                    },
                    ErrorCategory::Usage),
                HasSubstr("a 'checkpoint' block computes its layers twice"));
}

TEST(NetworkGraph, TellsAnEditorWhichLineIsWrong) {
    const auto wrong = [](const char* text) {
        return fitLayers(architectureFromText("net", text), kGrey, 10).wrongLine;
    };
    EXPECT_EQ(wrong("block b x2 {\nconv 4 3x3\nconv 4 20x20\n}\ndense 10"), 2U);
    EXPECT_EQ(wrong("conv 4 3x3\nadd a\ndense 10"), 1U);
    EXPECT_EQ(wrong("conv 4 3x3"), 1U);
}

} // namespace
} // namespace belfry
