// Answers for the drawing pad from a thread of its own: the newest request wins, the GUI thread never waits. GUI thread
// only.
#pragma once

#include "core/predict/predictor.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

class PredictionService : public QObject {
    Q_OBJECT
public:
    using QObject::QObject; // the destructor waits for the picture in work

    // Weights to answer with from now on (the ready network, a run's snapshot). Answers the current picture again.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    // The picture to answer, of the snapshot's shape (height x width x channels); all others waiting are forgotten.
    void ask(std::vector<std::uint8_t> picture);
    void forget(); // nothing is drawn: no answer

Q_SIGNALS:
    void answered(const belfry::Prediction& prediction);
    void failed(const belfry::Text& sentence);

private:
    void answerNext(); // unless a picture is in work, or nothing is new

    std::shared_ptr<const Snapshot> snapshot_;
    std::optional<std::vector<std::uint8_t>> picture_;
    std::uint64_t question_ = 0; // incremented by forget(): the answer to an earlier question is dropped
    bool dirty_ = false, working_ = false;
    // Used by the background's thread alone; made with the first picture.
    std::shared_ptr<std::unique_ptr<Predictor>> predictor_ = std::make_shared<std::unique_ptr<Predictor>>();
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
