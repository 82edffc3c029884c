#include "ui/bridge/evaluation_job.h"

#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/prepare.h"
#include "core/train/session.h"

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

const std::shared_ptr<const ImageStore>& storeOf(const DataSet& data, EvaluationSplit split) {
    return split == EvaluationSplit::Train ? data.train : split == EvaluationSplit::Test ? data.test : data.validation;
}

} // namespace

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
            report->calibration = calibrationOf(report->evaluation);
            report->rejections = rejectionCurve(report->evaluation);
            return report;
        },
        [this](const Report& report) { Q_EMIT done(report); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

} // namespace belfry
