// Networks that are graphs against LibTorch's autograd in double.
#include "tests/core/model/network_subject.h"

namespace belfry::test {
namespace {

TEST(GraphNetwork, AgreesWithAutograd) {
    // A value used by three, and one added to itself.
    expectAutograd("conv 4 3x3 same tanh as a\nconv 4 3x3 same tanh\nadd a relu as b\nconv 4 1x1 tanh from a\nadd b\n"
                   "add b tanh",
                   kSquare);
    expectAutograd("conv 2 3x3 same tanh as a\nadd a gelu", kSquare);
    // The picture itself, behind which the front must not be fused.
    expectAutograd("conv 2 3x3 same relu\nadd input tanh", kSquare);
    expectAutograd("conv 6 3x3 same relu\nmaxpool 2x2\ndense 9 as a\ndense 9 tanh from input\nadd a", kSquare);
    // Branches of which one has no parameters, before any that has.
    expectAutograd("maxpool 2x2 as a\navgpool 2x2 from input\nadd a\nconv 3 3x3 tanh", kSquare);
    // Units and pictures of 1 x 1 pixels.
    expectAutograd("dense 6 tanh as a\nconv 6 1x1 tanh\nadd a\ndense 5 tanh", kSquare);
    expectAutograd("conv 6 8x8 tanh as a\ndense 6 tanh\nadd a tanh", kSquare);
    expectAutograd("conv 6 3x3 no-bias tanh\nglobal-avgpool as a\ndense 6\nadd a", kUneven);
    expectAutograd("block b 6 x3 {\nconv width 3x3 same no-bias linear\nbatchnorm relu\n}\nglobal-avgpool", kUneven);
    expectAutograd("dense 7 tanh\nglobal-avgpool", kUneven);
}

TEST(GraphNetwork, AgreesWithAutogradInGroups) {
    expectAutograd("conv 6 3x3 groups 3 tanh\nconv 4 3x3 groups 2 same stride 2 tanh", kUneven);
    expectAutograd("conv 6 3x3 dilation 2 relu\nconv 4 2x2 dilation 3 same tanh", kUneven);
    expectAutograd("depthwise 3x3 same stride 2 relu6\nconv 5 1x1 tanh\ndepthwise 5x5 same no-bias silu", kUneven);
    expectAutograd("depthwise 3x3 symmetric stride 2 relu6\ndepthwise 5x5 symmetric no-bias silu", kUneven);
    expectAutograd("depthwise 2x2 dilation 2 same hard_swish\ndense 6\ndepthwise 1x1 tanh", kUneven);
    expectAutograd("conv 6 3x3 silu\nbatchnorm hard_swish\ndense 5 relu6\ndense 7 silu\ndense 8 hard_swish", kSquare);
}

TEST(GraphNetwork, AgreesWithAutogradInNorms) {
    expectAutograd("conv 6 3x3 tanh\nlayernorm gelu\nconv 4 2x2 tanh\nlayernorm", kUneven);
    expectAutograd("layernorm epsilon 0.01\ndense 7 tanh\nlayernorm silu", kUneven);
    expectAutograd("conv 6 3x3 tanh\ngroupnorm 3 silu\nconv 4 2x2 tanh\ngroupnorm 1", kUneven);
    expectAutograd("groupnorm 3 epsilon 0.1\ndense 8 tanh\ngroupnorm 2 relu6", kUneven);
}

TEST(GraphNetwork, AgreesWithAutogradInGates) {
    expectAutograd("conv 6 3x3 tanh\nscale 0.5\nconv 4 2x2 tanh\nscale 0.3 fixed\ndense 5 tanh\nscale 2", kUneven);
    expectAutograd("scale 0.5\nconv 6 3x3 tanh\nsqueeze-excite 3 silu\ndense 6 tanh\nsqueeze-excite 2 tanh", kUneven);
    expectAutograd("squeeze-excite 4 relu", kSquare);
    expectAutograd("block b 6 {\nconv width 3x3 same tanh as trunk\nconv width 1x1 tanh\ndrop-path 0.4\nadd trunk\n"
                   "}\ndense 9 tanh\ndrop-path 0.3",
                   kUneven);
    expectAutograd("conv 6 3x3 tanh no-bias identity\ndense 6 tanh no-bias\ndense 5 relu no-bias", kUneven);
}

TEST(GraphNetwork, AgreesWithAutogradInTokens) {
    expectAutograd("conv 6 2x2 stride 2 linear\nclass-token\npositions\nlayernorm\nconv 18 1x1 linear\nattention 3\n"
                   "conv 6 1x1 tanh\ntoken-pool",
                   kUneven);
    expectAutograd("conv 12 2x2 stride 2 tanh\nattention 1\nconv 6 1x1 tanh\nattention 2", kUneven);
    expectAutograd("class-token\nconv 6 1x1 tanh\nattention 2\nclass-token\ntoken-pool\ndense 5 tanh", kSquare);
    expectAutograd("dense 12 tanh\nattention 2\ntoken-pool", kSquare);
}

// The filters are not trained; the biases are.
TEST(GraphNetwork, AgreesWithAutogradBehindWhitening) {
    expectAutograd("whiten 2x2 gelu\nmaxpool 2x2\nconv 4 3x3 tanh", kUneven);
    expectAutograd("whiten 3x3 linear\nglobal-avgpool", kSquare);
    Subject subject("whiten 2x2 gelu\ndense classes linear", kSquare);
    const BlueprintLayer& whitening = subject.blueprint->layers[0];
    const Slice& filters = subject.blueprint->slices[static_cast<std::size_t>(whitening.weightSlice)];
    EXPECT_GE(filters.offset, subject.blueprint->trainableSize);
    EXPECT_EQ(filters.keep, 1);
    const at::Tensor logits = subject.forward(randomBytes(kSquare, kImages), trainingPass());
    subject.gradient.fill_(77);
    subject.network.backward(logits, Subject::context(trainingPass()), [](int) {});
    EXPECT_EQ(subject.gradient.narrow(0, filters.offset, filters.count).abs().max().item<float>(), 0);
}

// Blocks that backward computes again give the same bits as those that keep what it needs.
TEST(GraphNetwork, RecomputesToTheBit) {
    const std::string lines = " {\nconv width 3x3 same tanh as trunk\nbatchnorm momentum 0.9 silu\ndropout 0.3\n"
                              "conv width 1x1 gelu\nadd trunk\nmaxpool 2x2 stride 1 same\nadd input relu\n}\n",
                      start = "conv 6 3x3 same relu as first\n",
                      end =
                          "add first\nblock outer 6 x2{\nblock inner x2 {\nconv width 3x3 same relu\n}\nadd input\n}\n"
                          "global-avgpool\ndense classes linear";
    const auto gradientOf = [&](const std::string& checkpoint) {
        std::string text = start + "block b 6 x3" + checkpoint + lines + end;
        text.replace(text.find("x2{"), 3, "x2" + checkpoint + " {");
        Subject subject(text, kUneven);
        const at::Tensor images = randomBytes(kUneven, kImages);
        const at::Tensor logits = subject.forward(images, trainingPass());
        subject.network.backward(logits.sin(), Subject::context(trainingPass()), [](int) {});
        return std::pair{subject.gradient, subject.blueprint->memoryEstimate(100, 1)};
    };
    const auto [kept, keptBytes] = gradientOf("");
    const auto [recomputed, recomputedBytes] = gradientOf(" checkpoint");
    EXPECT_TRUE(at::equal(kept, recomputed));
    EXPECT_LT(recomputedBytes, keptBytes * 2 / 3);
    expectAutograd(start + "block b 6 x3 checkpoint" + lines + "global-avgpool", kUneven);
}

// A pool behind a convolution, or its ReLU, must not be fused where another line gets the convolution's output.
TEST(GraphNetwork, FusesNothingThatIsUsedTwice) {
    expectAutograd("conv 4 3x3 same relu as a\nmaxpool 2x2 stride 1 same\nadd a", kSquare);
    expectAutograd("conv 3 3x3 same tanh\nconv 4 3x3 same relu as a\nlrn 2\nadd a", kSquare);
    expectAutograd("pad 10 as a\nconv 2 3x3 same tanh\nadd a", kSquare);
}

} // namespace
} // namespace belfry::test
