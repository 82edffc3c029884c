// What the run reached: the figures that it recorded, the confusion matrix, and calibration.
#include "core/base/class_figures.h"
#include "core/base/wilson.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr std::size_t kMostMatrixClasses = 50; // the matrix of more is too wide to be read

Html accuracyCell(const std::string& id, const EvaluationResult& result) {
    Html all = exactly(id, result.accuracy(), percentText(result.accuracy(), 2));
    all += " (" + countText(result.correct) + " of " + countText(result.images) + ")";
    return all;
}

std::vector<Cell> resultRow(const std::string& what, const std::string& id, const EvaluationResult& result) {
    return {{what},
            {accuracyCell(id + "-accuracy", result), true},
            {intervalText(wilsonInterval(result.correct, result.images)), true},
            {exactly(id + "-loss", result.loss, decimals(result.loss, 4).english()), true},
            {percentText(result.means.balancedAccuracy), true},
            {percentText(result.means.macroF1), true}};
}

// "The run is still in progress", with what its record says.
Html stateSentence(const RunReportData& report) {
    const RunSummary& run = report.summary;
    if (run.state == "finished")
        return {};
    const std::string found = run.state == "running"   ? "The run is still in progress: the figures are those so far."
                              : run.state == "stopped" ? "The run was stopped before its end."
                              : run.state == "failed"  ? "The run failed."
                                                       : "The run was interrupted.";
    return el("p", Attributes{{"class", "notice"}, {"id", "state-sentence"}}, found, run.reason.empty() ? "" : " ",
              run.reason);
}

Html recordedResults(const RunReportData& report) {
    const RunRecord& record = report.record;
    TableOf table{
        "Recorded by the run", {"Split", "Accuracy", "95 % interval", "Loss", "Balanced accuracy", "Macro F1"}, {}};
    if (record.validation.images > 0)
        table.rows.push_back(resultRow("Validation, epoch " + countText(record.validationEpoch) + " (the last)",
                                       "recorded-validation", record.validation));
    if (record.test.images > 0)
        table.rows.push_back(resultRow("Test, of the best weights", "recorded-test", record.test));
    Html all;
    if (!table.rows.empty())
        all += tableHtml(table);
    if (record.validation.images > 0)
        all += el("p", "Best validation accuracy: ",
                  exactly("best-validation", record.bestValidation, percentText(record.bestValidation, 2)),
                  " in epoch " + countText(record.bestEpoch) + ".");
    else
        all += el("p", "The run ended before its first validation.");
    if (record.test.images == 0)
        all += el("p", "The run recorded no result on the test images, as only a run that reaches its end tests.");
    return all;
}

// A shade from 0 to 10, of a part of a row.
std::string shadeOf(std::int64_t count, std::int64_t ofRow, bool diagonal) {
    if (count == 0)
        return "zero";
    // The root: a few mistakes of a thousand images are to be seen, too.
    const double part = std::sqrt(static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, ofRow)));
    const int shade = std::clamp(static_cast<int>(std::lround(10 * part)), 1, 10);
    return (diagonal ? "r" : "w") + std::to_string(shade);
}

Html matrixHtml(const EvaluationResult& result, const std::vector<std::string>& classes) {
    const std::vector<ClassFigures> figures = figuresByClass(result.confusion);
    TableOf table{"Rows: true class; columns: answers", {"True class"}, {}};
    for (const std::string& name : classes)
        table.head.emplace_back(name);
    for (const char* const figure : {"Recall", "Precision", "F1"})
        table.head.emplace_back(figure);
    for (std::size_t truth = 0; truth < classes.size(); ++truth) {
        std::vector<Cell> row{{classes[truth]}};
        for (std::size_t answer = 0; answer < classes.size(); ++answer) {
            const std::int64_t count = result.confusion[truth * classes.size() + answer];
            row.push_back({std::to_string(count), true, shadeOf(count, figures[truth].images, truth == answer)});
        }
        for (const auto& figure : {figures[truth].recall(), figures[truth].precision(), figures[truth].f1()})
            row.push_back({percentText(figure), true});
        table.rows.push_back(std::move(row));
    }
    return el("div", Attributes{{"id", "confusion-matrix"}, {"class", "matrix"}}, tableHtml(table));
}

std::string svgNumber(double value) { return decimals(value, 1).english(); }

// Bars of accuracy over confidence, beside the diagonal on which both are equal.
Html reliabilityPicture(const Calibration& calibration) {
    constexpr double kSide = 240, kMargin = 40;
    Html all = el("title", Attributes{{"id", "reliability-title"}}, "Reliability diagram");
    all += el("desc", Attributes{{"id", "reliability-desc"}},
              "The accuracy of answers at each level of confidence; on the diagonal both are equal.");
    const double width = kSide / static_cast<double>(calibration.bins.size());
    for (std::size_t i = 0; i < calibration.bins.size(); ++i) {
        const double height = kSide * calibration.bins[i].accuracy;
        all += el("rect", Attributes{{"class", "bar"},
                                     {"x", svgNumber(kMargin + width * static_cast<double>(i) + 1)},
                                     {"y", svgNumber(8 + kSide - height)},
                                     {"width", svgNumber(width - 2)},
                                     {"height", svgNumber(height)}});
    }
    all += el("line", Attributes{{"class", "axis"},
                                 {"x1", svgNumber(kMargin)},
                                 {"y1", svgNumber(8 + kSide)},
                                 {"x2", svgNumber(kMargin + kSide)},
                                 {"y2", svgNumber(8 + kSide)}});
    all += el("line", Attributes{{"class", "ideal"},
                                 {"x1", svgNumber(kMargin)},
                                 {"y1", svgNumber(8 + kSide)},
                                 {"x2", svgNumber(kMargin + kSide)},
                                 {"y2", "8"}});
    for (const int mark : {0, 50, 100}) {
        const double along = kSide * mark / 100;
        all +=
            el("text",
               Attributes{{"x", svgNumber(kMargin + along)}, {"y", svgNumber(kSide + 24)}, {"text-anchor", "middle"}},
               std::to_string(mark));
        all +=
            el("text",
               Attributes{{"x", svgNumber(kMargin - 5)}, {"y", svgNumber(12 + kSide - along)}, {"text-anchor", "end"}},
               std::to_string(mark));
    }
    all +=
        el("text",
           Attributes{{"x", svgNumber(kMargin + kSide / 2)}, {"y", svgNumber(kSide + 42)}, {"text-anchor", "middle"}},
           "confidence (%)");
    all += el("text",
              Attributes{{"x", "10"},
                         {"y", svgNumber(8 + kSide / 2)},
                         {"text-anchor", "middle"},
                         {"transform", "rotate(-90 10 " + svgNumber(8 + kSide / 2) + ")"}},
              "accuracy (%)");
    return el("svg",
              Attributes{{"id", "reliability"},
                         {"class", "square"},
                         {"role", "img"},
                         {"viewBox", "0 0 300 290"},
                         {"aria-labelledby", "reliability-title reliability-desc"}},
              all);
}

Html binTable(const Calibration& calibration) {
    TableOf table{"Answers by confidence", {"Confidence", "Images", "Mean confidence", "Accuracy"}, {}};
    const auto count = static_cast<double>(calibration.bins.size());
    for (std::size_t i = 0; i < calibration.bins.size(); ++i) {
        const CalibrationBin& bin = calibration.bins[i];
        const auto at = static_cast<double>(i);
        const auto share = [&bin](double value) { return bin.images > 0 ? percentText(value, 2) : "–"; };
        table.rows.push_back({{decimals(100 * at / count, 0).english() + " to " + percentText((at + 1) / count, 0)},
                              {countText(bin.images), true},
                              {share(bin.confidence), true},
                              {share(bin.accuracy), true}});
    }
    return tableHtml(table);
}

} // namespace

OptionalSection resultSection(const RunReportData& report) {
    Html body = stateSentence(report);
    body += recordedResults(report);
    if (!report.evaluation) {
        body += el("p", Attributes{{"id", "no-evaluation"}}, "Nothing could be evaluated for this report. ",
                   report.noEvaluation);
        return ReportSection{"result", "Result", body};
    }
    const ReportEvaluation& found = *report.evaluation;
    TableOf table{"Evaluated for this report",
                  {"Split", "Accuracy", "95 % interval", "Loss", "Balanced accuracy", "Macro F1"},
                  {resultRow(found.split == "test" ? "Test" : "Validation", "evaluated", found.evaluation.result)}};
    body += tableHtml(table);
    body += el("p", "With ", el("code", found.weightsName), ", the weights of step " + countText(found.snapshot->step),
               found.split == "test" ? "." : ", as the data have no test images.",
               report.plan.testViews == "1" ? "" : " Of each picture " + report.plan.testViews + " views were seen.");
    return ReportSection{"result", "Result", body};
}

OptionalSection confusionSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt; // the result says why
    const ReportEvaluation& found = *report.evaluation;
    const std::vector<std::string>& classes = found.snapshot->classes;
    const Html body = classes.size() > kMostMatrixClasses
                          ? el("p",
                               "The matrix of " + std::to_string(classes.size()) +
                                   " classes is too wide for a page. The pairs below name what is confused; ",
                               el("code", "belfry-cli evaluate --csv"), " writes the matrix.")
                          : matrixHtml(found.evaluation.result, classes);
    return ReportSection{"confusion", "Confusion matrix", body};
}

OptionalSection calibrationSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const Calibration& calibration = report.evaluation->calibration;
    const double temperature = report.evaluation->snapshot->temperature;
    Html body = el("p", "Expected calibration error: ",
                   exactly("calibration-error", calibration.expectedError, percentText(calibration.expectedError, 2)),
                   ". Temperature: ", exactly("temperature", temperature, significant(temperature, 4).english()),
                   ", by which outputs are divided before they become probabilities.");
    body += el("div", Attributes{{"class", "beside"}}, reliabilityPicture(calibration), binTable(calibration));
    return ReportSection{"calibration", "Calibration", body};
}

} // namespace belfry
