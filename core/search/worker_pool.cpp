#include "core/search/worker_pool.h"

#include "core/base/error.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace belfry {
namespace {

constexpr int kAway = -1; // the place of what helpers train

} // namespace

WorkerPool::WorkerPool(int places, std::shared_ptr<TrialTrainer> trainer, OnEpoch onEpoch)
    : trainer_(std::move(trainer)), onEpoch_(std::move(onEpoch)), busy_(static_cast<std::size_t>(places)),
      threads_(static_cast<std::size_t>(places)) {}

WorkerPool::~WorkerPool() { cancel(); }

void WorkerPool::open(HelperAccess access, const LeaderCard& card, std::string device,
                      std::function<void(HelperNews)> report) {
    helpers_ = std::make_unique<Helpers>(std::move(access), card, std::move(device),
                                         HelperCalls{.done = [this](WorkDone done) { end(std::move(done)); },
                                                     .changed = [this] { wake(); },
                                                     .onEpoch = onEpoch_,
                                                     .report = std::move(report)});
}

void WorkerPool::releaseHelpers(const Text& reason) {
    if (helpers_)
        helpers_->release(reason);
}

void WorkerPool::closeHelpers() {
    if (helpers_)
        helpers_->close();
}

bool WorkerPool::idle() const { return std::ranges::count(busy_, true) == 0 && away_ == 0; }

bool WorkerPool::full() const { return !isFree() && !(helpers_ && helpers_->hasPlace()); }

bool WorkerPool::hasPlaceFor(const Work& work) const { return isFree() || sendsAway(work); }

bool WorkerPool::sendsAway(const Work& work) const {
    return !isFree() && helpers_ && mayGoAway(work) && helpers_->hasPlace();
}

void WorkerPool::begin(Work newWork) {
    newWork.away = !isFree();
    if (newWork.away) {
        newWork.job.slot = kAway;
        ++away_;
        helpers_->begin(std::move(newWork));
        return;
    }
    if (idle() && cancel_.stop_requested())
        cancel_ = {}; // it was for what has ended since
    const auto place = static_cast<std::size_t>(std::ranges::find(busy_, false) - busy_.begin());
    newWork.job.slot = static_cast<int>(place);
    busy_[place] = true;
    threads_[place] = std::jthread(
        [this, newWork = std::move(newWork), stop = cancel_.get_token()]() mutable { work(std::move(newWork), stop); });
}

void WorkerPool::cancel() {
    cancel_.request_stop();
    if (helpers_)
        helpers_->cancel();
}

void WorkerPool::setPaused(bool paused) {
    trainer_->setPaused(paused);
    if (helpers_)
        helpers_->setPaused(paused);
}

void WorkerPool::work(Work newWork, const std::stop_token& stop) {
    WorkDone done{std::move(newWork), {}, {}};
    try {
        done.result = trainer_->train(
            done.work.job, [&](const EpochDone& epoch) { onEpoch_(done.work, epoch); }, stop);
        if (done.result.finished.state == RunState::Failed)
            done.problem = done.result.finished.reason;
    } catch (const std::exception& error) { // of any kind: a trial never ends a search
        done.problem = messageOf(error);
    }
    if (!done.problem.empty())
        done.deviceProblem = trainer_->deviceProblem(done.work.job.slot);
    end(std::move(done));
}

void WorkerPool::end(WorkDone done) {
    const std::lock_guard guard(mutex_);
    done_.push_back(std::move(done));
    changed_.notify_all();
}

std::vector<WorkDone> WorkerPool::await(std::optional<double> seconds) {
    std::unique_lock guard(mutex_);
    const auto ready = [this] { return woken_ || !done_.empty(); };
    if (seconds)
        changed_.wait_for(guard, std::chrono::duration<double>(*seconds), ready);
    else
        changed_.wait(guard, ready);
    woken_ = false;
    std::vector<WorkDone> all = std::exchange(done_, {});
    for (const WorkDone& done : all)
        if (done.work.job.slot == kAway)
            --away_;
        else
            busy_[static_cast<std::size_t>(done.work.job.slot)] = false;
    return all;
}

void WorkerPool::wake() {
    const std::lock_guard guard(mutex_);
    woken_ = true;
    changed_.notify_all();
}

} // namespace belfry
