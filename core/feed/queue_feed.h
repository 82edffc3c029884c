// The queue feed: background threads prepare batches ahead, up to the queue's capacity; one queue for all towers.
// Batches are numbered, so their order does not depend on the threads.
#pragma once

#include "core/feed/batch_cut.h"

#include <condition_variable>
#include <exception>
#include <thread>

namespace belfry {

class QueueFeed : public Feed {
public:
    explicit QueueFeed(FeedOptions options);
    const Batch& next(std::stop_token stop) override;
    FeedPosition position() const override { return position_; }
    void restore(FeedPosition position) override;
    float fill() const override { return fill_; }

private:
    struct Slot {
        Batch batch;
        FeedPosition after;
        std::exception_ptr failure; // of the thread that prepared it
        bool ready = false;
    };
    Slot& slotOf(std::int64_t number) { return slots_[static_cast<std::size_t>(number) % slots_.size()]; }
    void start(FeedPosition position);
    void work(const std::stop_token& stop);
    void prepare(const BatchCut& cut, Slot& slot);

    FeedOptions options_;
    EpochOrders orders_;
    const Batch none_;      // returned after a stop
    FeedPosition position_; // of the next batch to deliver
    float fill_ = 0;

    std::mutex mutex_; // guards the members below; a slot in preparation belongs to its thread
    std::condition_variable_any changed_;
    std::vector<Slot> slots_;   // the queue, the batch in use, and those kept alive
    std::int64_t next_ = 0;     // number of the next batch to deliver
    std::int64_t released_ = 0; // the towers no longer use batches before this one
    std::int64_t taken_ = 0;    // number of the next batch to prepare, at takenAt_
    FeedPosition takenAt_;
    std::vector<std::jthread> workers_; // last: started after, and stopped before, the other members
};

} // namespace belfry
