#include "core/report/report_data.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/content_hash.h"
#include "core/data/evenly.h"
#include "core/formats/resize.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/data_fit.h"
#include "core/train/prepare.h"

#include <algorithm>
#include <array>
#include <utility>

namespace belfry {
namespace {

constexpr int kPictureSide = 96; // pixels: larger pictures would make a report of many megabytes

// The reason if `work` throws an Error.
template <typename Work>
Text problemOf(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.message();
    }
    return {};
}

std::vector<StepDone> stepsOf(const RunFiles& files) { return readStepsAfter(files.metrics, 0); }

PicturedMistake pictured(const Mistake& mistake, const ImageStore& images, const ImageShape& shape) {
    DecodedImage picture{shape.width, shape.height, shape.channels, Bytes(static_cast<std::size_t>(shape.bytes()))};
    const std::array<std::int64_t, 1> id{mistake.image};
    images.read(id, picture.pixels.data());
    if (const int side = std::max(shape.width, shape.height); side > kPictureSide)
        picture = resized(picture, std::max(1, shape.width * kPictureSide / side),
                          std::max(1, shape.height * kPictureSide / side));
    return {mistake, images.name(mistake.image), encodePng(picture), picture.width, picture.height};
}

ReportMap mapOf(const Snapshot& snapshot, const Evaluation& evaluation, const ImageStore& images,
                const std::stop_token& stop) {
    if (evaluation.images() < kLeastMapImages)
        throw dataError(Text::plural("A map needs %1 images; there are %n.", "A map needs %1 images; there is %n.",
                                     evaluation.images(), kLeastMapImages));
    const std::size_t usual = usualMapLayer(*snapshot.blueprint);
    ReportMap found;
    for (const MapLayer& layer : mapLayers(*snapshot.blueprint))
        if (layer.layer == usual)
            found.layer = layer;
    found.images = evenly(evaluation.images(), kMostMapImages);
    for (const std::int64_t image : found.images)
        found.files.push_back(images.name(image));
    LayerFeatures features = layerFeatures(snapshot, images, found.images, usual, stop);
    if (stop.stop_requested())
        return found;
    PictureMap map(std::move(features));
    while (map.refine(stop) && !stop.stop_requested()) {
    }
    found.points = map.points();
    return found;
}

// None where it is stopped.
std::optional<ReportEvaluation> evaluated(const RunReportData& report, const std::filesystem::path& weights,
                                          const ReportOptions& options, const std::stop_token& stop) {
    ReportEvaluation found;
    const DataSet& data = *report.data;
    checkFits(*report.weights, data);
    const bool hasTest = data.test->size() > 0;
    std::shared_ptr<const ImageStore> images = hasTest ? data.test : data.validation;
    found.weightsName = weights.filename().string();
    found.snapshot = report.weights;
    found.split = hasTest ? "test" : "validation";
    found.evaluation =
        evaluateSnapshot(*report.weights, *images, {.stop = stop, .views = std::stoi(report.plan.testViews)});
    images = evaluatedImages(images, found.evaluation);
    found.calibration = calibrationOf(found.evaluation);
    found.pairs = confusedPairs(found.evaluation);
    found.slices = slicesOf(found.evaluation, traitsOf(*images, data.shape, data.classes, data.folder, stop));
    for (const Mistake& mistake : mistakesOf(found.evaluation, options.mistakes))
        found.mistakes.push_back(pictured(mistake, *images, data.shape));
    found.trend = classTrend(report.summary.folder, *images, stop);
    if (options.map)
        found.noMap = problemOf([&] { found.map = mapOf(*report.weights, found.evaluation, *images, stop); });
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(found));
}

std::shared_ptr<const DataSet> dataFor(const RunReportData& report, const ReportOptions& options) {
    Plan plan = report.weights ? dataPlan(report.summary.folder, *report.weights) : report.plan;
    if (options.dataDir)
        plan.dataDir = options.dataDir;
    auto data = openData(plan);
    return report.weights ? picturesFor(report.summary.folder, *report.weights, std::move(data)).data : data;
}

} // namespace

RunReportData gatherReport(const std::filesystem::path& runFolder, const ReportOptions& options,
                           const std::stop_token& stop) {
    RunReportData report;
    const RunFiles files(absolutePath(runFolder));
    report.plan = planOf(files.folder);
    report.record = readRunRecord(files.record);
    report.summary = summarise(files.folder);
    report.noMetrics = problemOf([&] {
        report.epochs = readEpochs(files.metrics);
        report.steps = stepsOf(files);
        report.marks = readMarks(files.metrics);
    });
    std::filesystem::path weights;
    const auto load = [&] {
        weights = options.weights ? *options.weights : runWeights(files.folder).preferred();
        report.weights = loadSnapshot(weights);
    };
    if (options.weights)
        load(); // what was asked for is not left out
    else
        report.noWeights = problemOf(load);
    report.noData = problemOf([&] {
        report.data = dataFor(report, options);
        report.dataHash = contentHash(*report.data);
        report.testHash = testContentHash(*report.data);
    });
    if (!report.weights || !report.data)
        report.noEvaluation = Text::sentences({report.noWeights, report.noData});
    else
        report.noEvaluation = problemOf([&] { report.evaluation = evaluated(report, weights, options, stop); });
    return report;
}

} // namespace belfry
