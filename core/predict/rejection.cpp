#include "core/predict/rejection.h"

namespace belfry {
namespace {

constexpr int kSteps = 100;

struct Answer {
    float confidence = 0;
    bool right = false;
};

std::vector<Answer> answersOf(const Evaluation& evaluation) {
    std::vector<Answer> answers;
    for (std::int64_t image = 0; image < evaluation.images(); ++image) {
        const auto at = static_cast<std::size_t>(image);
        answers.push_back(
            {evaluation.probability(image, evaluation.answers[at]), evaluation.answers[at] == evaluation.labels[at]});
    }
    return answers;
}

Rejection rejectionOf(const std::vector<Answer>& answers, double threshold) {
    Rejection found{.threshold = threshold};
    for (const Answer& answer : answers)
        if (static_cast<double>(answer.confidence) >= threshold) {
            ++found.answered;
            found.right += answer.right;
        } else {
            found.refusedRight += answer.right;
        }
    return found;
}

} // namespace

Rejection rejectionAt(const Evaluation& evaluation, double threshold) {
    return rejectionOf(answersOf(evaluation), threshold);
}

std::vector<Rejection> rejectionCurve(const Evaluation& evaluation) {
    const std::vector<Answer> answers = answersOf(evaluation);
    std::vector<Rejection> curve;
    for (int step = 0; step <= kSteps; ++step)
        curve.push_back(rejectionOf(answers, static_cast<double>(step) / kSteps));
    return curve;
}

} // namespace belfry
