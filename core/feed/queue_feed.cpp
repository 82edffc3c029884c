#include "core/feed/queue_feed.h"

#include <algorithm>
#include <utility>

namespace belfry {

QueueFeed::QueueFeed(FeedOptions options)
    : options_(std::move(options)), orders_(options_), none_(emptyBatch(options_)) {
    slots_.resize(static_cast<std::size_t>(options_.queueCapacity + options_.keepAlive) + 1);
    for (Slot& slot : slots_)
        slot.batch = emptyBatch(options_);
    start({});
}

void QueueFeed::start(FeedPosition position) {
    position_ = takenAt_ = position;
    next_ = released_ = taken_ = 0;
    for (Slot& slot : slots_)
        slot.ready = false;
    for (int i = 0; i < options_.queueWorkers; ++i)
        workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

void QueueFeed::restore(FeedPosition position) {
    checkPosition(options_, position);
    workers_.clear(); // stops and waits
    start(position);
}

const Batch& QueueFeed::next(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    released_ = std::max<std::int64_t>(next_ - options_.keepAlive, 0);
    changed_.notify_all();
    const auto ready = std::ranges::count_if(slots_, &Slot::ready);
    fill_ = std::min(1.0f, static_cast<float>(ready) / static_cast<float>(options_.queueCapacity));
    Slot& slot = slotOf(next_);
    if (!changed_.wait(lock, std::move(stop), [&slot] { return slot.ready; }))
        return none_;
    if (slot.failure)
        std::rethrow_exception(slot.failure); // the slot stays ready: the next call throws again
    slot.ready = false;
    position_ = slot.after;
    ++next_;
    return slot.batch;
}

void QueueFeed::work(const std::stop_token& stop) {
    if (options_.pageLockedThrough >= 0)
        lockPagesThrough(options_.pageLockedThrough);
    const auto room = [this] { return taken_ < released_ + static_cast<std::int64_t>(slots_.size()); };
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, room)) {
        const BatchCut cut = cutAt(options_, takenAt_);
        takenAt_ = cut.after;
        Slot& slot = slotOf(taken_++);
        lock.unlock();
        prepare(cut, slot);
        lock.lock();
        slot.ready = true;
        changed_.notify_all();
    }
}

void QueueFeed::prepare(const BatchCut& cut, Slot& slot) {
    slot.after = cut.after;
    slot.failure = nullptr;
    try {
        fillBatch(options_, cut, orders_.of(cut.at.epoch), Carry::Images, slot.batch);
    } catch (...) {
        slot.failure = std::current_exception();
    }
}

} // namespace belfry
