#include "ui/bridge/errors_job.h"

#include "core/base/error.h"

namespace belfry {
namespace {

PictureTraits traitsOfReport(const EvaluationReport& report, const std::stop_token& stop,
                             const std::function<void(double)>& progress) {
    const Snapshot& snapshot = *report.snapshot;
    return traitsOf(*report.images, snapshot.blueprint->image, snapshot.classes,
                    report.data ? report.data->folder : std::filesystem::path(), stop, progress);
}

} // namespace

struct ErrorsJob::Traits {
    std::weak_ptr<const ImageStore> images; // of these, which need not stay in memory
    PictureTraits traits;
};

EvaluationSlices slicesOfReport(const EvaluationReport& report, const std::stop_token& stop,
                                const std::function<void(double)>& progress) {
    return slicesOf(report.evaluation, traitsOfReport(report, stop, progress));
}

ClassTrend trendOfReport(const EvaluationReport& report, const std::stop_token& stop,
                         const std::function<void(double)>& progress) {
    if (report.request.run.empty())
        throw usageError(Text::tr("The pretrained network belongs to no run, so no other weights of it are kept. "
                                  "Choose a run to follow its classes."));
    return classTrend(report.request.run, *report.images, stop, progress);
}

std::string fileOf(const EvaluationReport& report, std::int64_t image) {
    return report.data ? report.images->name(image)
                       : report.drawings.files.at(static_cast<std::size_t>(image)).string();
}

ErrorsJob::ErrorsJob(QObject* parent) : QObject(parent), known_(std::make_shared<Traits>()) {}

void ErrorsJob::findSlices(const std::shared_ptr<const EvaluationReport>& report) {
    using Found = std::shared_ptr<const EvaluationSlices>;
    slices_.start<Found>(
        [this, report, known = known_](const LatestJob::Token& job) -> Found {
            yieldToTraining();
            if (known->images.lock() != report->images) {
                *known = {};
                PictureTraits traits = traitsOfReport(
                    *report, job.stop, job.reportParts([this](double part) { Q_EMIT slicesProgressed(part); }));
                if (job.stop.stop_requested())
                    return nullptr; // nobody waits for it
                *known = {report->images, std::move(traits)};
            }
            return std::make_shared<const EvaluationSlices>(slicesOf(report->evaluation, known->traits));
        },
        [this](const Found& found) { Q_EMIT slicesFound(found); },
        [this](const Text& sentence) { Q_EMIT slicesFailed(sentence); });
}

void ErrorsJob::findTrend(const std::shared_ptr<const EvaluationReport>& report) {
    using Found = std::shared_ptr<const ClassTrend>;
    trend_.start<Found>(
        [this, report](const LatestJob::Token& job) -> Found {
            yieldToTraining();
            return std::make_shared<const ClassTrend>(trendOfReport(
                *report, job.stop, job.reportParts([this](double part) { Q_EMIT trendProgressed(part); })));
        },
        [this](const Found& found) { Q_EMIT trendFound(found); },
        [this](const Text& sentence) { Q_EMIT trendFailed(sentence); });
}

} // namespace belfry
