#include "core/report/model_card.h"

#include "core/base/class_figures.h"
#include "core/base/wilson.h"
#include "core/report/card_sections.h"
#include "core/report/markdown.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <span>

namespace belfry {
namespace {

constexpr std::size_t kMostCardClasses = 100, kMostCardPairs = 10;

const std::string& className(const ReportEvaluation& found, int label) {
    return found.snapshot->classes.at(static_cast<std::size_t>(label));
}

std::vector<std::string> resultCells(const std::string& what, const EvaluationResult& result) {
    return {what,
            percentText(result.accuracy()) + " (" + countText(result.correct) + " of " + countText(result.images) + ")",
            intervalText(wilsonInterval(result.correct, result.images))};
}

void addClasses(Markdown& card, const ReportEvaluation& found) {
    card.heading(3, "By class");
    MarkdownTable table{{"Class", "Pictures", "Recall", "Precision", "F1"}, {}};
    const std::vector<ClassFigures> figures = figuresByClass(found.evaluation.result.confusion);
    for (std::size_t label = 0; label < std::min(figures.size(), kMostCardClasses); ++label) {
        const auto share = [](const std::optional<double>& value) {
            return value ? percentText(*value, 2) : std::string("not known");
        };
        table.rows.push_back({plainMarkdown(found.snapshot->classes[label]), countText(figures[label].images),
                              share(figures[label].recall()), share(figures[label].precision()),
                              share(figures[label].f1())});
    }
    card.table(table);
    if (figures.size() > kMostCardClasses)
        card.paragraph("The first " + std::to_string(kMostCardClasses) + " of " + countText(std::ssize(figures)) +
                       " classes; `belfry-cli evaluate --csv` writes all.");
}

void addPairs(Markdown& card, const ReportEvaluation& found) {
    card.heading(3, "Confused pairs");
    if (found.pairs.empty()) {
        card.paragraph("No picture was taken for another class.");
        return;
    }
    MarkdownTable table{{"True class", "Answer", "Pictures", "Of the class", "Mean confidence"}, {}};
    for (const ConfusedPair& pair : std::span(found.pairs).first(std::min(found.pairs.size(), kMostCardPairs)))
        table.rows.push_back({plainMarkdown(className(found, pair.truth)), plainMarkdown(className(found, pair.answer)),
                              countText(pair.images), percentText(pair.share()), percentText(pair.confidence)});
    card.table(table);
    if (found.pairs.size() > kMostCardPairs)
        card.paragraph("The " + std::to_string(kMostCardPairs) + " most frequent of " +
                       countText(std::ssize(found.pairs)) + " pairs.");
}

void addResults(Markdown& card, const RunReportData& report) {
    card.heading(2, "Results");
    const RunRecord& record = report.record;
    MarkdownTable table{{"Measured on", "Accuracy", "95 % interval"}, {}};
    if (record.validation.images > 0)
        table.rows.push_back(resultCells("validation split, last epoch, by the run", record.validation));
    if (record.test.images > 0)
        table.rows.push_back(resultCells("test split, best weights, by the run", record.test));
    if (report.evaluation)
        table.rows.push_back(
            resultCells(report.evaluation->split + " split, `" + report.evaluation->weightsName + "`, for this card",
                        report.evaluation->evaluation.result));
    if (table.rows.empty())
        card.paragraph("The run ended before its first validation, so it has no result.");
    else
        card.table(table);
    if (!report.evaluation) {
        card.paragraph("Nothing could be evaluated for this card. " + plainMarkdown(report.noEvaluation.english()));
        return;
    }
    const ReportEvaluation& found = *report.evaluation;
    if (const ClassMeans& means = found.evaluation.result.means; means.balancedAccuracy && means.macroF1)
        card.paragraph("Balanced accuracy " + percentText(*means.balancedAccuracy, 2) + ", macro F1 " +
                       percentText(*means.macroF1, 2) + ", in which each class counts alike.");
    addClasses(card, found);
    card.heading(3, "Calibration");
    card.paragraph("Expected calibration error: " + percentText(found.calibration.expectedError, 2) +
                   ", the mean difference of confidence and accuracy. Outputs are divided by a temperature of " +
                   significant(found.snapshot->temperature, 4).english() + " before they become probabilities.");
    addPairs(card, found);
}

} // namespace

std::string modelCard(const RunReportData& report) {
    Markdown card;
    addSummary(card, report);
    addNetwork(card, report);
    addData(card, report);
    addTraining(card, report);
    addResults(card, report);
    addLimits(card, report);
    addUse(card, report);
    return card.take();
}

} // namespace belfry
