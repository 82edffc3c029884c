#include "core/report/curve_picture.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::size_t kSpeedPoints = 60, kFewestSteps = 10; // means over equal parts of the steps

template <typename Row, typename Value>
std::vector<CurvePoint> pointsOf(const std::vector<Row>& rows, const Value& value) {
    std::vector<CurvePoint> points;
    for (const Row& row : rows)
        points.push_back({static_cast<double>(row.epoch), value(row)});
    return points;
}

// An epoch 0, before the first, has no training figures.
std::vector<CurvePoint> trainingPoints(const std::vector<EpochDone>& epochs, float EpochDone::*figure, double scale) {
    std::vector<EpochDone> trained = epochs;
    std::erase_if(
        trained, [](const EpochDone& epoch) { return epoch.epoch == 0; });
    return pointsOf(trained, [&](const EpochDone& epoch) { return scale * static_cast<double>(epoch.*figure); });
}

std::vector<CurvePoint> speedPoints(const std::vector<StepDone>& steps) {
    std::vector<CurvePoint> points;
    const std::size_t stride = std::max(kFewestSteps, steps.size() / kSpeedPoints);
    for (std::size_t at = stride; at < steps.size(); at += stride) {
        const StepDone &from = steps[at - stride], &to = steps[at];
        if (to.seconds > from.seconds)
            points.push_back({to.epoch, static_cast<double>(to.images - from.images) / (to.seconds - from.seconds)});
    }
    return points;
}

CurveFigure lossFigure(const RunReportData& report) {
    return {"loss-curve",
            "Loss",
            "Mean cross-entropy over the epochs: of each training step, and of the validation images.",
            "epoch",
            "loss (nats)",
            {{"each step",
              pointsOf(
                  report.steps, [](const StepDone& step) { return static_cast<double>(step.loss); }),
              CurveStyle::Faint},
             {"training", trainingPoints(report.epochs, &EpochDone::trainLoss, 1), CurveStyle::First},
             {"validation",
              pointsOf(
                  report.epochs, [](const EpochDone& epoch) { return epoch.validation.loss; }),
              CurveStyle::Second}}};
}

CurveFigure accuracyFigure(const RunReportData& report) {
    return {"accuracy-curve",
            "Accuracy",
            "Share of images that are classified rightly over the epochs: of each training step, and of the "
            "validation images.",
            "epoch",
            "accuracy (%)",
            {{"each step",
              pointsOf(
                  report.steps, [](const StepDone& step) { return 100 * static_cast<double>(step.accuracy); }),
              CurveStyle::Faint},
             {"training", trainingPoints(report.epochs, &EpochDone::trainAccuracy, 100), CurveStyle::First},
             {"validation",
              pointsOf(
                  report.epochs, [](const EpochDone& epoch) { return 100 * epoch.validation.accuracy(); }),
              CurveStyle::Second}}};
}

CurveFigure speedFigure(const RunReportData& report) {
    return {"speed-curve",
            "Speed",
            "Images trained per second over the epochs, as means over parts of the run.",
            "epoch",
            "images per second",
            {{"training", speedPoints(report.steps), CurveStyle::First}},
            true};
}

} // namespace

OptionalSection curveSection(const RunReportData& report) {
    Html body;
    if (!report.noMetrics.empty())
        body += el("p", "There are no curves. ", report.noMetrics);
    else if (report.steps.empty() && report.epochs.empty())
        body += el("p", "There are no curves: the run ended before its first step was recorded.");
    else {
        body += el("p", "Each curve has at most ", std::to_string(kMostCurvePoints),
                   " points: of more, the least and the greatest of each part are shown.",
                   trainsWithDropout(report.plan) ? " Training figures were measured with dropout on." : "");
        body += el("div", Attributes{{"class", "curves"}}, curvePicture(lossFigure(report)),
                   curvePicture(accuracyFigure(report)), curvePicture(speedFigure(report)));
    }
    TableOf changes{"Changed while it ran", {"Step", "Change"}, {}};
    for (const Mark& mark : report.marks)
        changes.rows.push_back({{countText(mark.step)}, {mark.text}});
    if (!changes.rows.empty())
        body += tableHtml(changes);
    return ReportSection{"curves", "Curves", body};
}

} // namespace belfry
