#include "core/search/worker_pool.h"

#include "core/base/error.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace belfry {

WorkerPool::WorkerPool(int places, std::shared_ptr<TrialTrainer> trainer, OnEpoch onEpoch)
    : trainer_(std::move(trainer)), onEpoch_(std::move(onEpoch)), busy_(static_cast<std::size_t>(places)),
      threads_(static_cast<std::size_t>(places)) {}

WorkerPool::~WorkerPool() { cancel(); }

bool WorkerPool::idle() const { return std::ranges::count(busy_, true) == 0; }

bool WorkerPool::full() const { return std::ranges::count(busy_, false) == 0; }

void WorkerPool::begin(Work newWork) {
    if (idle() && cancel_.stop_requested())
        cancel_ = {}; // it was for what has ended since
    const auto place = static_cast<std::size_t>(std::ranges::find(busy_, false) - busy_.begin());
    newWork.job.slot = static_cast<int>(place);
    busy_[place] = true;
    threads_[place] = std::jthread(
        [this, newWork = std::move(newWork), stop = cancel_.get_token()]() mutable { work(std::move(newWork), stop); });
}

void WorkerPool::cancel() { cancel_.request_stop(); }

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
        busy_[static_cast<std::size_t>(done.work.job.slot)] = false;
    return all;
}

void WorkerPool::wake() {
    const std::lock_guard guard(mutex_);
    woken_ = true;
    changed_.notify_all();
}

} // namespace belfry
