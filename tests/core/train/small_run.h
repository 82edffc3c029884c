// A real but small run: the first images of MNIST, so that a test takes a second.
#pragma once

#include "core/data/catalogue.h"
#include "core/data/stores.h"
#include "core/train/session.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace belfry::test {

// MNIST cut to `train` training, 200 validation and 300 test images.
inline std::shared_ptr<const DataSet> smallMnist(std::int64_t train) {
    static const std::shared_ptr<const DataSet> whole = openDataSet("mnist");
    auto small = std::make_shared<DataSet>(*whole);
    small->train = rangeStore(whole->train, 0, train, whole->shape.bytes());
    small->validation = rangeStore(whole->validation, 0, 200, whole->shape.bytes());
    small->test = rangeStore(whole->test, 0, 300, whole->shape.bytes());
    return small;
}

inline PreparedRun smallRun(Plan plan, std::int64_t train = 1000) {
    plan.devices = {"cpu"};
    plan.checkpointMinutes = 0; // by steps alone: a slow machine makes no others
    return prepareRun(plan, smallMnist(train));
}

inline Plan towersPlan(int towers, std::int64_t batchPerTower, std::int64_t epochs) {
    Plan plan;
    plan.towers = towers;
    plan.batchPerTower = batchPerTower;
    plan.epochs = epochs;
    return plan;
}

inline Plan smallPlan() { return towersPlan(2, 50, 2); }

// Keeps all events; waits for one by a condition, never by time.
class Recorder : public Observer {
public:
    void onEvent(const Event& event) override {
        const std::lock_guard lock(mutex_);
        events_.push_back(event);
        changed_.notify_all();
    }
    template <typename E>
    std::vector<E> all() const {
        const std::lock_guard lock(mutex_);
        std::vector<E> found;
        for (const Event& event : events_)
            if (const E* e = std::get_if<E>(&event))
                found.push_back(*e);
        return found;
    }
    // Until an event of the kind satisfies the condition.
    template <typename E>
    void waitFor(const std::function<bool(const E&)>& condition = [](const E&) { return true; }) const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return std::any_of(events_.begin(), events_.end(), [&](const Event& event) {
                const E* e = std::get_if<E>(&event);
                return e && condition(*e);
            });
        });
    }
    // Until there are so many events of the kind.
    template <typename E>
    void waitForCount(std::int64_t count) const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return std::ranges::count_if(events_, [](const Event& e) { return std::holds_alternative<E>(e); }) >= count;
        });
    }
    // Where the first event of the kind is among all.
    template <typename E>
    std::ptrdiff_t indexOf() const {
        const std::lock_guard lock(mutex_);
        return std::ranges::find_if(events_, [](const Event& e) { return std::holds_alternative<E>(e); }) -
               events_.begin();
    }
    Finished finished() const { return all<Finished>().at(0); }

private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<Event> events_;
};

// Keeps every snapshot it is asked to save.
struct Sink : CheckpointSink {
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
        (kind == CheckpointKind::Calibrated ? calibrated : saved).push_back({snapshot, kind});
        if (fail)
            throw std::runtime_error("The disk is full.");
        return kind == CheckpointKind::Best    ? "best"
               : kind == CheckpointKind::Final ? "final"
                                               : "step-" + std::to_string(snapshot.step);
    }
    struct Saved {
        Snapshot snapshot;
        CheckpointKind kind;
    };
    std::vector<Saved> saved, calibrated;
    bool fail = false;
};

// The session is gone when it returns.
inline void runToEnd(PreparedRun run, Observer& observer, CheckpointSink* sink = nullptr) {
    Session session(std::move(run), observer, sink);
    session.start();
    session.wait();
}
inline Finished runToEnd(PreparedRun run, Recorder& recorder, CheckpointSink* sink = nullptr) {
    runToEnd(std::move(run), static_cast<Observer&>(recorder), sink);
    return recorder.finished();
}

// A run that has ended, with all that it reported and saved.
struct EndedRun : Recorder, Sink {
    explicit EndedRun(PreparedRun run) { runToEnd(std::move(run), *this, this); }
};

} // namespace belfry::test
