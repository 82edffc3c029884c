#include "ui/bridge/prediction_service.h"

namespace belfry {

void PredictionService::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    if (snapshot == snapshot_)
        return;
    snapshot_ = std::move(snapshot);
    dirty_ = true;
    answerNext();
}

void PredictionService::ask(std::vector<std::uint8_t> picture) {
    picture_ = std::move(picture);
    dirty_ = true;
    answerNext();
}

void PredictionService::forget() {
    picture_.reset();
    ++question_;
}

void PredictionService::answerNext() {
    if (working_ || !dirty_ || !snapshot_ || !picture_)
        return;
    dirty_ = false;
    working_ = true;
    const auto end = [this, question = question_](const auto& report) {
        working_ = false;
        if (question == question_)
            report();
        answerNext();
    };
    background_.run<Prediction>(
        [predictor = predictor_, weights = snapshot_, picture = *picture_] {
            if (!*predictor)
                *predictor = std::make_unique<Predictor>(weights);
            (*predictor)->update(weights);
            return (*predictor)->predict(picture);
        },
        [this, end](const Prediction& prediction) { end([&] { Q_EMIT answered(prediction); }); },
        [this, end](const Text& sentence) { end([&] { Q_EMIT failed(sentence); }); });
}

} // namespace belfry
