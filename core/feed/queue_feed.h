// The queue feed: threads of its own prepare batches ahead, at most as many as the queue holds; one queue for all
// towers. The batches are numbered, so they come in the one order of all feeds whoever prepared them.
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
    const Batch none_;      // what a stop gets
    FeedPosition position_; // of the next batch to hand out
    float fill_ = 0;

    std::mutex mutex_; // guards what follows; a slot that is being prepared belongs to its thread
    std::condition_variable_any changed_;
    std::vector<Slot> slots_;   // more than the queue holds: the batch that the towers work on, and those held
    std::int64_t next_ = 0;     // number of the next batch to hand out
    std::int64_t released_ = 0; // the towers are done with all batches before this one
    std::int64_t taken_ = 0;    // number of the next batch to prepare, at this position:
    FeedPosition takenAt_;
    std::vector<std::jthread> workers_; // last: start when the rest exists, stop first
};

} // namespace belfry
