// "None of these" below a confidence: what is answered, and how often rightly.
#include "core/predict/rejection.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// Two classes; label, answer and its confidence.
Evaluation evaluationOf(const std::vector<std::tuple<int, int, float>>& images) {
    Evaluation evaluation;
    evaluation.classes = 2;
    for (const auto& [label, answer, confidence] : images) {
        evaluation.labels.push_back(static_cast<std::uint8_t>(label));
        evaluation.answers.push_back(static_cast<std::uint8_t>(answer));
        for (int c = 0; c < 2; ++c)
            evaluation.probabilities.push_back(c == answer ? confidence : 1 - confidence);
    }
    return evaluation;
}

TEST(Rejection, CountsWhatIsAnsweredAndWhatIsLost) {
    const Evaluation evaluation =
        evaluationOf({{0, 0, 0.9F}, {1, 1, 0.75F}, {0, 1, 0.6F}, {1, 1, 0.55F}, {1, 0, 0.99F}});
    EXPECT_EQ(rejectionAt(evaluation, 0), (Rejection{0, 5, 3, 0}));
    EXPECT_EQ(rejectionAt(evaluation, 0.7), (Rejection{0.7, 3, 2, 1}));
    EXPECT_EQ(rejectionAt(evaluation, 1), (Rejection{1, 0, 0, 3}));
    EXPECT_DOUBLE_EQ(rejectionAt(evaluation, 0.7).share(5), 0.6);
    EXPECT_DOUBLE_EQ(rejectionAt(evaluation, 0.7).accuracy(), 2.0 / 3);
    EXPECT_EQ(rejectionAt(evaluation, 1).accuracy(), 0);
    const std::vector<Rejection> curve = rejectionCurve(evaluation);
    ASSERT_EQ(curve.size(), 101U);
    EXPECT_EQ(curve[70].answered, 3);
    EXPECT_EQ(curve[100].threshold, 1);
    EXPECT_EQ(Rejection().share(0), 0);
}

} // namespace
} // namespace belfry
