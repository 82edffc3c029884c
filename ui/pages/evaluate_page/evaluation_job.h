// Evaluates weights off the GUI thread, at the lowest priority: training in this window keeps its cores. GUI thread
// only.
#pragma once

#include "core/predict/evaluate_snapshot.h"
#include "core/predict/own_drawings.h"
#include "ui/pages/train_page/background.h"

#include <QObject>
#include <QString>
#include <memory>
#include <stop_token>

namespace belfry {

enum class EvaluationSplit { Test, Validation, Train, Drawings };

struct EvaluationRequest {
    std::filesystem::path run;     // its folder; "": the ready network
    std::filesystem::path weights; // the file
    EvaluationSplit split = EvaluationSplit::Test;
    bool operator==(const EvaluationRequest&) const = default;
};

struct EvaluationReport {
    EvaluationRequest request;
    std::shared_ptr<const Snapshot> snapshot; // what was evaluated
    std::shared_ptr<const DataSet> data;      // null: own drawings
    KeptDrawings drawings;                    // of that split alone
    std::shared_ptr<const ImageStore> images; // of the split
    Evaluation evaluation;
    Calibration calibration;
};

class EvaluationJob : public QObject {
    Q_OBJECT
public:
    explicit EvaluationJob(QObject* parent = nullptr);
    ~EvaluationJob() override; // stops and waits

    // An earlier request is stopped and its answer dropped.
    void start(const EvaluationRequest& request);
    void stop();
    bool isRunning() const { return running_; }

Q_SIGNALS:
    void progressed(double part); // 0 to 1, about ten times a second
    void done(const std::shared_ptr<const belfry::EvaluationReport>& report);
    void failed(const QString& sentence); // the engine's English one

private:
    using Report = std::shared_ptr<const EvaluationReport>;
    EvaluationWatch watch(std::uint64_t request);

    struct Shelf;                  // the data set of the last evaluation: the next one is often of it
    std::shared_ptr<Shelf> shelf_; // used by the background's thread alone
    std::uint64_t request_ = 0;
    bool running_ = false;
    std::stop_source stop_;
    Background background_; // last: its jobs may use nothing above
};

} // namespace belfry
