// What trains: a thread for each slot of a layout, and helpers on other machines. Internal to core/search.
#pragma once

#include "core/search/helpers.h"
#include "core/search/work.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
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

    // Helpers may join from now on, until closeHelpers(). `report` is called on a thread of theirs.
    void open(HelperAccess access, const LeaderCard& card, std::string device, std::function<void(HelperNews)> report);
    void releaseHelpers(const Text& reason); // there is nothing left for them
    void closeHelpers();

    bool idle() const;
    bool full() const; // for work of any kind
    bool hasPlaceFor(const Work& work) const;
    bool sendsAway(const Work& work) const; // whether a helper would train it
    void begin(Work work);                  // here where there is a free place
    void cancel();                          // the jobs in progress; each ends within one step

    // Blocks until a training has ended, wake() is called, or the seconds are over.
    std::vector<WorkDone> await(std::optional<double> seconds);
    void wake();
    void setPaused(bool paused);

private:
    bool isFree() const { return std::ranges::count(busy_, false) > 0; } // a place here
    void work(Work work, const std::stop_token& stop);
    void end(WorkDone done); // any thread

    const std::shared_ptr<TrialTrainer> trainer_;
    const OnEpoch onEpoch_;
    std::vector<bool> busy_; // by place
    int away_ = 0;           // trained by helpers, and not awaited yet
    std::stop_source cancel_;
    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::vector<WorkDone> done_;
    bool woken_ = false;
    std::vector<std::jthread> threads_; // by place; last but helpers: they use the rest
    std::unique_ptr<Helpers> helpers_;
};

} // namespace belfry
