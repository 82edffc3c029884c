#include "ui/bridge/evaluation_job.h"

#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/prepare.h"
#include "core/train/session.h"

#include <algorithm>

namespace belfry {

struct EvaluationJob::DataCache {
    Plan plan; // says which set, whose pictures are of which size, and how it is split
    std::shared_ptr<const DataSet> data;

    std::shared_ptr<const DataSet> open(const Plan& wanted) {
        if (!data || !haveSameData(plan, wanted) || plan.trainImages != wanted.trainImages ||
            plan.validationImages != wanted.validationImages) {
            data.reset(); // never two at a time
            data = openData(wanted);
            plan = wanted;
        }
        return data;
    }
};

namespace {

std::shared_ptr<const ImageStore> storeOf(const DataSet& data, EvaluationSplit split) {
    if (split == EvaluationSplit::All)
        return allImages(data);
    return split == EvaluationSplit::Train ? data.train : split == EvaluationSplit::Test ? data.test : data.validation;
}

// Among the images that could be read.
SplitBegins readableBegins(const DataSet& data, const Evaluation& evaluation) {
    SplitBegins begins = splitBegins(data);
    for (std::int64_t& begin : begins)
        begin = std::ranges::lower_bound(evaluation.indices, begin) - evaluation.indices.begin();
    return begins;
}

} // namespace

std::size_t EvaluationReport::splitOf(std::int64_t image) const {
    if (splits)
        return splitAt(*splits, image);
    return request.split == EvaluationSplit::Train ? 0 : request.split == EvaluationSplit::Validation ? 1 : 2;
}

std::int64_t EvaluationReport::numberOf(std::int64_t image) const {
    return splits ? image - splits->at(splitOf(image)) : image;
}

EvaluationJob::EvaluationJob(QObject* parent) : QObject(parent), cache_(std::make_shared<DataCache>()) {}

void EvaluationJob::start(const EvaluationRequest& request) {
    job_.start<Report>(
        [this, request, cache = cache_](const LatestJob::Token& job) -> Report {
            yieldToTraining();
            auto report = std::make_shared<EvaluationReport>();
            report->request = request;
            report->snapshot = loadSnapshot(request.weights);
            if (request.split == EvaluationSplit::Drawings) {
                report->drawings = keptDrawings(*report->snapshot);
                report->images = report->drawings.images;
            } else {
                RunPictures pictures =
                    picturesFor(request.run, *report->snapshot, cache->open(dataPlan(request.run, *report->snapshot)));
                report->data = std::move(pictures.data);
                report->remark = std::move(pictures.remark);
                report->images = storeOf(*report->data, request.split);
            }
            const auto progress = job.reportParts([this](double part) { Q_EMIT progressed(part); });
            report->evaluation = evaluateSnapshot(*report->snapshot, *report->images, {progress, job.stop});
            report->issues =
                request.split == EvaluationSplit::Drawings ? report->drawings.issues : report->images->issues();
            report->images = evaluatedImages(report->images, report->evaluation);
            if (request.split == EvaluationSplit::All)
                report->splits = readableBegins(*report->data, report->evaluation);
            report->calibration = calibrationOf(report->evaluation);
            report->rejections = rejectionCurve(report->evaluation);
            return report;
        },
        [this](const Report& report) { Q_EMIT done(report); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

} // namespace belfry
