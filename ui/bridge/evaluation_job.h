// Evaluates weights off the GUI thread, at the lowest priority: training in this window keeps its cores. GUI thread
// only.
#pragma once

#include "core/data/stores.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/predict/own_drawings.h"
#include "core/predict/rejection.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <memory>
#include <optional>

namespace belfry {

enum class EvaluationSplit { Test, Validation, Train, Drawings, All };

struct EvaluationRequest {
    std::filesystem::path run;     // its folder; "": the ready network
    std::filesystem::path weights; // the file
    EvaluationSplit split = EvaluationSplit::Test;
    bool operator==(const EvaluationRequest&) const = default;
};

struct EvaluationReport {
    EvaluationRequest request;
    std::shared_ptr<const Snapshot> snapshot; // the evaluated one
    std::shared_ptr<const DataSet> data;      // null: own drawings
    Text remark;                              // how its pictures have changed since the training; "": they have not
    KeptDrawings drawings;                    // of that split alone
    std::shared_ptr<const ImageStore> images; // those of the split that the evaluation is of
    std::vector<DataIssue> issues;            // of those that could not be read
    Evaluation evaluation;
    Calibration calibration;
    std::vector<Rejection> rejections;
    std::optional<SplitBegins> splits{}; // of all splits together: where each begins among the images

    std::size_t splitOf(std::int64_t image) const;   // index into kSplitNames; not of drawings
    std::int64_t numberOf(std::int64_t image) const; // among the images of its split
};

class EvaluationJob : public QObject {
    Q_OBJECT
public:
    explicit EvaluationJob(QObject* parent = nullptr); // its destructor stops and waits

    // An earlier request is stopped and its answer dropped.
    void start(const EvaluationRequest& request);
    void stop() { job_.cancel(); }
    bool isRunning() const { return job_.isRunning(); }

Q_SIGNALS:
    void progressed(double part); // 0 to 1, about ten times a second
    void done(const std::shared_ptr<const belfry::EvaluationReport>& report);
    void failed(const belfry::Text& sentence);

private:
    using Report = std::shared_ptr<const EvaluationReport>;

    struct DataCache;                  // the data set of the last evaluation: the next one is often of it
    std::shared_ptr<DataCache> cache_; // used by the background's thread alone
    Background background_;            // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
