#include "core/train/session.h"

#include "core/base/abandoned_threads.h"
#include "core/train/trainer.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace belfry {
namespace {

// Lowers the calling thread alone; threads it creates later inherit it.
void lowerPriority() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 10); }

} // namespace

// Forwards to the run's observer and sink until it is closed: they are destroyed with the session, and a thread that
// was abandoned may come back later.
class Session::ClosableObserver : public Observer, public CheckpointSink {
public:
    ClosableObserver(Observer& observer, CheckpointSink* sink) : observer_(observer), sink_(sink) {}
    void onEvent(const Event& event) override {
        const std::lock_guard lock(mutex_);
        if (!closed_)
            observer_.onEvent(event);
    }
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
        const std::lock_guard lock(mutex_);
        return closed_ ? std::filesystem::path() : sink_->save(snapshot, kind);
    }
    CheckpointSink* sink() { return sink_ ? this : nullptr; }
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }

private:
    std::recursive_mutex mutex_; // a sink may call the observer
    Observer& observer_;
    CheckpointSink* sink_;
    bool closed_ = false;
};

struct Session::Impl : StepControl {
    Impl(PreparedRun run, Observer& target, CheckpointSink* sink, SessionOptions chosen)
        : prepared(std::move(run)), observer(target, sink), options(std::move(chosen)) {
        live = liveSettings(prepared.plan);
        paused = options.startPaused;
    }

    void loop() {
        if (options.lowPriority)
            lowerPriority();
        {
            Trainer trainer(prepared, observer, observer.sink(), snapshots, *this, options.runFolder);
            reportEnd(trainer.run());
        }
        prepared.seat.group.reset(); // the others have gone: nothing listens for them while the run is looked at
        if (abandoned)               // and came back
            --abandonedThreads;
    }

    void reportEnd(const Finished& finished) {
        observer.onEvent(finished);
        const std::lock_guard lock(mutex);
        current = ended ? current : finished.state;
        ended = true;
        changed.notify_all();
    }

    // StepControl, on the session thread.
    bool proceed(bool epochStarts, const std::function<void(const Wait&)>& pause) override {
        std::unique_lock lock(mutex);
        if (paused && stepsAllowed == 0 && !stopNow(epochStarts)) {
            lock.unlock();
            pause([&] { waitWhilePaused(epochStarts); });
            lock.lock();
        }
        if (stopNow(epochStarts))
            return false;
        if (stepsAllowed > 0)
            --stepsAllowed;
        begun = true;
        return true;
    }
    bool aborted() override {
        const std::lock_guard lock(mutex);
        return abandoned || stop == StopKind::Abort;
    }
    LiveSettings settings() override {
        const std::lock_guard lock(mutex);
        return live;
    }
    std::stop_token stopToken() override { return evaluationStop.get_token(); }
    void abandon(const Finished& finished) override {
        ++abandonedThreads;
        abandoned = true;
        evaluationStop.request_stop();
        observer.onEvent(finished);
        observer.close();
        reportEnd(finished);
    }

    bool stopNow(bool epochStarts) const {
        return abandoned || (stop && (*stop != StopKind::AfterEpoch || (epochStarts && begun)));
    }

    void waitWhilePaused(bool epochStarts) {
        // A pause ends with a rank that is lost: the next call to the others tells it.
        const std::stop_token lost = prepared.seat.group ? prepared.seat.group->aborted() : std::stop_token();
        const std::stop_callback wake(lost, [this] { change([] {}); });
        std::unique_lock lock(mutex);
        const auto over = [&] { return !paused || stepsAllowed > 0 || stopNow(epochStarts) || lost.stop_requested(); };
        if (over()) // meanwhile
            return;
        report(lock, RunState::Paused);
        changed.wait(lock, over);
        report(lock, RunState::Running);
    }

    // Notifies the observer without holding the lock: it may call back.
    void report(std::unique_lock<std::mutex>& lock, RunState state) {
        current = state;
        lock.unlock();
        observer.onEvent(StateChanged{state});
        lock.lock();
    }

    void change(const auto& edit) {
        const std::lock_guard lock(mutex);
        edit();
        changed.notify_all();
    }

    PreparedRun prepared;
    ClosableObserver observer;
    SessionOptions options;
    SnapshotSlot snapshots;
    std::atomic<bool> abandoned = false; // the thread hangs and is no longer waited for

    std::mutex mutex; // guards everything below
    std::condition_variable changed;
    LiveSettings live;
    bool paused = false;
    bool begun = false;
    bool ended = false;
    int stepsAllowed = 0; // by stepOnce
    std::optional<StopKind> stop;
    RunState current = RunState::Running;
    std::stop_source evaluationStop;
    std::thread thread;
};

Session::Session(PreparedRun prepared, Observer& observer, CheckpointSink* sink, SessionOptions options)
    : impl_(std::make_shared<Impl>(std::move(prepared), observer, sink, std::move(options))) {}

Session::~Session() {
    requestStop(StopKind::AfterStep);
    wait();
    if (!impl_->thread.joinable())
        return;
    if (impl_->abandoned)
        impl_->thread.detach(); // its data stays alive
    else
        impl_->thread.join();
}

void Session::start() {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->thread.joinable())
        impl_->thread = std::thread([impl = impl_] { impl->loop(); });
}

void Session::pause() {
    impl_->change([this] {
        impl_->paused = !impl_->stop; // a run that ends after its epoch does not wait before
        impl_->stepsAllowed = 0;
    });
}

void Session::resume() {
    impl_->change([this] {
        impl_->paused = false;
        impl_->stepsAllowed = 0;
    });
}

void Session::stepOnce() {
    impl_->change([this] {
        if (impl_->stop)
            return;
        impl_->paused = true;
        ++impl_->stepsAllowed;
    });
}

void Session::requestStop(StopKind kind) {
    impl_->change([this, kind] {
        impl_->stop = std::max(impl_->stop.value_or(kind), kind);
        impl_->paused = false; // "after this epoch" needs the rest of the epoch
        if (kind != StopKind::AfterEpoch)
            impl_->evaluationStop.request_stop();
    });
}

void Session::setLearningRate(double rate) {
    impl_->change([this, rate] { impl_->live.learningRate = rate; });
}

void Session::setEpochs(std::int64_t epochs) {
    impl_->change([this, epochs] { impl_->live.epochs = epochs; });
}

void Session::setCheckpointEvery(std::int64_t steps) {
    impl_->change([this, steps] { impl_->live.checkpointEvery = steps; });
}

RunState Session::state() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->current;
}

void Session::wait() {
    std::unique_lock lock(impl_->mutex);
    if (impl_->thread.joinable())
        impl_->changed.wait(lock, [this] { return impl_->ended; });
}

std::shared_ptr<const Snapshot> Session::snapshot() { return impl_->snapshots.take(); }

} // namespace belfry
