#include "app/cli/error_lists.h"

#include "app/cli/formatting.h"
#include "app/cli/table_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/predict/errors_csv.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <span>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMistakesInJson = 100, kPairsInWords = 2;

const std::string& classNamed(const Evaluated& evaluated, int label) {
    return evaluated.classes.at(static_cast<std::size_t>(label));
}

Json toJson(const Mistake& mistake, const Evaluated& evaluated) {
    return {{"image", mistake.image},
            {"file", evaluated.file(mistake.image)},
            {"true_class", classNamed(evaluated, mistake.truth)},
            {"answer", classNamed(evaluated, mistake.answer)},
            {"confidence", mistake.confidence},
            {"true_probability", mistake.trueProbability}};
}

Json toJson(const ConfusedPair& pair, const Evaluated& evaluated) {
    return {{"true_class", classNamed(evaluated, pair.truth)},
            {"answer", classNamed(evaluated, pair.answer)},
            {"images", pair.images},
            {"of_class", pair.ofClass},
            {"share", pair.share()},
            {"confidence", pair.confidence},
            {"worst_image", pair.worst},
            {"worst_file", evaluated.file(pair.worst)}};
}

Json toJson(const EvaluationSlice& slice, const Evaluated& evaluated) {
    return {{"by", sliceByName(slice.by)},
            {"slice", slice.name.english()},
            {"images", slice.images},
            {"correct", slice.correct},
            {"accuracy", slice.accuracy()},
            {"low", slice.interval.low},
            {"high", slice.interval.high},
            {"rest_accuracy", slice.restAccuracy},
            {"worse", slice.worse},
            {"worst_image", slice.worst < 0 ? Json() : Json(slice.worst)},
            {"worst_file", slice.worst < 0 ? Json() : Json(evaluated.file(slice.worst))}};
}

Json toJson(const ClassTrend& trend) {
    Json steps = Json::array(), classes = Json::array();
    for (const ClassMoment& moment : trend.moments)
        steps.push_back(moment.step);
    for (const std::size_t label : trend.worstFirst()) {
        Json accuracy = Json::array();
        for (std::size_t moment = 0; moment < trend.moments.size(); ++moment)
            accuracy.push_back(orNull(trend.accuracy(moment, label)));
        classes.push_back({{"class", trend.classes[label]},
                           {"images", trend.images[label]},
                           {"accuracy", accuracy},
                           {"change", orNull(trend.change(label))}});
    }
    return {{"steps", steps}, {"classes", classes}};
}

// "cow: 97.00 % of its images are right at step 300, 98.50 % were at step 200."
void printDecline(const ClassTrend& trend) {
    if (trend.moments.empty() || trend.classes.empty())
        return;
    const std::size_t label = trend.worstFirst().front();
    const auto change = trend.change(label);
    if (!change || *change >= 0)
        return;
    const double last = *trend.accuracy(trend.moments.size() - 1, label);
    std::printf("Worst decline: %s of '%s' are right at step %s, %s were before.\n", perCent(last).c_str(),
                oneLine(trend.classes[label]).c_str(), grouped(trend.moments.back().step).c_str(),
                perCent(last - *change).c_str());
}

} // namespace

std::vector<CLI::Option*> ErrorListFiles::addTo(CLI::App& app) {
    return {
        app.add_option("--mistakes", mistakes, "Also writes all mistakes, the most confident first, to this CSV file"),
        app.add_option("--pairs", pairs, "Also writes the pairs of classes that are confused to this CSV file"),
        app.add_option("--slices", slices,
                       "Also writes the accuracy by brightness, contrast, sharpness, size and folder to this CSV file"),
        app.add_option("--trend", trend,
                       "Also writes the accuracy of each class with all weights that the run keeps to this CSV file")};
}

void ErrorListFiles::check(bool ofRun) const {
    if (!trend.empty() && !ofRun)
        throw usageError(
            Text::tr("--trend compares the weights that a run keeps, but this is a single file of weights. "
                     "Name a run, or leave it out."));
    checkTableFile(mistakes, "--mistakes");
    checkTableFile(pairs, "--pairs");
    checkTableFile(slices, "--slices");
    checkTableFile(trend, "--trend");
}

ErrorLists errorLists(const Evaluated& evaluated, const ErrorListFiles& files, const std::filesystem::path& run) {
    ErrorLists lists{mistakesOf(evaluated.evaluation),
                     confusedPairs(evaluated.evaluation),
                     slicesOf(evaluated.evaluation,
                              traitsOf(evaluated.images, evaluated.shape, evaluated.classes, evaluated.folder)),
                     {}};
    if (!files.trend.empty())
        lists.trend = classTrend(run, evaluated.images);
    return lists;
}

void writeErrorLists(const ErrorLists& lists, const Evaluated& evaluated, const ErrorListFiles& files) {
    if (!files.mistakes.empty())
        writeFileAtomically(files.mistakes, mistakesCsv(lists.mistakes, evaluated.classes, evaluated.file));
    if (!files.pairs.empty())
        writeFileAtomically(files.pairs, pairsCsv(lists.pairs, evaluated.classes, evaluated.file));
    if (!files.slices.empty())
        writeFileAtomically(files.slices, slicesCsv(lists.slices, evaluated.file));
    if (lists.trend)
        writeFileAtomically(files.trend, trendCsv(*lists.trend));
}

void addErrorLists(Json& json, const ErrorLists& lists, const Evaluated& evaluated) {
    for (const char* const key : {"mistakes", "confused_pairs", "slices"})
        json[key] = Json::array();
    for (const Mistake& mistake : std::span(lists.mistakes).first(std::min(lists.mistakes.size(), kMistakesInJson)))
        json["mistakes"].push_back(toJson(mistake, evaluated));
    for (const ConfusedPair& pair : lists.pairs)
        json["confused_pairs"].push_back(toJson(pair, evaluated));
    for (const EvaluationSlice& slice : lists.slices)
        json["slices"].push_back(toJson(slice, evaluated));
    if (lists.trend)
        json["trend"] = toJson(*lists.trend);
}

void printErrorLists(const ErrorLists& lists, const Evaluated& evaluated) {
    for (const ConfusedPair& pair : std::span(lists.pairs).first(std::min(lists.pairs.size(), kPairsInWords)))
        std::printf("%s\n", oneLine(sentenceOf(pair, evaluated.classes).english()).c_str());
    if (const EvaluationSlice* const slice = worstSlice(lists.slices))
        std::printf("%s\n", oneLine(sentenceOf(*slice).english()).c_str());
    if (lists.trend)
        printDecline(*lists.trend);
}

} // namespace belfry::cli
