// Answers for the drawing pad from a thread of its own: the newest request wins, the GUI thread never waits.
#pragma once

#include "core/predict/predictor.h"

#include <QObject>
#include <cstdint>
#include <memory>
#include <vector>

namespace belfry {

class PredictionService : public QObject {
    Q_OBJECT
public:
    explicit PredictionService(QObject* parent = nullptr);
    ~PredictionService() override; // waits for the picture in work

    // Weights to answer with from now on (the ready network, a run's snapshot). Answers the current picture again.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    // The picture to answer, of the snapshot's shape (height x width x channels); all others waiting are forgotten.
    void ask(std::vector<std::uint8_t> picture);
    void forget(); // nothing is drawn: no answer

Q_SIGNALS:
    void answered(const belfry::Prediction& prediction); // GUI thread
    void failed(const belfry::Text& sentence);

private:
    struct Worker;
    std::unique_ptr<Worker> worker_;
};

} // namespace belfry
