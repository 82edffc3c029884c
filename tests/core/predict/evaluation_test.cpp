// The figures of an evaluation against an example worked out by hand.
#include "core/base/class_figures.h"
#include "core/predict/evaluation.h"
#include "core/predict/evaluation_csv.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;

// Six images of three classes; the comment has label and answer.
Evaluation example() {
    Evaluation evaluation;
    evaluation.classes = 3;
    evaluation.labels = {0, 0, 1, 1, 2, 2};
    evaluation.answers = {0, 1, 1, 1, 1, 0};
    evaluation.probabilities = {
        0.78F, 0.12F, 0.10F, // 0: right
        0.28F, 0.62F, 0.10F, // 0 taken for 1
        0.25F, 0.55F, 0.20F, // 1: right, barely
        0.05F, 0.95F, 0.00F, // 1: right
        0.19F, 0.71F, 0.10F, // 2 taken for 1
        0.93F, 0.04F, 0.03F, // 2 taken for 0, surely
    };
    evaluation.result.images = 6;
    evaluation.result.correct = 3;
    evaluation.result.confusion = {1, 1, 0, 0, 2, 0, 1, 1, 0};
    evaluation.result.means = classMeans(evaluation.result.confusion);
    return evaluation;
}

TEST(Evaluation, IsATable) {
    EXPECT_EQ(evaluationCsv(example().result, {"cat", "dog, wet", "the \"fox\""}),
              "true_class,predicted cat,\"predicted dog, wet\",\"predicted the "
              "\"\"fox\"\"\",images,correct,recall,precision,f1\n"
              "cat,1,1,0,2,1,0.5,0.5,0.5\n"
              "\"dog, wet\",0,2,0,2,2,1,0.5,0.666667\n"
              "\"the \"\"fox\"\"\",1,1,0,2,0,0,,0\n" // never predicted: no precision
              "all,2,4,0,6,3,0.5,,\n"
              "macro average,,,,6,3,0.5,,0.388889\n");
}

TEST(Evaluation, SortsTheWorstFirst) {
    const Evaluation evaluation = example();
    EXPECT_THAT(worstFirst(evaluation), ElementsAre(5, 4, 1, 2, 0, 3));
    EXPECT_THAT(worstFirst(evaluation, ConfusionCell{1, 1}), ElementsAre(2, 3)); // right: the least sure one first
    EXPECT_THAT(worstFirst(evaluation, ConfusionCell{2, 0}), ElementsAre(5));
    EXPECT_THAT(worstFirst(evaluation, ConfusionCell{0, 2}), ElementsAre());
}

TEST(Evaluation, SortsTheImagesOfACellByTheWrongProbability) {
    Evaluation evaluation = example();
    evaluation.labels[5] = 0; // three images of 0 taken for 1
    evaluation.answers[5] = 1;
    evaluation.probabilities[15] = 0.04F;
    evaluation.probabilities[16] = 0.93F;
    evaluation.labels[4] = 0;
    EXPECT_THAT(worstFirst(evaluation, ConfusionCell{0, 1}), ElementsAre(5, 4, 1));
}

TEST(Evaluation, ComparesConfidenceWithAccuracy) {
    const Calibration calibration = calibrationOf(example(), 10);
    ASSERT_EQ(calibration.bins.size(), 10U);
    const std::int64_t images[] = {0, 0, 0, 0, 0, 1, 1, 2, 0, 2};
    for (std::size_t bin = 0; bin < 10; ++bin)
        EXPECT_EQ(calibration.bins[bin].images, images[bin]) << bin;
    EXPECT_NEAR(calibration.bins[7].confidence, (0.78 + 0.71) / 2, 1e-6);
    EXPECT_EQ(calibration.bins[7].accuracy, 0.5);
    EXPECT_NEAR(calibration.bins[9].confidence, 0.94, 1e-6);
    // 0.45 + 0.62 + 2 * 0.245 + 2 * 0.44, over six images
    EXPECT_NEAR(calibration.expectedError, 2.44 / 6, 1e-6);
}

TEST(Evaluation, BinsIncludeTheirUpperEdge) {
    Evaluation evaluation;
    evaluation.classes = 2;
    evaluation.labels = {0, 0, 0};
    evaluation.answers = {0, 0, 0};
    evaluation.probabilities = {0.5F, 0.5F, 0.75F, 0.25F, 1, 0};
    const Calibration calibration = calibrationOf(evaluation, 4);
    EXPECT_EQ(calibration.bins[1].images, 1);
    EXPECT_EQ(calibration.bins[2].images, 1);
    EXPECT_EQ(calibration.bins[3].images, 1);
    EXPECT_EQ(calibrationOf(Evaluation{}, 4).expectedError, 0);
}

} // namespace
} // namespace belfry
