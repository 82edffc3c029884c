// What the mistakes of an evaluation have in common: slices of its images, and its classes over the weights that the
// run keeps. Off the GUI thread, at the lowest priority: training in this window keeps its cores. GUI thread only.
#pragma once

#include "core/predict/slices.h"
#include "core/study/class_trend.h"
#include "ui/bridge/evaluation_job.h"

#include <QObject>
#include <memory>
#include <vector>

namespace belfry {

using EvaluationSlices = std::vector<EvaluationSlice>;

// Both block; any thread. Stopped, what they return is not complete.
EvaluationSlices slicesOfReport(const EvaluationReport& report, const std::stop_token& stop = {},
                                const std::function<void(double)>& progress = {});
// Throws Error(Usage) for the ready network, which has no run.
ClassTrend trendOfReport(const EvaluationReport& report, const std::stop_token& stop = {},
                         const std::function<void(double)>& progress = {});
// The file of an image; "": it has none of its own.
std::string fileOf(const EvaluationReport& report, std::int64_t image);

class ErrorsJob : public QObject {
    Q_OBJECT
public:
    explicit ErrorsJob(QObject* parent = nullptr); // its destructor stops and waits

    // Of each kind, an earlier request is stopped and its answer dropped.
    void findSlices(const std::shared_ptr<const EvaluationReport>& report);
    void findTrend(const std::shared_ptr<const EvaluationReport>& report);
    void stopSlices() { slices_.cancel(); }
    void stopTrend() { trend_.cancel(); }
    bool isFindingSlices() const { return slices_.isRunning(); }
    bool isFindingTrend() const { return trend_.isRunning(); }

Q_SIGNALS:
    void slicesProgressed(double part); // 0 to 1, about ten times a second
    void slicesFound(const std::shared_ptr<const belfry::EvaluationSlices>& slices);
    void slicesFailed(const belfry::Text& sentence);
    void trendProgressed(double part);
    void trendFound(const std::shared_ptr<const belfry::ClassTrend>& trend);
    void trendFailed(const belfry::Text& sentence);

private:
    struct Traits;                   // of the images last looked at: those of the next evaluation are often the same
    std::shared_ptr<Traits> known_;  // used by the thread of the slices alone
    Background looking_, following_; // Destroyed before the above: their jobs may still run.
    LatestJob slices_{looking_}, trend_{following_};
};

} // namespace belfry
