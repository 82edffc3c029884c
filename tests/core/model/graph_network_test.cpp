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
    expectAutograd("depthwise 2x2 dilation 2 same hard_swish\ndense 6\ndepthwise 1x1 tanh", kUneven);
    expectAutograd("conv 6 3x3 silu\nbatchnorm hard_swish\ndense 5 relu6\ndense 7 silu\ndense 8 hard_swish", kSquare);
}

// A pool behind a convolution, or its ReLU, must not be fused where another line gets the convolution's output.
TEST(GraphNetwork, FusesNothingThatIsUsedTwice) {
    expectAutograd("conv 4 3x3 same relu as a\nmaxpool 2x2 stride 1 same\nadd a", kSquare);
    expectAutograd("conv 3 3x3 same tanh\nconv 4 3x3 same relu as a\nlrn 2\nadd a", kSquare);
    expectAutograd("pad 10 as a\nconv 2 3x3 same tanh\nadd a", kSquare);
}

} // namespace
} // namespace belfry::test
