// Networks without their batch norms, which answer the same.
#include "core/interop/folded_norms.h"
#include "tests/core/interop/interop_fixture.h"

namespace belfry {
namespace {

using testing::ElementsAre;

std::vector<std::string> namesOf(const Snapshot& snapshot) {
    std::vector<std::string> names;
    for (const BlueprintLayer& layer : snapshot.blueprint->layers)
        names.push_back(layer.name);
    return names;
}

TEST(FoldedNorms, AnswerTheSame) {
    const Snapshot snapshot = test::shaken("conv 6 3x3 same no-bias linear\nbatchnorm relu\n"
                                           "depthwise 3x3 linear\nbatchnorm no-scale epsilon 0.01 tanh\n"
                                           "conv 5 1x1 linear as a\nbatchnorm linear\nconv 5 1x1 relu\nadd a relu\n"
                                           "dense 9 no-bias linear\nbatchnorm relu\ndense classes linear");
    const Snapshot folded = foldedNorms(snapshot);
    EXPECT_THAT(namesOf(folded),
                ElementsAre("conv1", "depthwise3", "conv5", "batchnorm6", "conv7", "add8", "dense9", "dense11"));
    const auto pictures = test::picturesFor(20);
    EXPECT_LT(test::largestDifference(test::answersOf(snapshot, pictures), test::answersOf(folded, pictures)), 1e-4);
}

// Behind an activation, behind a pool, before every other layer: they stay.
TEST(FoldedNorms, StayWhereTheGraphAllowsNothingElse) {
    const Snapshot snapshot = test::shaken("batchnorm linear\nconv 4 3x3 relu\nbatchnorm linear\nmaxpool 2x2\n"
                                           "batchnorm relu\ndense classes linear");
    const Snapshot folded = foldedNorms(snapshot);
    EXPECT_EQ(namesOf(folded), namesOf(snapshot));
    EXPECT_EQ(folded.weights, snapshot.weights);
}

} // namespace
} // namespace belfry
