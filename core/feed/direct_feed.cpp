#include "core/feed/direct_feed.h"

#include <utility>

namespace belfry {

DirectFeed::DirectFeed(FeedOptions options, Carry carry)
    : options_(std::move(options)), carry_(carry), orders_(options_.store->size(), options_.seed) {
    for (int i = 0; i <= options_.keepAlive; ++i)
        batches_.push_back(emptyBatch(options_));
}

const Batch& DirectFeed::next(std::stop_token) {
    const BatchCut cut = cutAt(options_, position_);
    newest_ = (newest_ + 1) % batches_.size();
    fillBatch(options_, cut, *orders_.of(cut.at.epoch), carry_, batches_[newest_]);
    position_ = cut.after;
    return batches_[newest_];
}

void DirectFeed::restore(FeedPosition position) {
    checkPosition(options_, position);
    position_ = position;
}

} // namespace belfry
