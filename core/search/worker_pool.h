// The threads that train: one for each slot of a layout. Internal to core/search.
#pragma once

#include "core/search/work.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace belfry {

// One thread, but for wake() and setPaused().
class WorkerPool {
public:
    // Called on the sessions' threads.
    using OnEpoch = std::function<void(const Work&, const EpochDone&)>;

    WorkerPool(int places, std::shared_ptr<TrialTrainer> trainer, OnEpoch onEpoch);
    ~WorkerPool(); // cancels and waits

    bool idle() const;
    bool full() const;
    void begin(Work work); // at a free place
    void cancel();         // the jobs in progress; each ends within one step

    // Blocks until a training has ended, wake() is called, or the seconds are over.
    std::vector<WorkDone> await(std::optional<double> seconds);
    void wake();
    void setPaused(bool paused) { trainer_->setPaused(paused); }

private:
    void work(Work work, const std::stop_token& stop);

    const std::shared_ptr<TrialTrainer> trainer_;
    const OnEpoch onEpoch_;
    std::vector<bool> busy_; // by place
    std::stop_source cancel_;
    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::vector<WorkDone> done_;
    bool woken_ = false;
    std::vector<std::jthread> threads_; // by place; last: they use the rest
};

} // namespace belfry
