// What the network gets wrong: pairs, single pictures, slices, and classes over the run.
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <array>
#include <span>

namespace belfry {
namespace {

constexpr std::size_t kMostPairs = 20, kMostTrendClasses = 50;
constexpr int kShownSide = 96; // pixels: small pictures are enlarged

const std::string& nameIn(const ReportEvaluation& found, int label) {
    return found.snapshot->classes.at(static_cast<std::size_t>(label));
}

std::string imageText(std::int64_t image, const std::string& file) {
    return file.empty() ? "image " + std::to_string(image) : file;
}

Html mistakeFigure(const PicturedMistake& one, const ReportEvaluation& found) {
    const Mistake& mistake = one.mistake;
    const std::string truth = nameIn(found, mistake.truth), answer = nameIn(found, mistake.answer);
    const int times = std::max(1, kShownSide / std::max(one.width, one.height));
    return el(
        "figure",
        pngPicture(one.png, times * one.width, times * one.height, "a picture of " + truth + ", taken for " + answer),
        el("figcaption", el("b", truth), " → ", el("b", answer), el("br"),
           percentText(static_cast<double>(mistake.confidence), 2), el("br"),
           el("span", Attributes{{"class", "file"}}, imageText(mistake.image, one.file))));
}

std::string changeText(const std::optional<double>& change) {
    if (!change)
        return "–";
    return (*change > 0 ? "+" : "") + decimals(100 * *change, 2).english() + " points";
}

} // namespace

OptionalSection pairSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const ReportEvaluation& found = *report.evaluation;
    if (found.pairs.empty())
        return ReportSection{"pairs", "Confused pairs", el("p", "No image was taken for another class.")};
    TableOf table{"", {"True class", "Answer", "Images", "Of the class", "Mean confidence"}, {}};
    for (const ConfusedPair& pair : std::span(found.pairs).first(std::min(found.pairs.size(), kMostPairs)))
        table.rows.push_back({{nameIn(found, pair.truth)},
                              {nameIn(found, pair.answer)},
                              {countText(pair.images), true},
                              {percentText(pair.share(), 2), true},
                              {percentText(pair.confidence, 2), true}});
    Html body = el("div", Attributes{{"id", "pair-table"}}, tableHtml(table));
    if (found.pairs.size() > kMostPairs)
        body += el("p", "The " + std::to_string(kMostPairs) + " most frequent of " +
                            countText(std::ssize(found.pairs)) + " pairs.");
    return ReportSection{"pairs", "Confused pairs", body};
}

OptionalSection mistakeSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const ReportEvaluation& found = *report.evaluation;
    const std::int64_t wrong = found.evaluation.result.images - found.evaluation.result.correct;
    if (found.mistakes.empty())
        return ReportSection{"mistakes", "Worst mistakes",
                             el("p", wrong == 0 ? "There are none: every image was classified rightly."
                                                : "No pictures were asked for.")};
    Html pictures;
    for (const PicturedMistake& one : found.mistakes)
        pictures += mistakeFigure(one, found);
    Html body = el("p", "The " + std::to_string(found.mistakes.size()) + " most confident of " + countText(wrong) +
                            " mistakes: true class → answer, and its confidence. The pictures are as the network sees "
                            "them, at most 96 pixels wide and high.");
    body += el("div", Attributes{{"class", "pictures"}}, pictures);
    return ReportSection{"mistakes", "Worst mistakes", body};
}

OptionalSection sliceSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const ReportEvaluation& found = *report.evaluation;
    if (found.slices.empty())
        return ReportSection{"slices", "Slices",
                             el("p", "The images are all alike in brightness, contrast, sharpness, "
                                     "size and folder.")};
    const EvaluationSlice* const worst = worstSlice(found.slices);
    Html body = worst != nullptr ? el("p", sentenceOf(*worst))
                                 : el("p", "No part of the images is worse than the rest beyond chance.");
    TableOf table{"", {"By", "Slice", "Images", "Accuracy", "95 % interval", "Of the rest", ""}, {}};
    for (const EvaluationSlice& slice : found.slices)
        table.rows.push_back({{titleOf(slice.by)},
                              {slice.name},
                              {countText(slice.images), true},
                              {percentText(slice.accuracy(), 2), true},
                              {intervalText(slice.interval), true},
                              {percentText(slice.restAccuracy, 2), true},
                              {slice.worse ? "worse" : "", false, slice.worse ? "marked" : ""}});
    body += el("div", Attributes{{"id", "slice-table"}}, tableHtml(table));
    body +=
        el("p", Attributes{{"class", "small"}},
           "Brightness is the mean grey, contrast its standard deviation, sharpness the mean difference of "
           "neighbouring pixels, all of 0 to 255. A slice is marked as worse if it and the rest are outside of each "
           "other's interval, and it has at least ten images. Of many slices one may be marked by chance.");
    return ReportSection{"slices", "Slices", body};
}

OptionalSection trendSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const ClassTrend& trend = report.evaluation->trend;
    Html body;
    if (trend.moments.size() < 2)
        body +=
            el("p", "The run keeps the weights of one step only, so there is no trend. Runs that keep more checkpoints "
                    "have one.");
    else {
        TableOf table{"Accuracy of each class, the worst decline first", {"Class", "Images"}, {}};
        for (const ClassMoment& moment : trend.moments)
            table.head.emplace_back("Step " + countText(moment.step));
        table.head.emplace_back("Change from the best before");
        const std::vector<std::size_t> labels = trend.worstFirst();
        for (const std::size_t label : std::span(labels).first(std::min(labels.size(), kMostTrendClasses))) {
            std::vector<Cell> row{{trend.classes[label]}, {countText(trend.images[label]), true}};
            for (std::size_t moment = 0; moment < trend.moments.size(); ++moment)
                row.push_back({percentText(trend.accuracy(moment, label)), true});
            row.push_back({changeText(trend.change(label)), true});
            table.rows.push_back(std::move(row));
        }
        body += el("div", Attributes{{"id", "trend-table"}}, tableHtml(table));
        if (labels.size() > kMostTrendClasses)
            body += el("p", "The " + std::to_string(kMostTrendClasses) + " worst of " + std::to_string(labels.size()) +
                                " classes.");
    }
    for (const std::filesystem::path& file : trend.unreadable)
        body += el("p", el("code", file.filename().string()), " could not be read and was left out.");
    return ReportSection{"trend", "Classes over the run", body};
}

} // namespace belfry
