#include "ui/bridge/prediction_service.h"

#include "core/base/error.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace belfry {

struct PredictionService::Worker {
    explicit Worker(PredictionService& owner) : service(owner), thread([this](std::stop_token stop) { loop(stop); }) {}

    void change(const auto& edit) {
        {
            const std::lock_guard lock(mutex);
            edit();
        }
        changed.notify_all();
    }

    void loop(const std::stop_token& stop) {
        std::unique_ptr<Predictor> predictor;
        std::unique_lock lock(mutex);
        while (changed.wait(lock, stop, [this] { return dirty && snapshot && image; })) {
            dirty = false;
            const std::shared_ptr<const Snapshot> weights = snapshot;
            const std::vector<std::uint8_t> picture = *image;
            const std::uint64_t asked = question;
            lock.unlock();
            answer(predictor, weights, picture, asked);
            lock.lock();
        }
    }

    void answer(std::unique_ptr<Predictor>& predictor, const std::shared_ptr<const Snapshot>& weights,
                const std::vector<std::uint8_t>& picture, std::uint64_t asked) {
        try {
            if (!predictor)
                predictor = std::make_unique<Predictor>(weights);
            predictor->update(weights);
            deliver(asked, [prediction = predictor->predict(picture)](PredictionService& s) {
                Q_EMIT s.answered(prediction);
            });
        } catch (const std::exception& error) {
            deliver(
                asked, [sentence = messageOf(error)](PredictionService& s) { Q_EMIT s.failed(sentence); });
        }
    }

    // An answer to a picture that was forgotten meanwhile is dropped on arrival.
    template <typename Emit>
    void deliver(std::uint64_t asked, Emit emitIt) {
        QMetaObject::invokeMethod(
            &service,
            [this, asked, emitIt] {
                if (asked == question)
                    emitIt(service);
            },
            Qt::QueuedConnection);
    }

    PredictionService& service;
    std::mutex mutex; // guards what follows; question is written on the GUI thread only, which may read it freely
    std::condition_variable_any changed;
    std::shared_ptr<const Snapshot> snapshot;
    std::optional<std::vector<std::uint8_t>> image;
    std::uint64_t question = 0; // goes up when the picture is forgotten
    bool dirty = false;
    std::jthread thread; // last: starts when the rest exists, stops first
};

PredictionService::PredictionService(QObject* parent) : QObject(parent), worker_(std::make_unique<Worker>(*this)) {}

PredictionService::~PredictionService() = default;

void PredictionService::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    worker_->change([&] {
        if (snapshot == worker_->snapshot)
            return;
        worker_->snapshot = std::move(snapshot);
        worker_->dirty = true;
    });
}

void PredictionService::ask(std::vector<std::uint8_t> picture) {
    worker_->change([&] {
        worker_->image = std::move(picture);
        worker_->dirty = true;
    });
}

void PredictionService::forget() {
    worker_->change([this] {
        worker_->image.reset();
        ++worker_->question;
    });
}

} // namespace belfry
